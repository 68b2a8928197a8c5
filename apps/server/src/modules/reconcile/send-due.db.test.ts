import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { type TestApp, withTestApp } from '../../testing/index.ts'
import { insertConnection } from '../../testing/insert-connection.ts'
import { insertRun } from './queries.ts'
import { scheduleReconcile, sendAllReconciles } from './schedule-reconcile.task.ts'

let app: TestApp

withTestApp((opened) => {
  app = opened
})

beforeEach(() => {
  app.kernel.sentJobs.length = 0
})

async function newStore(timeZone: string) {
  const { merchantId } = await app.signUp()
  await insertConnection(app.kernel, { merchantId, shopDomain: `zone-${merchantId}.myshopify.com` })
  await inTenant(merchantId, sql`update merchants set time_zone = ${timeZone} where id = ${merchantId}`)
  return merchantId
}

const inTenant = (merchantId: number, statement: ReturnType<typeof sql>) =>
  app.kernel.db.withTenant(merchantId, (tx) => statement.execute(tx))
const sentTo = (merchantId: number) =>
  app.kernel.sentJobs.flatMap(({ data }) =>
    'merchantId' in data && data.merchantId === merchantId ? [data] : [],
  )

it('each store is due once in 15 minutes, and not all stores in the same minute', async () => {
  const stores = await Promise.all([newStore('UTC'), newStore('UTC'), newStore('UTC')])
  app.kernel.clock.set('2026-11-20T12:00:00Z')
  const minutes = new Set<number>()
  for (let minute = 0; minute < 30; minute++) {
    const before = app.kernel.sentJobs.length
    await scheduleReconcile(app.kernel)
    if (app.kernel.sentJobs.length > before) minutes.add(minute % 15)
    app.kernel.clock.advance(60_000)
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
  await sendAllReconciles(app.kernel)
  expect(sentTo(merchantId)).toEqual([{ merchantId, kind: 'full' }])
  const at = app.kernel.clock.now()
  const differences = { stock: 0, orders: 0, products: 0 }
  await app.kernel.db.withTenant(merchantId, (tx) =>
    insertRun(tx, { merchantId, kind: 'full', startedAt: at, finishedAt: at, checked: 0, differences }),
  )
  app.kernel.clock.advance(20 * 60_000)
  await sendAllReconciles(app.kernel)
  expect(sentTo(merchantId).at(-1)).toEqual({ merchantId, kind: 'recent' })
})

it('a store that the merchant must connect again is not compared', async () => {
  const merchantId = await newStore('UTC')
  await inTenant(
    merchantId,
    sql`update shop_connections set status = 'needs_reconnect' where merchant_id = ${merchantId}`,
  )
  await sendAllReconciles(app.kernel)
  expect(sentTo(merchantId)).toEqual([])
})
