import type { AlertList, Dashboard } from '@stockcast/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { refreshProjectionsTask } from '../store/changes/queue-refresh.ts'
import { forecastShopTask } from '../store/changes/request-forecast.ts'
import { type VariantSeed, withTestApp } from '../testing/index.ts'
import { insertOpenAlerts } from '../testing/insert-alerts.ts'

const app = withTestApp()

const steady = (units: number) => Array.from({ length: 60 }, () => units)

async function shopWith(seed: VariantSeed) {
  const merchant = await app.openShop([{ sales: steady(6), ...seed }])
  const { merchantId, variantId } = merchant
  await app.runTask(forecastShopTask.name, { merchantId })
  return {
    ...merchant,
    alerts: (query = '') => merchant.ask<AlertList>(`/api/alerts${query}`),
    /** Changes the variant's stock and derives everything again, as a sync does. */
    stock: async (available: number, incoming = 0) => {
      await merchant.rows(sql`update inventory_levels set available = ${available}, incoming = ${incoming}
        where merchant_id = ${merchantId} and variant_id = ${variantId}`)
      await app.runTask(refreshProjectionsTask.name, { merchantId, variantIds: [variantId] })
    },
    refresh: () => app.runTask(refreshProjectionsTask.name, { merchantId }),
    /** Saves settings and runs the tasks that this queues. */
    change: async (path: string, json: object) => {
      app.kernel.sentJobs.length = 0
      expect((await merchant.request(path, { method: 'PUT', json })).status).toBe(200)
      const queued = app.kernel.sentJobs.filter((job) => job.name.startsWith('refresh-'))
      for (const { name, data } of queued) await app.runTask(name, data)
    },
    resolve: (id: number) => merchant.request(`/api/alerts/${id}/resolve`, { method: 'POST' }),
  }
}

type Shop = Awaited<ReturnType<typeof shopWith>>

const active = async (shop: Shop) => (await shop.alerts('?status=active')).alerts.map(({ type }) => type)

async function resolveAll(shop: Shop) {
  for (const alert of (await shop.alerts('?status=active')).alerts) await shop.resolve(alert.id)
}

