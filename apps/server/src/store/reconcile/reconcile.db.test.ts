import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from '@stockcast/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { OPTIONAL_TOPICS, SUBSCRIBED_TOPICS } from '../../providers/shopify/webhooks/subscriptions.ts'
import { never } from '../../testing/index.ts'
import { newForEachTest } from '../../testing/new-for-each-test.ts'
import { storeHere, storeThere } from '../../testing/store-truth.ts'
import { connectStore, withSandboxApp } from '../../testing/with-store.ts'
import { applyWebhooks } from '../webhooks/apply-webhooks.task.ts'
import { confirmDeparture } from '../webhooks/confirm-departure.task.ts'
import { ensureSubscriptions } from '../webhooks/ensure-subscriptions.task.ts'
import { readChanges } from '../webhooks/read-changes.task.ts'
import { readLevels } from '../webhooks/read-levels.task.ts'
import { reconcileShop } from './reconcile-shop.task.ts'

const app = withSandboxApp()

let shops = 0

/** Returns a small store, connected and synced; its webhooks are not yet subscribed. */
async function newStore() {
  const shop = `tiny-${++shops}`
  const merchant = await app.openStore(shop)
  const { merchantId, rows } = merchant
  // The clock of these tests stands still and must not fall behind the store's clock, which runs.
  app.kernel.clock.advance(60_000)
  const compare = (kind: 'recent' | 'full') => {
    // What changed within the last minute may be on its way and counts as no difference.
    app.kernel.clock.advance(120_000)
    return reconcileShop(app.kernel, { merchantId, kind }, never)
  }
  const lastRun = async () =>
    (
      await rows(sql<{ checked: number; differences: Record<string, number> }>`
        select checked, differences from reconcile_runs where merchant_id = ${merchantId} order by id desc limit 1`)
    )[0]
  const countryCode = async () => {
    const session = await merchant.ask<Session>('/api/session')
    return session.merchant.countryCode
  }
  const here = () => storeHere(app.kernel, merchantId)
  const there = () => storeThere(app.sandbox.url, shop)
  return { shop, merchant, merchantId, compare, rows, lastRun, countryCode, here, there }
}

const noDifference = { stock: 0, orders: 0, products: 0 }

const store = newForEachTest(newStore)

