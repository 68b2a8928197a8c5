import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { insertCatalog, withTestApp } from '../../testing/index.ts'
import { wireProjection } from '../../wire-projection.ts'
import { createProjection } from './create-projection.ts'
import type { ProjectionPorts } from './ports.ts'

const app = withTestApp()

async function shopWith(products: number) {
  const { merchantId, rows } = await app.signUp()
  const variants = Array.from({ length: products }, (_, i) => ({ sales: [1, 2, 3], available: i }))
  const ids = await insertCatalog(app.kernel, { merchantId, firstId: merchantId * 100_000, variants })
  const stored = () =>
    rows(sql<{ variant_id: number; order_by: string | null; incoming: number }>`
      select variant_id, order_by, incoming from stock_projections
      where merchant_id = ${merchantId} order by variant_id`)
  return { merchantId, ids, stored }
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

it('subscribers are called in order, and one that fails leaves the projection as it was', async () => {
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
  const { refresh } = wireProjection(app.kernel)
  const counts: number[] = []
  for (const products of [150, 450]) {
    const { merchantId } = await shopWith(products)
    statements.mockClear()
    await refresh({ merchantId, variantIds: null })
    counts.push(statements.mock.calls.length)
  }
  statements.mockRestore()
  expect(counts[0]).toBeGreaterThan(5)
  expect(counts[1]).toBe(counts[0])
})
