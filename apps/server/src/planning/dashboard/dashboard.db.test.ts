import { DAY_MS, type Dashboard, dashboardSchema, ordersApi, productDetailSchema } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { forecastShopTask } from '../../store/changes/request-forecast.ts'
import { insertSupplier, type VariantSeed, withTestApp } from '../../testing/index.ts'
import { insertConnection } from '../../testing/insert-connection.ts'

const app = withTestApp()

const steady = (units: number, days = 60) => Array.from({ length: days }, () => units)

async function shopWith(variants: VariantSeed[], timeZone = 'UTC') {
  const merchant = await app.openShop(variants, timeZone)
  const { merchantId } = merchant
  return {
    ...merchant,
    forecast: () => app.runTask(forecastShopTask.name, { merchantId }),
    dashboard: async (): Promise<Dashboard> => dashboardSchema.parse(await merchant.ask('/api/dashboard')),
  }
}

describe('GET /api/dashboard', () => {
  describe('200', () => {
    it('D-04 gives the labelled planning default until the first forecast, then the real average', async () => {
      const shop = await shopWith([
        { sales: steady(6), available: 120 },
        { sales: steady(6), available: 60 },
        { sales: steady(6), available: 0 },
        { available: 50 },
        { sales: steady(6), available: 6000, status: 'archived' },
      ])
      expect((await shop.dashboard()).daysToStockout).toEqual({
        average: 45,
        isPlanningDefault: true,
        middleHalf: null,
      })
      await shop.forecast()
      const { daysToStockout, products, lowStock } = await shop.dashboard()
      expect(daysToStockout).toEqual({
        average: 10,
        isPlanningDefault: false,
        middleHalf: { low: 5, high: 15 },
      })
      expect(products).toEqual({ total: 5, soldInWindow: 4 })
      expect(lowStock).toEqual({ total: 2, out_of_stock: 1, critical: 0, warning: 1 })
    })

    it('D-04 says that the stock is unknown until its first projection, not that nothing is out of stock', async () => {
      const shop = await shopWith([{ available: 0 }, { available: 50 }])
      const known = await shop.dashboard()
      expect(known).toMatchObject({ lowStock: null, products: { total: 2, soldInWindow: null } })
      await shop.refresh()
      expect((await shop.dashboard()).lowStock).toMatchObject({ out_of_stock: 1 })
    })

    it('D-04 says that the stock is unknown while a store is connected whose products are not read yet', async () => {
      const merchant = await app.signUp()
      const lowStock = async () => dashboardSchema.parse(await merchant.ask('/api/dashboard')).lowStock
      expect(await lowStock()).toMatchObject({ total: 0 })
      await insertConnection(app.kernel, {
        merchantId: merchant.merchantId,
        shopDomain: `read-${merchant.merchantId}.myshopify.com`,
      })
      expect(await lowStock()).toBeNull()
    })

    it('D-04 counts no archived product and no draft as low in stock', async () => {
      const gone = { sales: steady(6), available: 0 }
      const shop = await shopWith([gone, { ...gone, status: 'archived' }, { ...gone, status: 'draft' }])
      await shop.forecast()
      expect((await shop.dashboard()).lowStock).toEqual({
        total: 1,
        out_of_stock: 1,
        critical: 0,
        warning: 0,
      })
    })

    it('has correct empty values for a merchant without products', async () => {
      const { request } = await app.signUp()
      const dashboard = dashboardSchema.parse(await (await request('/api/dashboard')).json())
      expect(dashboard).toMatchObject({
        products: { total: 0, soldInWindow: 0 },
        activeAlerts: { total: 0, newToday: 0, resolvedThisMonth: 0 },
        attention: [],
        attentionTotal: 0,
        demand: { history: [], forecast: [], next30: null },
        recentAlerts: [],
      })
    })

    it('lists at most 7 products that need attention, the highest expected lost sales first', async () => {
      const variants = Array.from({ length: 9 }, (_, i) => ({
        sales: steady(6),
        available: 10,
        price: 10 + i,
      }))
      const shop = await shopWith([...variants, { sales: steady(6), available: 5000, price: 900 }])
      await shop.forecast()
      const { attention, attentionTotal } = await shop.dashboard()
      expect(attentionTotal).toBe(9)
      expect(attention.map(({ price }) => price)).toEqual([18, 17, 16, 15, 14, 13, 12])
      expect(attention[0]).toMatchObject({
        leadTimeDays: 14,
        recommendation: { kind: 'too_late' },
        incomingOrders: [],
      })
      expect(attention[0]?.futures).toHaveLength(20)
      expect(attention[0]?.leadTimeStockoutProbability).toBeGreaterThan(0.9)
    })

    it('gives the next stockout for a product that is out of stock with units on the way', async () => {
      const shop = await shopWith([{ sales: steady(6), available: 0, incoming: 60, price: 10 }])
      await shop.forecast()
      const { attention, today } = await shop.dashboard()
      const [product] = attention
      const [arrival] = product!.incomingOrders
      const arrivesIn = (Date.parse(arrival!.day) - Date.parse(today)) / DAY_MS
      expect(arrivesIn).toBeGreaterThan(0)
      for (const day of product!.futures) expect(day).toBeGreaterThan(arrivesIn)
    })

    it('names the draft that has a product, without counting its units as on the way', async () => {
      const shop = await shopWith([{ sales: steady(6), available: 10, price: 10 }])
      await shop.forecast()
      const [before] = (await shop.dashboard()).attention
      expect(before).toMatchObject({ inDraft: null, incomingOrders: [] })
      const { merchantId } = shop
      const variantId = shop.variantId
      const supplierId = await insertSupplier(app.kernel, { merchantId, name: 'Roastery', items: [] })
      const order = await shop.ask<{ id: number; number: string }>(ordersApi.create.path, {
        json: { supplierId, lines: [{ variantId, units: 40 }] },
      })
      const inDraft = { orderId: order.id, number: order.number, units: 40 }
      const [after] = (await shop.dashboard()).attention
      expect(after).toEqual({ ...before, inDraft })
      const product = productDetailSchema.parse(await shop.ask(`/api/products/${variantId}`))
      expect(product).toMatchObject({ inDraft, incoming: [] })
    })

    it('has the demand of the whole shop for 60 past and 30 future days, in nested ranges', async () => {
      const shop = await shopWith([{ sales: steady(6) }, { sales: steady(4, 90) }])
      await shop.forecast()
      const { history, forecast, next30 } = (await shop.dashboard()).demand
      expect(history[0]).toEqual({ day: '2026-09-21', unitsSold: 10 })
      expect(history.at(-1)).toEqual({ day: '2026-11-19', unitsSold: 10 })
      expect(forecast).toHaveLength(30)
      expect(forecast[0]?.day).toBe('2026-11-20')
      for (const { p10, p25, p50, p75, p90 } of forecast) {
        const band = [p10, p25, p50, p75, p90]
        expect(band).toEqual([...band].sort((a, b) => a - b))
      }
      expect(next30?.p50).toBeGreaterThan(270)
      expect(next30?.p50).toBeLessThan(330)
    })

    it('has no past demand before the first sale, which is not the first of the 60 days', async () => {
      const pause = [1, ...steady(0, 60), 6, 0]
      const [fresh, paused] = [await shopWith([{ sales: [6, 0] }]), await shopWith([{ sales: pause }])]
      const past = async (shop: typeof fresh) => (await shop.dashboard()).demand.history
      expect(await past(fresh)).toEqual([
        { day: '2026-11-18', unitsSold: 6 },
        { day: '2026-11-19', unitsSold: 0 },
      ])
      await paused.refresh()
      expect(await past(paused)).toHaveLength(60)
    })

    it('D-05 has the 5 newest unresolved alerts', async () => {
      const shop = await shopWith(Array.from({ length: 4 }, () => ({ sales: steady(6), available: 2 })))
      await shop.forecast()
      const first = await shop.dashboard()
      expect(first.activeAlerts).toEqual({ total: 8, newToday: 8, resolvedThisMonth: 0 })
      const [newest, second] = first.recentAlerts
      await shop.request(`/api/alerts/${newest!.id}/resolve`, { method: 'POST' })
      const after = await shop.dashboard()
      expect(after.recentAlerts).toHaveLength(5)
      expect(after.recentAlerts[0]?.id).toBe(second?.id)
      expect(after.activeAlerts).toEqual({ total: 7, newToday: 7, resolvedThisMonth: 1 })
    })

    it("counts days and months by the shop's own calendar", async () => {
      app.kernel.clock.set('2026-12-01T03:00:00Z')
      const shop = await shopWith([{ sales: steady(6), available: 2 }], 'America/New_York')
      await shop.forecast()
      const [alert] = (await shop.dashboard()).recentAlerts
      await shop.request(`/api/alerts/${alert!.id}/resolve`, { method: 'POST' })
      expect((await shop.dashboard()).activeAlerts).toEqual({ total: 1, newToday: 1, resolvedThisMonth: 1 })
      // Two hours later it is December in New York too.
      app.kernel.clock.set('2026-12-01T05:00:00Z')
      expect((await shop.dashboard()).activeAlerts).toEqual({ total: 1, newToday: 0, resolvedThisMonth: 0 })
      app.kernel.clock.set('2026-11-20T10:00:00Z')
    })

    it('X-02 has nothing of another merchant', async () => {
      const other = await shopWith([{ sales: steady(6), available: 2 }])
      await other.forecast()
      const { request } = await app.signUp()
      const dashboard = dashboardSchema.parse(await (await request('/api/dashboard')).json())
      expect(dashboard.products.total + dashboard.activeAlerts.total + dashboard.attentionTotal).toBe(0)
      expect(dashboard.demand.history).toEqual([])
    })
  })
})