describe('the comparison with the store', () => {
  it('finds no difference right after a sync', async () => {
    await store.compare('full')
    expect(await store.lastRun()).toMatchObject({ differences: noDifference })
    expect(await store.here()).toEqual(await store.there())
  })

  it('leaves stock and sales by location that sum to the shop’s, to the unit', async () => {
    await app.changeStore(`${store.shop}/burst`, { events: 60, seed: shops })
    await store.compare('recent')
    await store.merchant.refresh()
    const { merchantId } = store
    const sums = await store.rows(sql<{ shop: number[]; by_location: number[]; locations: number }>`
      select array[o.available, o.units_sold_30] as shop,
        array[sum(l.available)::integer, sum(l.units_sold_30)::integer] as by_location, count(*)::integer as locations
      from stock_projections o
      join location_projections l on l.merchant_id = ${merchantId} and l.variant_id = o.variant_id
      where o.merchant_id = ${merchantId} group by o.merchant_id, o.variant_id`)
    expect(sums.length).toBeGreaterThan(5)
    for (const { shop, by_location, locations } of sums) {
      expect(locations).toBe(2)
      expect(by_location).toEqual(shop)
    }
    const [known] = await store.rows(sql<{ share: number }>`
      select count(location_id)::float8 / count(*) as share from orders where merchant_id = ${merchantId}`)
    expect(known!.share).toBeGreaterThan(0.5)
  })

  it.each(['recent', 'full'] as const)(
    'repairs and counts, when it is %s, what no webhook reported',
    async (kind) => {
      await app.changeStore(`${store.shop}/burst`, { events: 60, seed: shops })
      await app.changeStore(`${store.shop}/products`, { title: 'New kettle', price: 12, units: 7 })
      expect(await store.here()).not.toEqual(await store.there())
      await store.compare(kind)
      expect(await store.here()).toEqual(await store.there())
      const { differences } = (await store.lastRun()) ?? {}
      expect(Math.min(...Object.values(differences ?? {}))).toBeGreaterThan(0)
      await store.compare(kind)
      expect(await store.lastRun()).toMatchObject({ differences: noDifference })
    },
  )

  it('deletes a product that is gone from the store, when it is full', async () => {
    const [gone] = await store.rows(sql<{ product_id: number }>`
      select product_id from variants where merchant_id = ${store.merchantId} limit 1`)
    await app.changeStore(`${store.shop}/products/${gone?.product_id}/delete`)
    await store.compare('full')
    const left = await store.rows(sql`
      select from products where merchant_id = ${store.merchantId} and product_id = ${gone?.product_id}`)
    expect(left).toEqual([])
    expect(await store.here()).toEqual(await store.there())
  })

  it('reports when the store last agreed with this database, and how many differences were found', async () => {
    await store.compare('recent')
    const session = await store.merchant.ask<{
      freshness: Record<string, unknown>
    }>('/api/session')
    const now = app.kernel.clock.now().toISOString()
    expect(session.freshness).toMatchObject({ stockAsOf: now, lastCheckedAt: now, differences: 0 })
  })

  it('reads the orders in bulk after a long pause, and includes them in forecasts and alerts', async () => {
    await app.changeStore(`${store.shop}/burst`, { events: 60, seed: 5 })
    app.kernel.clock.advance(7 * 3_600_000)
    app.kernel.sentJobs.length = 0
    await store.compare('recent')
    expect(await store.here()).toEqual(await store.there())
    const { merchantId } = store
    expect(app.kernel.sentJobs.map(({ name, data }) => ({ name, data }))).toEqual(
      expect.arrayContaining([
        { name: 'forecast-shop', data: { merchantId } },
        { name: 'refresh-catalogue', data: { merchantId } },
      ]),
    )
  })

  it('skips a store that was uninstalled', async () => {
    await store.rows(sql`
      update shop_connections set status = 'disconnected', access_token = null where merchant_id = ${store.merchantId}`)
    await store.compare('recent')
    expect(await store.lastRun()).toBeUndefined()
  })
})

