import { MINUTE_MS } from '@stockcast/contract'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { withTestApp } from '../../testing/index.ts'
import { insertConnection } from '../../testing/insert-connection.ts'
import { beginComparison } from './next-comparison.ts'
import { insertRun } from './queries.ts'
import { scheduleReconcile } from './schedule-reconcile.task.ts'

const app = withTestApp()

beforeEach(() => {
  app.kernel.sentJobs.length = 0
})

/** Returns a merchant whose store was read once. */
async function newStore(timeZone: string) {
  const { merchantId } = await app.signUp()
  await insertConnection(app.kernel, { merchantId, shopDomain: `zone-${merchantId}.myshopify.com` })
  await inTenant(merchantId, sql`update merchants set time_zone = ${timeZone} where id = ${merchantId}`)
  await inTenant(
    merchantId,
    sql`insert into sync_runs (merchant_id, kind, status, phase, method, started_at)
      values (${merchantId}, 'first', 'succeeded', 'forecast', 'paged', ${app.kernel.clock.now()})`,
  )
  return merchantId
}

const inTenant = (merchantId: number, statement: ReturnType<typeof sql>) =>
  app.kernel.db.withTenant(merchantId, (tx) => statement.execute(tx))
const sentTo = (merchantId: number) =>
  app.kernel.sentJobs.flatMap(({ data }) =>
    'merchantId' in data && data.merchantId === merchantId ? [data] : [],
  )
/** Does what each comparison does first. */
const begin = (merchantId: number) =>
  app.kernel.db.withTenant(merchantId, (tx) => beginComparison(app.kernel, tx, merchantId))
const dueTimes = async (merchantId: number) =>
  (
    await app.kernel.db.directory
      .selectFrom('due_times')
      .select('due_at')
      .where('kind', '=', 'comparison')
      .where('merchant_id', '=', merchantId)
      .execute()
  ).map((row) => row.due_at)

it('each store is due once in 15 minutes, and not all stores in the same minute', async () => {
  app.kernel.clock.set('2026-11-20T12:00:00Z')
  const stores = await Promise.all([newStore('UTC'), newStore('UTC'), newStore('UTC')])
  for (const merchantId of stores) await begin(merchantId)
  app.kernel.clock.advance(MINUTE_MS)
  const minutes = new Set<number>()
  for (let minute = 0; minute < 30; minute++) {
    const before = app.kernel.sentJobs.length
    await scheduleReconcile(app.kernel)
    if (app.kernel.sentJobs.length > before) minutes.add(minute % 15)
    // The worker is late, and the next comparison is not.
    app.kernel.clock.advance(20_000)
    for (const merchantId of stores) if (sentTo(merchantId).length > 0) await begin(merchantId)
    app.kernel.clock.advance(MINUTE_MS - 20_000)
  }
  for (const merchantId of stores) expect(sentTo(merchantId)).toHaveLength(2)
  expect(minutes.size).toBe(3)
})

it.each([
  ['Pacific/Kiritimati', '2026-11-20T12:30:00Z'],
  ['Pacific/Pago_Pago', '2026-11-20T13:30:00Z'],
  ['America/New_York', '2026-11-01T07:30:00Z'],
  ['Asia/Kathmandu', '2026-11-20T21:00:00Z'],
])('in the night of %s the whole store is compared once', async (timeZone, night) => {
  const merchantId = await newStore(timeZone)
  app.kernel.clock.set(night)
  await scheduleReconcile(app.kernel)
  expect(sentTo(merchantId)).toEqual([{ merchantId }])
  expect(await begin(merchantId)).toMatchObject({ kind: 'full' })
  const at = app.kernel.clock.now()
  const differences = { stock: 0, orders: 0, products: 0 }
  await app.kernel.db.withTenant(merchantId, (tx) =>
    insertRun(tx, { merchantId, kind: 'full', startedAt: at, finishedAt: at, checked: 0, differences }),
  )
  app.kernel.clock.advance(20 * MINUTE_MS)
  await scheduleReconcile(app.kernel)
  expect(sentTo(merchantId)).toHaveLength(2)
  expect(await begin(merchantId)).toEqual({ kind: 'recent', since: at })
})

it('a store that the merchant must connect again is not compared, and no longer due', async () => {
  const merchantId = await newStore('UTC')
  await inTenant(
    merchantId,
    sql`update shop_connections set status = 'needs_reconnect' where merchant_id = ${merchantId}`,
  )
  expect(await begin(merchantId)).toBeNull()
  expect(await dueTimes(merchantId)).toEqual([])
  app.kernel.clock.advance(20 * MINUTE_MS)
  await scheduleReconcile(app.kernel)
  expect(sentTo(merchantId)).toEqual([])
})