describe('alerts of a shop', () => {
  it('W-02 include low_stock at the safety stock and not above it', async () => {
    expect(await active(await shopWith({ available: 5 }))).toContain('low_stock')
    expect(await active(await shopWith({ available: 6 }))).not.toContain('low_stock')
  })

  it('W-01 use the safety stock of the variant, or else that of the merchant', async () => {
    const shop = await shopWith({ available: 400 })
    const { merchantId, variantId } = shop
    expect(await active(shop)).toEqual([])
    await shop.rows(sql`update settings set default_safety_stock = 400 where merchant_id = ${merchantId}`)
    await shop.refresh()
    expect(await active(shop)).toEqual(['low_stock'])
    await shop.rows(sql`insert into variant_overrides (merchant_id, variant_id, safety_stock, lead_time_days)
      values (${merchantId}, ${variantId}, 10, null)`)
    await shop.refresh()
    expect(await active(shop)).toEqual([])
  })

  it('W-03 say for stockout_risk when and how likely it is, how much to order and by when', async () => {
    const shop = await shopWith({ available: 60 })
    const { alerts } = await shop.alerts()
    expect(alerts).toMatchObject([
      {
        type: 'stockout_risk',
        title: `Product ${shop.variantId}`,
        currentStock: 60,
        resolved: false,
        meta: { daysUntilStockout: 10, orderBy: expect.stringMatching(/^2026-11-/) },
      },
    ])
    expect(alerts[0]?.meta.probability).toBeGreaterThan(0.9)
    expect(alerts[0]?.meta.recommendation).toMatch(
      /^Order \d+ today and expect to be out of stock for about \d days\. Runs out Nov \d+ to Nov \d+, restock takes 14 days\.$/,
    )
  })

  it('W-03 take units on order into account', async () => {
    const shop = await shopWith({ available: 60, incoming: 900 })
    expect(await active(shop)).toEqual([])
  })

  it('W-04 stay the same, and are not announced, when they are evaluated again', async () => {
    const shop = await shopWith({ available: 3 })
    const before = await shop.alerts()
    const told = () =>
      app.kernel.publishedEvents.filter(
        ({ merchantId, event }) => merchantId === shop.merchantId && event.type === 'alerts',
      ).length
    const notifiedBefore = told()
    await shop.refresh()
    await shop.refresh()
    expect(await shop.alerts()).toEqual(before)
    expect(told()).toBe(notifiedBefore)
  })

  it('W-04 are resolved by the system, with the reason, when the stock is back', async () => {
    const shop = await shopWith({ available: 3 })
    await shop.stock(500)
    const { alerts } = await shop.alerts()
    expect(alerts.map(({ type, resolvedBy, resolvedReason }) => [type, resolvedBy, resolvedReason])).toEqual(
      expect.arrayContaining([
        ['low_stock', 'system', 'Closed by itself: 500 units are in stock, above the safety stock of 5.'],
        ['stockout_risk', 'system', 'Closed by itself: 500 units are in stock.'],
      ]),
    )
  })

  it('W-04 that the system resolved open again within a day only when they are worse', async () => {
    const shop = await shopWith({ available: 3 })
    await shop.stock(500)
    await shop.stock(3)
    expect(await active(shop)).toEqual([])
    await shop.stock(0)
    expect(await active(shop)).toHaveLength(2)
  })

  it.each([
    ['safety stock', '/api/settings', { defaultSafetyStock: 6, defaultLeadTimeDays: 14 }],
    ['lead time', '/api/settings', { defaultSafetyStock: 5, defaultLeadTimeDays: 15 }],
    ['service level', '/api/scorecard/sensitivity', { serviceLevel: 0.8 }],
    ['own safety stock of the product', 'variant', { safetyStock: 6, leadTimeDays: null }],
  ])('W-04 that the system resolved open at once when the merchant changed the %s', async (_, path, json) => {
    const shop = await shopWith({ available: 3 })
    await shop.stock(500)
    await shop.stock(3)
    expect(await active(shop)).toEqual([])
    await shop.change(path === 'variant' ? `/api/variants/${shop.variantId}/settings` : path, json)
    expect((await active(shop)).sort()).toEqual(['low_stock', 'stockout_risk'])

    await shop.stock(500)
    await shop.stock(3)
    expect(await active(shop)).toEqual([])
  })

  it('W-04 do not open again when the same settings are saved', async () => {
    const shop = await shopWith({ available: 3 })
    await shop.stock(500)
    await shop.stock(3)
    await shop.change('/api/settings', { defaultSafetyStock: 5, defaultLeadTimeDays: 14 })
    expect(await active(shop)).toEqual([])
  })

  it('W-04 are resolved by the system when an order is on the way', async () => {
    const shop = await shopWith({ available: 60 })
    await shop.stock(60, 900)
    const { alerts } = await shop.alerts('?status=resolved')
    expect(alerts).toMatchObject([
      {
        resolvedReason: 'Closed by itself: 900 units are on the way.',
        resolvedCause: { code: 'incoming', units: 900 },
      },
    ])
  })

  it('W-04 that were resolved by hand stay resolved while nothing has changed', async () => {
    const shop = await shopWith({ available: 4 })
    await resolveAll(shop)
    await shop.refresh()
    await shop.stock(3)
    expect(await active(shop)).toEqual([])
  })

  it('W-04 that were resolved by hand open again after the condition has cleared in between', async () => {
    const shop = await shopWith({ available: 4 })
    await resolveAll(shop)
    await shop.stock(500)
    await shop.stock(4)
    expect((await active(shop)).sort()).toEqual(['low_stock', 'stockout_risk'])
  })

  it('W-04 that were resolved by hand open again when the condition escalates', async () => {
    const shop = await shopWith({ available: 4 })
    await resolveAll(shop)
    await shop.stock(0)
    expect((await active(shop)).sort()).toEqual(['low_stock', 'stockout_risk'])
    expect((await shop.alerts()).total).toBe(4)
  })

  it('W-04 escalate in place instead of opening a second alert', async () => {
    const shop = await shopWith({ available: 60 })
    const [before] = (await shop.alerts()).alerts
    await shop.stock(0)
    const risks = (await shop.alerts('?type=stockout_risk')).alerts
    expect(risks).toMatchObject([{ id: before!.id, triggeredAt: before!.triggeredAt, currentStock: 0 }])
    expect(risks[0]?.meta.recommendation).toContain('expect to be out of stock')
  })

  it('R-02 are resolved when the product is gone, and then have no title', async () => {
    const shop = await shopWith({ available: 3 })
    await shop.rows(sql`delete from products where merchant_id = ${shop.merchantId}`)
    await shop.refresh()
    expect((await shop.alerts()).alerts).toMatchObject([
      { title: null, sku: null, currentStock: null, resolved: true },
      { title: null, sku: null, currentStock: null, resolved: true },
    ])
  })

  it('do not open before the first forecast is complete', async () => {
    const { merchantId, request } = await app.openShop([{ sales: steady(6), available: 1 }])
    await app.runTask(refreshProjectionsTask.name, { merchantId })
    expect(((await (await request('/api/alerts')).json()) as AlertList).total).toBe(0)
  })
})