describe('webhooks of the store', () => {
  const drain = async (store: Awaited<ReturnType<typeof newStore>>) => {
    await waitForDeliveries(store.shop)
    await applyWebhooks(app.kernel, { merchantId: store.merchantId }, never)
    await readChanges(app.kernel, { merchantId: store.merchantId }, never)
    await readLevels(app.kernel, { merchantId: store.merchantId })
  }
  const waitForDeliveries = async (shop: string) => {
    for (;;) {
      const answer = await fetch(`${app.sandbox.url}/api/shops/${shop}/webhooks`)
      const { pending, deliveries } = (await answer.json()) as {
        pending: number
        deliveries: { status: string; attempts: { answer: string }[] }[]
      }
      const refused = deliveries.find(({ status, attempts }) => status === 'pending' && attempts.length > 0)
      if (refused) throw new Error(`a webhook was not accepted: ${refused.attempts.at(-1)?.answer}`)
      if (pending === 0) return
      await sleep(20)
    }
  }
  const getSubscriptions = async (shop: string) => {
    const answer = await fetch(`${app.sandbox.url}/api/shops/${shop}/webhooks`)
    return ((await answer.json()) as { subscriptions: { topic: string; uri: string }[] }).subscriptions
  }

  it('are subscribed once, however often the subscriptions are checked', async () => {
    await ensureSubscriptions(app.kernel, { merchantId: store.merchantId })
    await ensureSubscriptions(app.kernel, { merchantId: store.merchantId })
    const subscriptions = await getSubscriptions(store.shop)
    const topics = [...SUBSCRIBED_TOPICS, ...Object.values(OPTIONAL_TOPICS).flat()]
    expect(subscriptions.map((each) => each.topic).sort()).toEqual(topics.sort())
    expect(new Set(subscriptions.map((each) => each.uri))).toEqual(
      new Set([`${app.address}/webhooks/shopify`]),
    )
  })

  it('leave, when all are delivered, the same rows as in the store without any comparison', async () => {
    await ensureSubscriptions(app.kernel, { merchantId: store.merchantId })
    await app.changeStore(`${store.shop}/burst`, { events: 60, seed: 3 })
    await drain(store)
    expect(await store.here()).toEqual(await store.there())
  })

  it('that arrive twice, out of order or not at all leave the rows of the store after the next comparison', async () => {
    await ensureSubscriptions(app.kernel, { merchantId: store.merchantId })
    await app.changeStore(`${store.shop}/webhooks`, {
      duplicateRatio: 0.2,
      dropRatio: 0.05,
      shuffleWindow: 50,
    })
    await app.changeStore(`${store.shop}/burst`, { events: 300, seed: 7 })
    await drain(store)
    await store.compare('recent')
    expect(await store.here()).toEqual(await store.there())
  })

  it('that an outage left unread are read after the next comparison', async () => {
    await ensureSubscriptions(app.kernel, { merchantId: store.merchantId })
    await app.changeStore(`${store.shop}/burst`, { events: 60, seed: 9 })
    await waitForDeliveries(store.shop)
    await applyWebhooks(app.kernel, { merchantId: store.merchantId }, never)
    const reads = () => {
      const sent = app.kernel.sentJobs.splice(0)
      return sent.filter(({ name }) => name.startsWith('read-')).map(({ name, data }) => ({ name, data }))
    }
    reads()
    await store.compare('recent')
    const data = { merchantId: store.merchantId }
    expect(reads()).toEqual([
      { name: 'read-levels', data },
      { name: 'read-changes', data },
    ])
    await drain(store)
    await store.compare('recent')
    expect(reads()).toEqual([])
  })

  it('that announce a new time zone move every order to its day there and lose none', async () => {
    await ensureSubscriptions(app.kernel, { merchantId: store.merchantId })
    const before = await store.here()
    await app.changeStore(`${store.shop}/time-zone`, { timeZone: 'Pacific/Kiritimati' })
    await drain(store)
    expect(app.kernel.sentJobs.map((job) => job.name)).toContain('move-time-zone')
    const { moveTimeZone } = await import('../sync/move-time-zone.task.ts')
    await moveTimeZone(app.kernel, { merchantId: store.merchantId }, never)
    const after = await store.here()
    expect(after).toEqual(await store.there())
    expect(after.timeZone).toBe('Pacific/Kiritimati')
    expect(after.sales).not.toEqual(before.sales)
  })

  it('that announce another country change how messages are written, those of open alerts too', async () => {
    await ensureSubscriptions(app.kernel, { merchantId: store.merchantId })
    expect(await store.countryCode()).toBe('US')
    await app.changeStore(`${store.shop}/country`, { countryCode: 'DE' })
    app.kernel.sentJobs.length = 0
    await drain(store)
    expect(await store.countryCode()).toBe('DE')
    expect(app.kernel.sentJobs).toContainEqual(
      expect.objectContaining({ name: 'refresh-catalogue', data: { merchantId: store.merchantId } }),
    )
  })

  it('that announce an uninstall keep the data, and a new connection continues with it', async () => {
    await ensureSubscriptions(app.kernel, { merchantId: store.merchantId })
    await app.changeStore(`${store.shop}/uninstall`)
    await waitForDeliveries(store.shop)
    await applyWebhooks(app.kernel, { merchantId: store.merchantId }, never)
    await confirmDeparture(app.kernel, { merchantId: store.merchantId })
    const session = await store.merchant.ask<Record<string, unknown>>('/api/session')
    expect(session.connection).toMatchObject({ status: 'disconnected' })
    expect(await store.here()).toEqual(await store.there())

    app.kernel.clock.set(new Date().toISOString())
    const { syncRunId } = await connectStore(store.merchant, `${store.shop}.myshopify.com`, app.address)
    const [run] = await store.rows(sql<{ kind: string }>`
      select kind from sync_runs where merchant_id = ${store.merchantId} and id = ${syncRunId}`)
    expect(run?.kind).toBe('full')
    const again = await store.merchant.ask<Record<string, unknown>>('/api/session')
    expect(again.connection).toEqual({ status: 'connected', message: null })
  })
})
