import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { createEmptyDatabase, type EmptyDatabase } from '@stockcast/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadRows, migrateWith, readAllRows } from '../../testing/database-rows.ts'
import { migrate } from './migrate.ts'

const MIGRATION = '0053_count_limits_in_one_table.sql'

let database: EmptyDatabase

beforeAll(async () => {
  database = await createEmptyDatabase()
  const files = (await readdir(new URL('./migrations/', import.meta.url))).filter((name) => name < MIGRATION)
  await migrateWith(database.ownerUrl, files)
})
afterAll(() => database?.drop())

const ago = (interval: string) => `current_timestamp - interval '${interval}'`
const delivery = (kind: string, channel: string, interval: string) =>
  `(7, '${channel}', '${kind}', 'sent', '${randomUUID()}', ${ago(interval)}, ${ago(interval)}, ${ago(interval)})`

describe('limits of an earlier version', () => {
  it('that last longer than 15 minutes are carried over, as far as they still count', async () => {
    await loadRows(
      database.superuserUrl,
      `insert into merchant_directory (merchant_id, user_id, email, created_at) overriding system value
        values (7, '${randomUUID()}', 'a@b.example', ${ago('1 month')});
      insert into merchants (id, email, shop_domain, trial_ends_at, created_at)
        values (7, 'a@b.example', 'pending', ${ago('1 day')}, ${ago('1 month')});
      insert into contact_counts values ('mailbox', ${ago('23 hours')}, 9), ('former mailbox', ${ago('25 hours')}, 9);
      insert into demo_starts (email, caller, started_at) values
        ('a', 'caller', ${ago('50 minutes')}), ('b', 'caller', ${ago('10 minutes')}), ('c', 'caller', ${ago('70 minutes')});
      insert into quota_uses values (7, 'order', ${ago('5 hours')}, 4000), (7, 'snooze', ${ago('2 days')}, 4000);
      insert into deliveries (merchant_id, channel, kind, status, message_key, created_at, next_at, give_up_at) values
        ${delivery('test', 'slack', '2 hours')}, ${delivery('test', 'slack', '1 hour')}, ${delivery('test', 'email', '1 hour')},
        ${delivery('test', 'email', '2 days')}, ${delivery('confirm', 'email', '3 hours')}, ${delivery('code', 'sms', '4 hours')},
        ${delivery('alerts', 'sms', '4 hours')};`,
    )
    await migrate(database.ownerUrl)
    const rows = (await readAllRows(database.superuserUrl)).get('limit_counts') ?? []
    const found = rows.map(({ key, times, uses }) => [key, (times as unknown[]).length, uses])
    expect(found.sort()).toEqual([
      ['caller', 2, 2],
      ['confirm_mail:7', 1, 1],
      ['mailbox', 1, 9],
      ['order:7', 1, 4000],
      ['phone_code:7', 1, 1],
      ['test_email:7', 1, 1],
      ['test_of_day_email:7', 1, 1],
      ['test_of_day_slack:7', 2, 2],
      ['test_slack:7', 2, 2],
    ])
    for (const { times, forget_at } of rows) {
      expect(new Date(forget_at as string) > new Date((times as string[]).at(-1)!)).toBe(true)
      expect(times).toEqual((times as string[]).toSorted())
    }
  })
})