/** Opens an alert for each of these variants at the same time, with these days until stockout. */
async function shopWithDays(daysOf: Record<number, number | null>) {
  const merchant = await app.signUp()
  const { merchantId } = merchant
  const variantIds = Object.keys(daysOf).map(Number)
  const at = new Date('2026-11-19T05:00:00Z')
  const ids = await app.kernel.db.withTenant(merchantId, async (tx) => {
    const alerts = variantIds.map((variantId) => ({ variantId }))
    const opened = await insertOpenAlerts(tx, { merchantId, at, alerts })
    for (const [i, { alertId }] of opened.entries()) {
      await sql`update alerts set meta = meta || jsonb_build_object('days_until_stockout', ${daysOf[variantIds[i]!]}::integer)
        where merchant_id = ${merchantId} and id = ${alertId}`.execute(tx)
    }
    return opened.map(({ alertId }) => alertId)
  })
  const list = async (query: string) => {
    const { alerts } = await merchant.ask<AlertList>(`/api/alerts${query}`)
    return { alerts, of: alerts.map(({ variantId }) => variantId) }
  }
  return { merchant, ids, list }
}

describe('R-01 GET /api/alerts', () => {
  it('answers 200 with alerts by status and type, newest first, and their count', async () => {
    const shop = await shopWith({ available: 4 })
    const [low] = (await shop.alerts('?type=low_stock')).alerts
    await shop.resolve(low!.id)
    expect(await shop.alerts('?status=resolved')).toMatchObject({ total: 1, alerts: [{ type: 'low_stock' }] })
    expect(await shop.alerts('?status=active')).toMatchObject({
      total: 1,
      alerts: [{ type: 'stockout_risk' }],
    })
    expect(await shop.alerts('?status=active&type=low_stock')).toMatchObject({ total: 0, alerts: [] })
    expect(await shop.alerts('?pageSize=1&page=2')).toMatchObject({ total: 2, page: 2, alerts: [{}] })
  })

  describe('for products with both types of alert', () => {
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 19, hour))

    async function shopWithPairs() {
      const merchant = await app.signUp()
      const { merchantId } = merchant
      await app.kernel.db.withTenant(merchantId, async (tx) => {
        const open = (hour: number, alerts: Parameters<typeof insertOpenAlerts>[1]['alerts']) =>
          insertOpenAlerts(tx, { merchantId, at: at(hour), alerts })
        await open(1, [{ variantId: 1, type: 'low_stock' }])
        await open(2, [{ variantId: 2, type: 'stockout_risk' }])
        await open(3, [{ variantId: 3, type: 'low_stock' }])
        await open(4, [{ variantId: 1, type: 'stockout_risk' }])
        const both = ['low_stock', 'stockout_risk'] as const
        await open(
          5,
          both.flatMap((type) => [4, 5].map((variantId) => ({ variantId, type }))),
        )
      })
      const list = async (query: string) => {
        const { alerts, total } = await merchant.ask<AlertList>(`/api/alerts${query}`)
        return { total, alerts, of: alerts.map(({ variantId }) => variantId) }
      }
      return { merchant, list }
    }

    it('R-02 lists the open alerts of a product together, at the place of the newer one', async () => {
      const { list } = await shopWithPairs()
      const { of, total, alerts } = await list('?status=active')
      expect(of).toEqual([5, 5, 4, 4, 1, 1, 3, 2])
      expect(total).toBe(8)
      expect(alerts.slice(4, 6).map(({ type }) => type)).toEqual(['stockout_risk', 'low_stock'])
    })

    it('R-01 counts alerts and shows each on exactly one page', async () => {
      const { list } = await shopWithPairs()
      const whole = (await list('')).alerts.map(({ id }) => id)
      const pages = await Promise.all([1, 2, 3].map((page) => list(`?page=${page}&pageSize=3`)))
      expect(pages.flatMap(({ alerts }) => alerts.map(({ id }) => id))).toEqual(whole)
      expect(pages.map(({ total }) => total)).toEqual([8, 8, 8])
    })

    it('R-01 sorts alerts of one type by their own times', async () => {
      const { list } = await shopWithPairs()
      expect((await list('?type=low_stock')).of).toEqual([5, 4, 3, 1])
      expect((await list('?type=stockout_risk&status=active')).of).toEqual([5, 4, 1, 2])
    })

    it('R-02 sorts both alerts by their own times once one of them is resolved', async () => {
      const { merchant, list } = await shopWithPairs()
      const newer = (await list('')).alerts.find(
        ({ variantId, type }) => variantId === 1 && type === 'stockout_risk',
      )
      await merchant.request(`/api/alerts/${newer?.id}/resolve`, { method: 'POST' })
      expect((await list('')).of).toEqual([5, 5, 4, 4, 1, 3, 2, 1])
      expect((await list('?status=resolved')).of).toEqual([1])
    })

    it('D-05 the dashboard shows the five newest alerts by their own times', async () => {
      const { merchant } = await shopWithPairs()
      const { recentAlerts } = await merchant.ask<Dashboard>('/api/dashboard')
      expect(recentAlerts.map(({ triggeredAt }) => triggeredAt)).toEqual(
        [5, 5, 5, 5, 4].map((hour) => at(hour).toISOString()),
      )
    })
  })

  it('R-01 lists alerts of the same time, in the history and on the dashboard, by their days until stockout', async () => {
    const { list, merchant } = await shopWithDays({ 1: 12, 2: 3, 3: null, 4: 0 })
    expect((await list('')).of).toEqual([4, 2, 1, 3])
    const answer = await merchant.ask<Dashboard>('/api/dashboard')
    expect(answer.recentAlerts.map(({ variantId }) => variantId)).toEqual([4, 2, 1, 3])
  })

  it('R-01 sorts open alerts by their stockout, and lists resolved ones after them', async () => {
    const { list, merchant, ids } = await shopWithDays({ 1: 12, 2: 3, 3: null, 4: 0 })
    await merchant.request(`/api/alerts/${ids[3]}/resolve`, { method: 'POST' })
    expect((await list('?sort=stockout')).of).toEqual([2, 1, 3, 4])
    expect((await list('?sort=stockout&pageSize=2&page=2')).of).toEqual([3, 4])
  })

  it('R-01 finds alerts by a part of title or SKU, in any case', async () => {
    const shop = await shopWith({ available: 4, sku: 'NF-100%_A', title: 'House Espresso' })
    for (const [search, total] of [
      ['espresso', 2],
      ['nf-100%_a', 2],
      ['100x', 0],
      ['', 2],
    ] as const) {
      const found = await shop.alerts(`?search=${encodeURIComponent(search)}`)
      expect([search, found.total, found.alerts.length]).toEqual([search, total, total])
    }
  })

  it('answers 400 for an unknown status', async () => {
    const { request } = await app.signUp()
    expect((await request('/api/alerts?status=open')).status).toBe(400)
  })
})

