import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createEmptyDatabase, type TestDatabase } from '@stockcast/testkit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from './migrate.ts'

const fillCodes = readFileSync(
  new URL('./migrations/0045_fill_codes_of_existing_texts.sql', import.meta.url),
  'utf8',
)
const at = '2026-11-20T12:00:00Z'

let database: TestDatabase
let owner: pg.Client
let merchantId: number

beforeAll(async () => {
  // Rows were distributed over a cluster only after they had codes.
  database = await createEmptyDatabase()
  await migrate(database.ownerUrl)
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ id: string }>(
    `insert into merchant_directory (user_id, email, created_at) values ($1, 'a@b.example', $2)
     returning merchant_id as id`,
    [randomUUID(), at],
  )
  merchantId = Number(rows[0]?.id)
  await owner.query('begin')
  await owner.query('select set_tenant($1)', [merchantId])
  await owner.query(
    `insert into merchants (id, email, shop_domain, trial_ends_at, created_at)
     values ($1, 'a@b.example', 'pending', $2, $2)`,
    [merchantId, at],
  )
  await owner.query('commit')
})
afterAll(async () => {
  await owner?.end()
  await database?.drop()
})

/** Inserts rows as the version before codes wrote them, fills the codes, and returns them in order. */
async function filled(table: string, rows: readonly object[], code: string): Promise<unknown[]> {
  await owner.query('begin')
  await owner.query('select set_tenant($1)', [merchantId])
  for (const row of rows) {
    const columns = Object.keys(row)
    const places = columns.map((_, i) => `$${i + 1}`)
    await owner.query(
      `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`,
      Object.values(row),
    )
  }
  await owner.query('commit')
  await owner.query(fillCodes)
  await owner.query('begin')
  await owner.query('select set_tenant($1)', [merchantId])
  const found = await owner.query<Record<string, unknown>>(`select ${code} from ${table} order by id`)
  await owner.query('rollback')
  return found.rows.map((row) => row[code])
}

describe('the migration that fills the codes', () => {
  it('reads every text that deliveries had, and calls any other text `other`', async () => {
    const texts = [
      ['slack', 'Accepted by Slack', 'accepted'],
      ['sms', 'Accepted by the carrier', 'carried'],
      ['sms', 'Delivered to the phone', 'delivered'],
      ['sms', 'Twilio could not deliver it (30003)', 'not_delivered'],
      ['slack', 'No answer in time', 'no_answer'],
      ['sms', 'No connection (ECONNRESET)', 'no_answer'],
      ['email', 'No answer of the mail server: timeout', 'no_answer'],
      ['email', 'The mail server answered 451 4.3.0 later', 'wait'],
      ['email', 'The mail server answered 554 5.7.1 no', 'refused'],
      ['slack', 'Slack answered 429', 'wait'],
      ['sms', 'Twilio answered 503', 'provider_fault'],
      ['slack', 'Slack answered 404 no_service: the webhook no longer exists', 'not_accepted'],
      ['sms', 'Twilio answered 21610: this number replied STOP', 'not_accepted'],
      ['slack', 'The channel is not set up', 'channel_not_set_up'],
      ['sms', 'SMS is not set up on this server', 'sms_not_set_up'],
      ['slack', 'No answer came. Please try again.', 'unanswered'],
      ['slack', 'Given up after 3 days', 'given_up'],
      ['email', 'The daily limit of messages to this address was reached.', 'daily_limit'],
      ['slack', 'Every alert was resolved before it could be sent.', 'all_resolved'],
      ['email', 'Not sent: it would have arrived too late to be useful.', 'outdated'],
      ['slack', 'The channel is off.', 'channel_off'],
      ['slack', 'The channel was switched off.', 'switched_off'],
      ['slack', 'The subscription has ended.', 'subscription_ended'],
      ['email', 'Switched off by the unsubscribe link in a mail.', 'unsubscribed'],
      ['sms', 'The person at this number replied STOP.', 'stopped'],
      ['email', 'The address is no longer used.', 'address_unused'],
      ['email', 'The address is confirmed.', 'address_confirmed'],
      ['email', 'A newer confirmation email was requested.', 'asked_again'],
      ['slack', 'Something that nobody wrote', 'other'],
      ['slack', null, null],
    ] as const
    const row = {
      merchant_id: merchantId,
      kind: 'alerts',
      status: 'failed',
      created_at: at,
      next_at: at,
      give_up_at: at,
    }
    const rows = texts.map(([channel, words]) => ({
      ...row,
      channel,
      message_key: randomUUID(),
      provider_words: words,
    }))
    expect(await filled('deliveries', rows, 'reason')).toEqual(texts.map(([, , reason]) => reason))
  })

  it('reads what the messages of syncs are about', async () => {
    const shared = 'Shopify shares the orders of the last 60 days with this app. History grows from here.'
    const runs = [
      ['succeeded', shared, 'short_history'],
      ['failed', 'Something went wrong on our side.', 'ended'],
      ['succeeded', null, null],
      ['running', 'Shopify does not answer. The sync goes on by itself.', 'interrupted'],
    ] as const
    const row = { merchant_id: merchantId, kind: 'full', phase: 'orders', method: 'bulk', started_at: at }
    const rows = runs.map(([status, message]) => ({ ...row, status, message }))
    expect(await filled('sync_runs', rows, 'message_code')).toEqual(runs.map(([, , code]) => code))
  })

  it('reads why the system resolved an alert, with its numbers in the format of any country', async () => {
    const reasons = [
      ['the product is no longer in the store.', { code: 'removed' }],
      ['the product is no longer on sale or its stock is not tracked.', { code: 'not_sold' }],
      ['1 unit is on the way.', { code: 'incoming', units: 1 }],
      ['12.000 units are on the way.', { code: 'incoming', units: 12_000 }],
      ['12,000 units are in stock.', { code: 'restocked', units: 12_000 }],
      [
        '1\u202f200 units are in stock, above the safety stock of 1\u202f050.',
        { code: 'above_safety_stock', units: 1200, safetyStock: 1050 },
      ],
      ['the stock is expected to last until a new order would arrive.', { code: 'lasts' }],
      ['a reason of another version.', null],
    ] as const
    const row = { merchant_id: merchantId, type: 'low_stock', severity: 1, resolved: true, meta: {} }
    const rows = reasons.map(([reason], i) => ({
      ...row,
      variant_id: i + 1,
      triggered_at: at,
      resolved_at: at,
      resolved_by: 'system',
      resolved_reason: `Closed by itself: ${reason}`,
    }))
    expect(await filled('alerts', rows, 'resolved_cause')).toEqual(reasons.map(([, cause]) => cause))
  })
})
