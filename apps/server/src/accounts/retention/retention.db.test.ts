import { DAY_MS } from '@stockcast/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { listTenantTables } from '../../kernel/database/tenant-tables.ts'
import { withTestApp } from '../../testing/index.ts'
import { fillTables, getContent, readTenantTables, type TenantTable } from '../../testing/tenant-tables.ts'
import { deleteOldRows } from './delete-old-rows.task.ts'
import { conditionalTables } from './queries.ts'
import { ageRules, tablesWithRule } from './rules.ts'

let tables: TenantTable[]

const test = withTestApp()

beforeAll(async () => {
  tables = await readTenantTables(test.kernel.db.directory)
})

const signal = new AbortController().signal
const run = (merchantId: number, rowsPerStep = 2000) =>
  deleteOldRows(test.kernel, { merchantId }, signal, rowsPerStep)
const withTenant = <T>(merchantId: number, statement: ReturnType<typeof sql<T>>) =>
  test.kernel.db.withTenant(merchantId, async (tx) => (await statement.execute(tx)).rows)

describe('the retention rules', () => {
  it('cover every table of the catalogue, and only those', async () => {
    const all = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    `.execute(test.kernel.db.directory)
    expect(tablesWithRule.toSorted()).toEqual(all.rows.map(({ name }) => name).toSorted())
  })

  it('by age each name a column with a time, in a table of merchants', () => {
    const times = ['date', 'timestamp with time zone']
    for (const [table, { column }] of Object.entries(ageRules)) {
      const found = tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)
      expect([table, times.includes(found?.type ?? '')]).toEqual([table, true])
    }
  })

  it('that spare rows have a condition, and only those', () => {
    const spared = Object.entries(ageRules).filter(([, rule]) => rule.spared !== undefined)
    expect(conditionalTables.toSorted()).toEqual(spared.map(([table]) => table).toSorted())
  })
})

/** Inserts a row in every table, as old as `ageOf` says for the time of its rule. */
async function merchantWithRows(getAge: (days: number) => number): Promise<number> {
  const { merchantId } = await test.signUp()
  const now = test.kernel.clock.now().getTime()
  await test.kernel.db.withTenant(merchantId, async (tx) => {
    await fillTables(tx, tables, { merchantId, marker: 'row', firstId: merchantId * 1000 })
    await sql`update alerts set resolved = true, resolved_by = 'system', resolved_at = now() where merchant_id = ${merchantId}`.execute(
      tx,
    )
    await sql`update deliveries set status = 'sent' where merchant_id = ${merchantId}`.execute(tx)
    await sql`update billing_events set applied_at = now() where merchant_id = ${merchantId}`.execute(tx)
    await sql`update webhook_inbox set status = 'applied' where merchant_id = ${merchantId}`.execute(tx)
    await sql`update stock_daily set last_day = null where merchant_id = ${merchantId}`.execute(tx)
    for (const [table, { column, days }] of Object.entries(ageRules)) {
      const at = new Date(now - getAge(days) * DAY_MS)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${at} where merchant_id = ${merchantId}`.execute(
        tx,
      )
    }
  })
  return merchantId
}

/** Tables whose rows are deleted with their parents, and those that keep the latest row of each kind. */
const deletedWithParents = [
  'pending_notifications',
  'action_links',
  'import_items',
  'import_sales',
  'forecast_override_variants',
  'report_mails',
]
const keptLastOfKind = ['reconcile_runs', 'sync_runs']