describe('R-04 POST /api/alerts/{id}/resolve', () => {
  it('answers 200, resolves the alert by the merchant and announces that to open pages', async () => {
    const shop = await shopWith({ available: 60 })
    const [alert] = (await shop.alerts()).alerts
    const answer = await shop.resolve(alert!.id)
    expect(await answer.json()).toMatchObject({
      id: alert!.id,
      resolved: true,
      resolvedBy: 'merchant',
      resolvedReason: null,
      resolvedAt: '2026-11-20T10:00:00.000Z',
    })
    expect(app.kernel.publishedEvents.at(-1)).toEqual({
      merchantId: shop.merchantId,
      event: { type: 'alerts' },
    })
  })

  it('answers 409 the second time, because a resolved alert never becomes active again', async () => {
    const shop = await shopWith({ available: 60 })
    const [alert] = (await shop.alerts()).alerts
    await shop.resolve(alert!.id)
    expect((await shop.resolve(alert!.id)).status).toBe(409)
  })
})

describe('R-04 POST /api/alerts/resolve/undo', () => {
  const undo = (shop: Shop, ...alertIds: number[]) =>
    shop.ask<{ raised: number }>('/api/alerts/resolve/undo', { json: { alertIds } })

  it('W-04 raises a new alert with a new id and sends nothing again, and the resolved one stays resolved', async () => {
    const shop = await shopWith({ available: 60 })
    const [alert] = (await shop.alerts()).alerts
    const pending = () =>
      shop.rows(sql<{ alert_id: number | null; status: string }>`
        select alert_id, status from pending_notifications`)
    await shop.rows(sql`insert into pending_notifications (merchant_id, alert_id, severity, channel, status, created_at, due_at)
      values (${shop.merchantId}, ${alert!.id}, 2, 'email', 'sent', now(), now()),
        (${shop.merchantId}, ${alert!.id}, 2, 'slack', 'waiting', now(), now())`)
    await shop.resolve(alert!.id)
    app.kernel.clock.advance(9000)
    expect(await undo(shop, alert!.id)).toEqual({ raised: 1 })
    await shop.refresh()
    const { alerts } = await shop.alerts()
    expect(alerts.map(({ id, resolved, type }) => [id === alert!.id, resolved, type])).toEqual([
      [false, false, 'stockout_risk'],
      [true, true, 'stockout_risk'],
    ])
    expect(alerts[1]).toMatchObject({ resolvedBy: 'merchant', meta: alert!.meta })
    expect((await pending()).toSorted((a, b) => a.status.localeCompare(b.status))).toEqual([
      { alert_id: alert!.id, status: 'sent' },
      { alert_id: alerts[0]!.id, status: 'waiting' },
    ])
    expect(await undo(shop, alert!.id)).toEqual({ raised: 0 })
  })

  it('raises nothing for an alert that was resolved a while ago, by the system, or not at all', async () => {
    const shop = await shopWith({ available: 60 })
    const [alert] = (await shop.alerts()).alerts
    expect(await undo(shop, alert!.id)).toEqual({ raised: 0 })
    await shop.resolve(alert!.id)
    app.kernel.clock.advance(60_000)
    expect(await undo(shop, alert!.id)).toEqual({ raised: 0 })
    expect(await active(shop)).toEqual([])
  })

  it('does not raise a resolved alert again if the condition has opened another one since', async () => {
    const shop = await shopWith({ available: 60 })
    const [alert] = (await shop.alerts()).alerts
    await shop.resolve(alert!.id)
    await shop.stock(0)
    expect(await undo(shop, alert!.id)).toEqual({ raised: 0 })
    expect((await active(shop)).filter((type) => type === 'stockout_risk')).toHaveLength(1)
  })

  it('X-02 does nothing with the alerts of another merchant', async () => {
    const [mine, other] = [await shopWith({ available: 60 }), await shopWith({ available: 60 })]
    const [alert] = (await other.alerts()).alerts
    await other.resolve(alert!.id)
    expect(await undo(mine, alert!.id)).toEqual({ raised: 0 })
    expect(await active(other)).toEqual([])
  })
})

