import { MINUTE_MS } from '@stockcast/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { withTestApp } from '../../testing/index.ts'
import { insertConnection } from '../../testing/insert-connection.ts'
import { createProjection } from './create-projection.ts'
import type { ProjectionPorts } from './ports.ts'

const app = withTestApp()

async function shopWith(products: number) {
  const variants = Array.from({ length: products }, (_, i) => ({ sales: [1, 2, 3], available: i }))
  const { merchantId, rows, ids, refresh } = await app.openShop(variants)
  const stored = () =>
    rows(sql<{ variant_id: number; order_by: string | null; incoming: number }>`
      select variant_id, order_by, incoming from stock_projections
      where merchant_id = ${merchantId} order by variant_id`)
  return { merchantId, ids, refresh, stored }
}

const policy = { safetyStock: 1, leadTimeDays: 5, serviceLevel: 0.95, reviewPeriodDays: 30 }
const sources: ProjectionPorts['sources'] = {
  findPolicies: async () => () => policy,
  followActions: async () => ({ snoozed: new Set(), scheduledReceipts: new Map() }),
  listStoreReceipts: async () => new Map(),
  planOrders: async () => new Map(),
}

it('the projection is derived from the policies, snoozes and scheduled receipts of its sources', async () => {
  const { merchantId, ids, stored } = await shopWith(2)
  const [first, second] = ids as [number, number]
  const followActions: ProjectionPorts['sources']['followActions'] = async (_tx, { stock }) => {
    expect([...stock.keys()]).toEqual([first, second])
    return { snoozed: new Set([second]), scheduledReceipts: new Map([[first, [{ day: 3, units: 40 }]]]) }
  }
  const onRefreshed = vi.fn(async () => undefined)
  const ports = { sources: { ...sources, followActions }, subscribers: [onRefreshed] }
  await createProjection(app.kernel, ports).refresh({ merchantId, variantIds: null })
  expect(await stored()).toMatchObject([{ incoming: 40 }, { incoming: 0 }])
  expect(onRefreshed).toHaveBeenCalledExactlyOnceWith(
    expect.anything(),
    expect.objectContaining({
      merchantId,
      variantIds: null,
      hasForecasts: false,
      isStale: false,
      isChangeOfSettings: false,
      facts: [
        expect.objectContaining({ variantId: first, policy, isSnoozed: false }),
        expect.objectContaining({ variantId: second, policy, isSnoozed: true }),
      ],
    }),
  )
})

it('a catalogue of more products than are read at once has a projection of each', async () => {
  const { merchantId, ids, stored } = await shopWith(2100)
  const subscribers = [vi.fn(async () => undefined)]
  await createProjection(app.kernel, { sources, subscribers }).refresh({ merchantId, variantIds: null })
  expect((await stored()).map((row) => row.variant_id)).toEqual(ids)
  expect(subscribers[0]).toHaveBeenCalledOnce()
})

it('subscribers are called in order, and if one fails the projection is unchanged', async () => {
  const { merchantId, stored } = await shopWith(1)
  const calls: string[] = []
  const subscribers = [
    async () => void calls.push('trends'),
    async () => {
      calls.push('alerts')
      throw new Error('no alerts today')
    },
  ]
  const projection = createProjection(app.kernel, { sources, subscribers })
  await expect(projection.refresh({ merchantId, variantIds: null })).rejects.toThrow('no alerts today')
  expect(calls).toEqual(['trends', 'alerts'])
  expect(await stored()).toEqual([])
})

it('a refresh issues as many statements for 450 products as for 150', async () => {
  const statements = vi.spyOn(pg.Client.prototype, 'query')
  const counts: number[] = []
  for (const products of [150, 450]) {
    const { refresh } = await shopWith(products)
    statements.mockClear()
    await refresh()
    counts.push(statements.mock.calls.length)
  }
  statements.mockRestore()
  expect(counts[0]).toBeGreaterThan(5)
  expect(counts[1]).toBe(counts[0])
})

/**
 * Returns a store with one product that is about to run out, last compared with the store this many minutes
 * ago.
 */
async function storeAfter(minutes: number) {
  const sales = Array.from({ length: 60 }, () => 6)
  const { merchantId, rows: change, refresh, variantId } = await app.openShop([{ sales, available: 3 }])
  await insertConnection(app.kernel, { merchantId, shopDomain: `stale-${merchantId}.myshopify.com` })
  const asOf = new Date(app.kernel.clock.now().getTime() - minutes * MINUTE_MS)
  await change(sql`
    update merchants set stock_as_of = ${asOf}, forecast_as_of = ${asOf} where id = ${merchantId}`)
  const alerts = async () => {
    await refresh()
    return change(sql<{ resolved: boolean }>`select resolved from alerts where merchant_id = ${merchantId}`)
  }
  return { merchantId, variantId, change, alerts }
}

it('figures that are half an hour old raise alerts', async () => {
  const store = await storeAfter(30)
  expect((await store.alerts()).length).toBeGreaterThan(0)
})

it('older figures raise none until the store has been compared again', async () => {
  const store = await storeAfter(31)
  expect(await store.alerts()).toEqual([])
  await store.change(sql`
    update merchants set stock_as_of = ${app.kernel.clock.now()} where id = ${store.merchantId}`)
  expect((await store.alerts()).length).toBeGreaterThan(0)
})

it('older figures still close alerts that no longer apply', async () => {
  const store = await storeAfter(5)
  await store.alerts()
  const hourBefore = new Date(app.kernel.clock.now().getTime() - 65 * MINUTE_MS)
  await store.change(sql`
    update merchants set stock_as_of = ${hourBefore} where id = ${store.merchantId}`)
  await store.change(
    sql`update inventory_levels set available = 5000 where merchant_id = ${store.merchantId}`,
  )
  expect(new Set((await store.alerts()).map((alert) => alert.resolved))).toEqual(new Set([true]))
})