describe('delete-old-rows', () => {
  const filled = async (merchantId: number) => {
    const content = await test.kernel.db.withTenant(merchantId, (tx) => getContent(tx, tables))
    return Object.keys(content).filter((name) => content[name] !== '')
  }

  it('deletes what is older from every table with a rule by age, and from no other', async () => {
    const merchantId = await merchantWithRows((days) => days + 2)
    const other = await merchantWithRows((days) => days + 2)
    await run(merchantId)
    const gone = [...Object.keys(ageRules), ...deletedWithParents]
    const stays = tables
      .map(({ name }) => name)
      .filter((name) => !gone.includes(name) || keptLastOfKind.includes(name))
    expect((await filled(merchantId)).toSorted()).toEqual(stays.toSorted())
    expect((await filled(other)).toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  })

  it('deletes nothing that is a day younger than its rule allows', async () => {
    const merchantId = await merchantWithRows((days) => days - 1)
    expect(await run(merchantId)).toBe(0)
    expect((await filled(merchantId)).toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  })

  it('keeps what the rules spare, however old it is', async () => {
    const merchantId = await merchantWithRows(() => 4000)
    await test.kernel.db.withTenant(merchantId, async (tx) => {
      await sql`update alerts set resolved_by = 'merchant', cleared_at = null where merchant_id = ${merchantId}`.execute(
        tx,
      )
      await sql`update deliveries set status = 'retrying' where merchant_id = ${merchantId}`.execute(tx)
      await sql`update billing_events set applied_at = null where merchant_id = ${merchantId}`.execute(tx)
      await sql`update imports set status = 'applying' where merchant_id = ${merchantId}`.execute(tx)
      await sql`update webhook_inbox set status = 'waiting' where merchant_id = ${merchantId}`.execute(tx)
      await sql`update shop_connections set status = 'connected' where merchant_id = ${merchantId}`.execute(
        tx,
      )
      await sql`update stock_daily set last_day = ${test.kernel.clock.now()} where merchant_id = ${merchantId}`.execute(
        tx,
      )
    })
    await run(merchantId)
    expect(await filled(merchantId)).toEqual(expect.arrayContaining([...conditionalTables]))
  })

  it('deletes many rows in steps of a few, and leaves the younger ones between them', async () => {
    const { merchantId } = await test.signUp()
    await withTenant(
      merchantId,
      sql`insert into sales_daily (merchant_id, variant_id, day, units_sold)
        select m.id, v, date '2026-11-20' - n, 1
        from merchants m, generate_series(1, 20) v, generate_series(1441, 1480) n where m.id = ${merchantId}`,
    )
    expect(await run(merchantId, 7)).toBe(20 * 20)
    const [left] = await withTenant(
      merchantId,
      sql<{ count: number; oldest: string }>`
        select count(*), min(day) as oldest from sales_daily where merchant_id = ${merchantId}`,
    )
    expect(left).toEqual({ count: 20 * 20, oldest: '2022-11-21' })
  })

  it('stops when its worker stops, and continues with the next run', async () => {
    const merchantId = await merchantWithRows((days) => days + 2)
    const ended = AbortSignal.abort()
    await expect(deleteOldRows(test.kernel, { merchantId }, ended)).rejects.toThrow()
    expect(await run(merchantId)).toBeGreaterThan(0)
  })
})

it('schedule-retention sends the task of every merchant, and deletes privacy requests after a year', async () => {
  const { merchantId } = await test.signUp()
  const at = (days: number) => new Date(Date.now() - days * DAY_MS)
  for (const [id, days] of [
    ['old', 400],
    ['young', 300],
  ] as const)
    await test.kernel.db.directory
      .insertInto('compliance_requests')
      .values({ topic: 't', event_id: id, shop_hash: 'h', triggered_at: at(days), received_at: at(days) })
      .execute()
  test.kernel.clock.advance(3_650 * DAY_MS)
  await test.runTask('schedule-retention', {})
  const job = { name: 'delete-old-rows', data: { merchantId }, options: { key: String(merchantId) } }
  expect(test.kernel.sentJobs).toContainEqual(job)
  const left = await test.kernel.db.directory.selectFrom('compliance_requests').select('event_id').execute()
  // The database's own clock decides: a program cannot delete what is younger.
  expect(left).toEqual([{ event_id: 'young' }])
})

it('the list of tables has children before their parents, and all tables except the audit log, which only grows', async () => {
  const listed = await listTenantTables(test.kernel.db.directory)
  const names = tables.map(({ name }) => name).filter((name) => name !== 'audit_log')
  expect(listed.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  for (const [i, { name, parents }] of listed.entries())
    for (const parent of parents)
      expect([name, listed.findIndex((each) => each.name === parent) > i]).toEqual([name, true])
})