describe('R-04 POST /api/alerts/resolve', () => {
  it('answers 200 and resolves the open ones of these alerts, once', async () => {
    const { merchant, ids, list } = await shopWithDays({ 1: 12, 2: 3, 3: 5 })
    const resolve = async () => {
      const json = { alertIds: [...ids.slice(0, 2), 9_999_999] }
      return (await merchant.request('/api/alerts/resolve', { json })).json()
    }
    expect(await resolve()).toEqual({ resolved: 2 })
    expect(app.kernel.publishedEvents.at(-1)).toEqual({
      merchantId: merchant.merchantId,
      event: { type: 'alerts' },
    })
    expect(await resolve()).toEqual({ resolved: 0 })
    expect((await list('?status=active')).of).toEqual([3])
  })

  it('answers 400 without alerts, and for more than a page of them', async () => {
    const { request } = await app.signUp()
    const tooMany = Array.from({ length: 201 }, (_, i) => i + 1)
    for (const alertIds of [[], tooMany])
      expect((await request('/api/alerts/resolve', { json: { alertIds } })).status).toBe(400)
  })

  it("leaves another merchant's alerts active", async () => {
    const [mine, other] = [await app.signUp(), await shopWithDays({ 1: 3 })]
    const json = { alertIds: other.ids }
    const answer = await mine.request('/api/alerts/resolve', { json })
    expect(await answer.json()).toEqual({ resolved: 0 })
    expect((await other.list('?status=active')).of).toEqual([1])
  })
})
