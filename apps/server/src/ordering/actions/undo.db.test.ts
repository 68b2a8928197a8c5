import { type AlertList, MINUTE_MS, type OpenOrder, type VariantPlans } from '@stockcast/contract'
import { expect, it } from 'vitest'
import { forecastShopTask } from '../../store/changes/request-forecast.ts'
import { newForEachTest, withTestApp } from '../../testing/index.ts'

const NOW = '2026-11-20T10:00:00Z'

const app = withTestApp({ now: NOW })

/** Creates a shop with 3 units left, below the safety stock, so that no order on its way clears the alert. */
async function shopBelowSafetyStock() {
  app.kernel.clock.set(NOW)
  const merchant = await app.openShop([
    { title: 'Kettle', sales: Array.from({ length: 90 }, (_, day) => 5 + (day % 3)), available: 3 },
  ])
  const { merchantId, variantId } = merchant
  await app.runTask(forecastShopTask.name, { merchantId })
  const read = <Body>(path: string) => merchant.ask<Body>(path)
  return {
    refresh: merchant.refresh,
    ask: (path: string, init: { method?: string; json?: unknown } = {}) =>
      merchant.request(`/api/variants/${variantId}${path}`, init),
    resolve: (id: number) => merchant.request(`/api/alerts/${id}/resolve`, { method: 'POST' }),
    plans: () => read<VariantPlans>(`/api/variants/${variantId}/plans`),
    active: async () => (await read<AlertList>('/api/alerts?status=active')).alerts,
  }
}

const shop = newForEachTest(shopBelowSafetyStock)

it('W-03 the suggested order has the recommended units and arrives after the lead time', async () => {
  const { suggestion } = await shop.plans()
  expect(suggestion.expectedOn).toBe('2026-12-04')
  expect(suggestion.units).toBeGreaterThan(1)
  expect((await shop.active()).map(({ meta }) => meta.orderQuantity)).toContain(suggestion.units)
})

it('R-02 an open alert says that even an order today would be too late', async () => {
  for (const { recommendation } of await shop.active())
    expect(recommendation).toMatchObject({ kind: 'too_late' })
})

it('W-04 an order that is removed lets the alerts that it resolved open again, and no others', async () => {
  const types = async () => (await shop.active()).map(({ type }) => type).toSorted()
  expect(await types()).toEqual(['low_stock', 'stockout_risk'])
  const byHand = (await shop.active()).find(({ type }) => type === 'stockout_risk')!
  app.kernel.clock.advance(MINUTE_MS)
  expect((await shop.resolve(byHand.id)).status).toBe(200)
  app.kernel.clock.advance(MINUTE_MS)
  const { units, expectedOn } = (await shop.plans()).suggestion
  const recorded = (await (await shop.ask('/orders', { json: { units, expectedOn } })).json()) as OpenOrder
  await shop.refresh()
  expect(await types()).toEqual([])
  expect((await shop.ask(`/orders/${recorded.id}`, { method: 'DELETE' })).status).toBe(200)
  await shop.refresh()
  expect(await types()).toEqual(['low_stock'])
})
