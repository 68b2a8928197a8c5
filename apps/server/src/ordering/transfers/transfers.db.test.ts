import {
  type CreatedDrafts,
  type Locations,
  locationsApi,
  type OrderList,
  orderListApi,
  type ProductDetail,
  type ProductList,
  productsApi,
  type SuggestionList,
  type Transfer,
  type TransferList,
  toAddress,
  transfersApi,
} from '@stockcast/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { epochDay, today } from '../../kernel/calendar.ts'
import { readScheduledReceipts } from '../../store/inbound/read-scheduled-receipts.task.ts'
import { listStoreReceipts } from '../../store/inbound/store-receipts.ts'
import { reconcileShop } from '../../store/reconcile/reconcile-shop.task.ts'
import { insertSupplier, newForEachTest } from '../../testing/index.ts'
import { shopWithLocations } from '../../testing/shop-with-locations.ts'
import { withSandboxApp } from '../../testing/with-store.ts'
import { wireProjection } from '../../wire-projection.ts'
import { finishTransfer } from './create-in-store.ts'

const app = withSandboxApp()

type Request = (path: string, init?: { json?: unknown; method?: string }) => Promise<Response>

const read = async <T>({ request }: { request: Request }, path: string) =>
  (await (await request(path)).json()) as T

async function post<T>({ request }: { request: Request }, path: string, json: unknown = {}): Promise<T> {
  const answer = await request(path, { json })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as T
}

const unbalanced = () =>
  shopWithLocations(app, {
    locations: ['Main', 'Mall', 'Outlet'],
    variants: [
      { title: 'Kettle', stock: [300, 0, 80], daily: [2, 2, 1] },
      { title: '=Mug', stock: [90, 90, 90], daily: [1, 1, 1] },
    ],
  })

describe('what to move', () => {
  it('is listed with where it is, where it is missing and what moving it changes', async () => {
    const { merchant, ids } = await unbalanced()
    const list = await read<SuggestionList>(merchant, transfersApi.listSuggestions.path)
    expect(list.rows[0]).toMatchObject({
      variantId: ids[0],
      from: { name: 'Main', available: 300 },
      to: { name: 'Mall', available: 0, daysLeft: 0 },
      days: 3,
      stockoutBefore: 1,
    })
    expect(list.rows[0]!.stockoutAfter).toBeLessThan(0.2)
    expect(list.units).toBe(list.rows.reduce((sum, { units }) => sum + units, 0))
    const outlet = await read<SuggestionList>(merchant, `${transfersApi.listSuggestions.path}?location=3`)
    expect(outlet.rows.every(({ from, to }) => from.id === 3 || to.id === 3)).toBe(true)
  })

  it('is on the product’s page when the whole shop has enough and nothing is to be bought', async () => {
    const { merchant, ids } = await unbalanced()
    const product = await read<ProductDetail>(merchant, toAddress(productsApi.get, { variantId: ids[0]! }))
    expect(product.row).toMatchObject({ status: 'healthy', currentStock: 380 })
    expect(product.locations).toMatchObject([
      { name: 'Main', status: 'healthy', available: 300 },
      { name: 'Mall', status: 'out_of_stock', daysUntilStockout: 0 },
      { name: 'Outlet', available: 80 },
    ])
    expect(product.locations.reduce((sum, { averageDailySales }) => sum + averageDailySales!, 0)).toBe(
      product.row.averageDailySales,
    )
    expect(product.transfers[0]).toMatchObject({ from: { name: 'Main' }, to: { name: 'Mall' } })
    const order = await read<OrderList>(merchant, orderListApi.get.path)
    expect(order.rows.filter(({ due }) => due === 'due')).toEqual([])
  })

  it('is a draft once, which is not suggested again until it is cancelled', async () => {
    const shop = await unbalanced()
    const { merchant, ids } = shop
    const line = { variantId: ids[0]!, from: 1, to: 2, units: 40 }
    const { transfers } = await post<{ transfers: Transfer[] }>(merchant, transfersApi.list.path, {
      lines: [line, { ...line, units: 2 }, { variantId: ids[1]!, from: 3, to: 2, units: 5 }],
    })
    expect(transfers).toMatchObject([
      {
        from: { name: 'Main' },
        to: { name: 'Mall' },
        status: 'draft',
        units: 42,
        lines: [{ title: 'Kettle' }],
      },
      { from: { name: 'Outlet' }, units: 5 },
    ])
    await shop.refresh()
    expect((await read<SuggestionList>(merchant, transfersApi.listSuggestions.path)).rows).toEqual([])
    await post(merchant, toAddress(transfersApi.takeStep, { id: transfers[0]!.id }), { step: 'cancel' })
    await shop.refresh()
    expect((await read<SuggestionList>(merchant, transfersApi.listSuggestions.path)).rows).not.toEqual([])
  })

  it.each([
    ['drafted', 'draft'],
    ['created in the store, before the store’s stock shows it', 'created'],
    ['in the store’s own figures', 'shown'],
    ['in the store’s own figures, a day later', 'tomorrow'],
  ])('is suggested whole, and nothing more once it is %s', async (_when, state) => {
    const shop = await unbalanced()
    const { merchant, merchantId, ids, change } = shop
    const list = () => read<SuggestionList>(merchant, transfersApi.listSuggestions.path)
    const lines = (await list()).rows.map(({ variantId, from, to, units }) => ({
      variantId,
      from: from.id,
      to: to.id,
      units,
    }))
    expect(lines).toMatchObject([{ variantId: ids[0], from: 1, to: 2 }])
    const { units } = lines[0]!
    const { transfers } = await post<{ transfers: Transfer[] }>(merchant, transfersApi.list.path, { lines })
    expect((await list()).rows).toEqual([])
    if (state !== 'draft') {
      const attempt = JSON.stringify({ status: 'created', at: app.kernel.clock.now() })
      await change(sql`update stock_transfers set status = 'sent', store_id = 7, attempt = ${attempt}
        where id = ${transfers[0]!.id} and merchant_id = ${merchantId}`)
      await change(
        sql`update stock_transfer_lines set shipped_units = units, to_seen = 0 where merchant_id = ${merchantId}`,
      )
    }
    await shop.refresh()
    expect((await list()).rows).toEqual([])
    if (state === 'draft') return
    const placed = async () =>
      (await read<ProductDetail>(merchant, toAddress(productsApi.get, { variantId: ids[0]! }))).locations.map(
        ({ incoming, leaving }) => [incoming, leaving],
      )
    expect(await placed()).toEqual([
      [0, units],
      [units, 0],
      [0, 0],
    ])
    if (state === 'created') return
    // The store tells of one location after the other.
    await change(sql`update inventory_levels set available = available - ${units}
      where merchant_id = ${merchantId} and variant_id = ${ids[0]} and location_id = 1`)
    await shop.refresh()
    expect((await list()).rows).toEqual([])
    expect(await placed()).toEqual([
      [0, 0],
      [units, 0],
      [0, 0],
    ])
    await change(sql`update inventory_levels set incoming = ${units}
      where merchant_id = ${merchantId} and variant_id = ${ids[0]} and location_id = 2`)
    await change(sql`insert into scheduled_receipts (merchant_id, external_id, variant_id, source, source_name, kind, is_internal,
        location_id, from_location_id, units, ordered_on, read_at)
      values (${merchantId}, 'line/1', ${ids[0]}, 'transfer/7', '#T7', 'transfer', true, 2, 1, ${units},
        ${app.kernel.clock.now().toISOString().slice(0, 10)}, ${app.kernel.clock.now()})`)
    if (state === 'tomorrow') app.kernel.clock.advance(24 * 60 * 60 * 1000)
    await shop.refresh()
    expect((await list()).rows).toEqual([])
    expect(await placed()).toEqual([
      [0, 0],
      [units, 0],
      [0, 0],
    ])
  })

  it('goes through its states in order, and the same press again is refused', async () => {
    const { merchant, ids } = await unbalanced()
    const lines = [{ variantId: ids[0]!, from: 1, to: 2, units: 40 }]
    const { transfers } = await post<{ transfers: Transfer[] }>(merchant, transfersApi.list.path, { lines })
    const path = toAddress(transfersApi.takeStep, { id: transfers[0]!.id })
    const take = async (json: object) => (await merchant.request(path, { json })).status
    expect(await take({ step: 'receive' })).toBe(409)
    expect(await post(merchant, path, { step: 'ship', stepsTaken: 0 })).toMatchObject({ status: 'sent' })
    expect(await take({ step: 'ship', stepsTaken: 0 })).toBe(409)
    expect(await take({ step: 'ship' })).toBe(409)
    expect(await take({ step: 'receive', lines: [{ variantId: ids[0], units: 41 }] })).toBe(400)
    expect(await take({ step: 'receive', lines: [{ variantId: ids[0], units: 0 }] })).toBe(400)
    expect(await take({ step: 'receive', lines: [{ variantId: ids[1], units: 1 }] })).toBe(404)
    expect(await take({ step: 'cancel', lines: [{ variantId: ids[0], units: 1 }] })).toBe(400)
    const part = [{ variantId: ids[0], units: 15 }]
    expect(await post(merchant, path, { step: 'receive', lines: part })).toMatchObject({
      status: 'partly_received',
      lines: [{ units: 40, shippedUnits: 40, receivedUnits: 15 }],
    })
    expect(await take({ step: 'cancel' })).toBe(409)
    expect(await post(merchant, path, { step: 'receive' })).toMatchObject({
      status: 'received',
      lines: [{ receivedUnits: 40 }],
    })
    expect(await take({ step: 'receive' })).toBe(409)
  })

  it('is undone step by step, to the unit', async () => {
    const { merchant, ids } = await unbalanced()
    const lines = [{ variantId: ids[0]!, from: 1, to: 2, units: 40 }]
    const { transfers } = await post<{ transfers: Transfer[] }>(merchant, transfersApi.list.path, { lines })
    const path = toAddress(transfersApi.takeStep, { id: transfers[0]!.id })
    await post(merchant, path, { step: 'ship', lines: [{ variantId: ids[0], units: 30 }] })
    await post(merchant, path, { step: 'receive', lines: [{ variantId: ids[0], units: 10 }] })
    await post(merchant, path, { step: 'receive', lines: [{ variantId: ids[0], units: 5 }], isLast: true })
    const undo = () => post<Transfer>(merchant, path, { step: 'undo' })
    expect(await undo()).toMatchObject({
      status: 'partly_received',
      lastStep: 'receive',
      lines: [{ shippedUnits: 30, receivedUnits: 10 }],
    })
    expect(await undo()).toMatchObject({ status: 'sent', receivedOn: null, lines: [{ receivedUnits: 0 }] })
    expect(await undo()).toMatchObject({
      status: 'draft',
      sentOn: null,
      lastStep: null,
      lines: [{ shippedUnits: 0 }],
    })
    expect((await merchant.request(path, { json: { step: 'undo' } })).status).toBe(409)
  })

  it('counts its units once, at their destination, until the stock of the store shows them there', async () => {
    const shop = await unbalanced()
    const { merchant, ids } = shop
    const at = async (location: number) =>
      (await read<ProductList>(merchant, `${productsApi.list.path}?location=${location}&search=kettle`))
        .rows[0]!
    const whole = async () =>
      (await read<ProductList>(merchant, `${productsApi.list.path}?search=kettle`)).rows[0]!
    const before = { main: await at(1), mall: await at(2), shop: await whole() }
    const lines = [{ variantId: ids[0]!, from: 1, to: 2, units: 40 }]
    const { transfers } = await post<{ transfers: Transfer[] }>(merchant, transfersApi.list.path, { lines })
    const path = toAddress(transfersApi.takeStep, { id: transfers[0]!.id })
    await post(merchant, path, { step: 'ship' })
    await shop.refresh()
    // The store still has all of them at Main, so the shop as a whole has neither more nor less.
    expect(await at(2)).toMatchObject({ currentStock: 0, incoming: 40 })
    expect((await at(1)).daysUntilStockout).toBeLessThan(before.main.daysUntilStockout!)
    expect(await whole()).toMatchObject({ incoming: 0, daysUntilStockout: before.shop.daysUntilStockout })

    await shop.change(
      sql`update inventory_levels set available = 260 where location_id = 1 and variant_id = ${ids[0]}`,
    )
    await shop.refresh()
    // Now they are at neither location.
    expect(await whole()).toMatchObject({
      currentStock: before.shop.currentStock! - 40,
      incoming: 40,
      daysUntilStockout: before.shop.daysUntilStockout,
    })
    expect(await at(2)).toMatchObject({ incoming: 40 })

    await post(merchant, path, { step: 'receive', lines: [{ variantId: ids[0], units: 25 }] })
    await shop.refresh()
    expect(await whole()).toMatchObject({ incoming: 15, notInStore: 25 })
    await shop.change(
      sql`update inventory_levels set available = 25 where location_id = 2 and variant_id = ${ids[0]}`,
    )
    await shop.refresh()
    expect(await whole()).toMatchObject({
      currentStock: before.shop.currentStock! - 15,
      incoming: 15,
      notInStore: 0,
    })
    await post(merchant, path, { step: 'receive', isLast: true, lines: [{ variantId: ids[0], units: 0 }] })
    await shop.refresh()
    expect(await whole()).toMatchObject({ incoming: 0, notInStore: 0 })
  })

  it('is a list to pick by whose texts cannot run as formulas', async () => {
    const { merchant, ids } = await unbalanced()
    const lines = [{ variantId: ids[1]!, from: 1, to: 2, units: 4 }]
    const { transfers } = await post<{ transfers: Transfer[] }>(merchant, transfersApi.list.path, { lines })
    const answer = await merchant.request(toAddress(transfersApi.exportPickList, { id: transfers[0]!.id }))
    const text = await answer.text()
    expect(text).toMatch(/Transfer,From,To,SKU,Product,Units,Picked/)
    expect(text).toMatch(/T-\d+,Main,Mall,SKU-\d+,'=Mug,4,/)
  })

  it.each([
    ['a location that is gone', { from: 1, to: 9 }, 404],
    ['from and to the same', { from: 1, to: 1 }, 400],
  ])('is refused for %s, and nothing is created', async (_what, places, status) => {
    const { merchant, ids } = await unbalanced()
    const lines = [{ variantId: ids[0]!, units: 4, ...places }]
    expect((await merchant.request(transfersApi.list.path, { json: { lines } })).status).toBe(status)
    expect((await read<TransferList>(merchant, transfersApi.list.path)).total).toBe(0)
  })
})

describe('what to order at a location', () => {
  const scarce = () =>
    shopWithLocations(app, {
      locations: ['Main', 'Mall'],
      variants: [{ title: 'Kettle', stock: [20, 0], daily: [4, 4] }],
    })
  const list = (shop: { merchant: { request: Request } }, query = '') =>
    read<OrderList>(shop.merchant, `${orderListApi.get.path}?due=due${query}`)

  it('is its part of the shop’s order, and the parts add up to that order, each with its costs, stock and days', async () => {
    const shop = await scarce()
    const whole = (await list(shop)).rows[0]!
    expect(whole.quantity).toBeGreaterThan(100)
    const [main, mall] = [await list(shop, '&location=1'), await list(shop, '&location=2')]
    expect([main.quantitiesFor, mall.quantitiesFor]).toEqual(['location', 'location'])
    expect(main.rows[0]!.quantity + mall.rows[0]!.quantity).toBe(whole.quantity)
    expect(mall.rows[0]!.quantity - main.rows[0]!.quantity).toBeGreaterThanOrEqual(19)
    expect(mall.rows[0]).toMatchObject({ available: 0, daysLeft: 0, stockoutProbability: 1 })
    expect(main.rows[0]).toMatchObject({ available: 20 })
    expect(mall.totals.units).toBe(mall.rows[0]!.quantity)
    expect(mall.rows[0]!.why).toContainEqual({
      code: 'part_of_shop',
      shopUnits: whole.quantity,
      units: mall.rows[0]!.quantity,
    })
    const csv = await (await shop.merchant.request(`${orderListApi.exportCsv.path}?location=2`)).text()
    expect(csv).toContain(`,${mall.rows[0]!.quantity},1,`)
  })

  it('at a warehouse is for the whole shop, because it keeps stock for the others', async () => {
    const shop = await scarce()
    await shop.change(sql`update locations set role = 'warehouse' where location_id = 1`)
    const whole = await list(shop)
    expect(await list(shop, '&location=1')).toMatchObject({
      quantitiesFor: 'warehouse',
      rows: [{ quantity: whole.rows[0]!.quantity }],
    })
  })

  it('is left to the others by a draft to one of them, and to nobody by a draft without a location', async () => {
    const shop = await scarce()
    const items = shop.ids.map((variantId) => ({ variantId, unitCostMinor: 200 }))
    const supplierId = await insertSupplier(app.kernel, { merchantId: shop.merchantId, name: 'Acme', items })
    await shop.refresh()
    const line = { variantId: shop.ids[0]!, supplierId, units: 50 }
    const draft = async (locationId: number | null) =>
      post<CreatedDrafts>(shop.merchant, orderListApi.createDrafts.path, { locationId, lines: [line] })
    expect((await draft(1)).orders).toHaveLength(1)
    expect((await draft(1)).leftOut).toMatchObject([{ reason: 'in_draft' }])
    expect((await list(shop, '&location=1')).rows[0]).toMatchObject({ quantity: 0, inDraft: { units: 50 } })
    expect((await list(shop, '&location=2')).rows[0]).toMatchObject({ inDraft: null })
    expect((await draft(2)).orders).toHaveLength(1)
    expect((await draft(null)).leftOut).toMatchObject([{ reason: 'in_draft' }])
  })
})

it('the product list of a location has its own stock, status, days and counts, and only products that it keeps', async () => {
  const { merchant, ids } = await shopWithLocations(app, {
    locations: ['Main', 'Mall'],
    variants: [
      { title: 'Kettle', stock: [300, 0], daily: [2, 2] },
      { title: 'Mug', stock: [90, null], daily: [1, 0] },
    ],
  })
  const at = (query: string) => read<ProductList>(merchant, `${productsApi.list.path}?${query}`)
  const mall = await at('location=2')
  expect(mall.rows).toMatchObject([
    { variantId: ids[0], currentStock: 0, status: 'out_of_stock', averageDailySales: 2 },
  ])
  expect(mall.counts).toMatchObject({ all: 1, out_of_stock: 1, healthy: 0 })
  expect(mall.rows[0]!.salesLast30).toEqual(Array(30).fill(2))
  expect((await at('location=2&status=healthy')).total).toBe(0)
  expect((await at('location=1&sort=title')).rows.map(({ title }) => title)).toEqual(['Kettle', 'Mug'])
  expect((await at('location=1&search=mug')).rows).toMatchObject([{ currentStock: 90 }])
  expect((await at('')).rows.find(({ variantId }) => variantId === ids[0])).toMatchObject({
    currentStock: 300,
    status: 'healthy',
  })
})

it('the settings of locations have defaults until they are saved, and decide what is suggested', async () => {
  const shop = await unbalanced()
  const { merchant } = shop
  const before = await read<Locations>(merchant, locationsApi.get.path)
  expect(before.locations.map(({ name, role }) => [name, role])).toEqual([
    ['Main', 'shop'],
    ['Mall', 'shop'],
    ['Outlet', 'shop'],
  ])
  expect(before.lanes).toHaveLength(6)
  const json = {
    roles: [{ id: 1, role: 'external' }],
    lanes: [{ from: 3, to: 2, isOn: false, days: 5, minimumUnits: 2, unitCostMinor: 100 }],
    leastTransferMinor: 500,
  }
  const saved = await merchant.ask<Locations>(locationsApi.get.path, { method: 'PUT', json })
  expect(saved).toMatchObject({ leastTransferMinor: 500, alertsByLocation: false })
  expect(saved.lanes.find(({ from, to }) => from === 3 && to === 2)).toEqual(json.lanes[0])
  await shop.refresh()
  expect((await read<SuggestionList>(merchant, transfersApi.listSuggestions.path)).rows).toEqual([])
  const gone = { roles: [{ id: 77, role: 'shop' }] }
  expect((await merchant.request(locationsApi.get.path, { method: 'PUT', json: gone })).status).toBe(404)
})

const getAlerts = (shop: Awaited<ReturnType<typeof unbalanced>>) =>
  shop.rows(sql<{ type: string; text: string }>`select type, meta ->> 'recommendation' as text from alerts
      where merchant_id = ${shop.merchantId} and not resolved order by variant_id`)

it('an alert of a location opens only if the merchant wants it, and names the location and what to move', async () => {
  const shop = await unbalanced()
  expect(await getAlerts(shop)).toEqual([])
  await shop.change(sql`update merchants set alerts_by_location = true where id = ${shop.merchantId}`)
  await shop.refresh()
  const [alert, ...others] = await getAlerts(shop)
  expect(others).toEqual([])
  expect(alert).toMatchObject({ type: 'stockout_risk' })
  expect(alert!.text).toMatch(/^Move \d+ from Main to Mall\. .*Mall is out of stock\./)
  await shop.change(sql`update inventory_levels set available = 90 where location_id = 2`)
  await shop.refresh()
  expect(await getAlerts(shop)).toEqual([])
})

describe('a transfer in the store', () => {
  let shops = 0

  /** Connects a store of the sandbox with a draft of its first products from one location to the other. */
  async function storeWithDraft({ writesTransfers = true, products = 2 } = {}) {
    const shop = `tiny-moving-${++shops}`
    const merchant = await app.openStore(shop, { writesTransfers })
    const { merchantId, rows } = merchant
    const variants = await rows(sql<{ id: number; tracked: boolean }>`
      select variant_id as id, is_tracked as tracked from variants where merchant_id = ${merchantId} order by is_tracked desc, variant_id`)
    const [from, to] = (
      await rows(
        sql<{
          id: number
        }>`select location_id as id from locations where merchant_id = ${merchantId} order by 1`,
      )
    ).map(({ id }) => id)
    const lines = variants.slice(0, products).map(({ id }) => ({ variantId: id, from, to, units: 3 }))
    const draft = async (more: object[] = []) =>
      (
        await post<{ transfers: Transfer[] }>(merchant, transfersApi.list.path, {
          lines: [...lines, ...more],
        })
      ).transfers[0]!
    const inStore = async () => {
      const answer = await fetch(`${app.sandbox.url}/api/shops/${shop}/transfers`)
      return ((await answer.json()) as { transfers: unknown[] }).transfers
    }
    const fault = (kind: string) =>
      fetch(`${app.sandbox.url}/api/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ provider: 'shopify', kind, shop }),
      })
    return { merchant, variants, from, to, draft, inStore, fault, rows }
  }

  const store = newForEachTest(storeWithDraft)

  it('is created once, ready to ship, however often it is pressed', async () => {
    const { id } = await store.draft()
    const [created, again] = await Promise.all([
      post<Transfer>(store.merchant, toAddress(transfersApi.createInStore, { id })),
      post<Transfer>(store.merchant, toAddress(transfersApi.createInStore, { id })),
    ])
    for (const transfer of [created, again])
      expect(transfer).toMatchObject({ status: 'sent', inStore: '#T0001', message: null })
    expect(await store.inStore()).toHaveLength(1)
    expect((await read<TransferList>(store.merchant, transfersApi.list.path)).access).toBe('granted')
  })

  it('counts its units once from the moment it is created, before and after the store’s stock shows them', async () => {
    const { merchantId } = store.merchant
    const projection = wireProjection(app.kernel)
    const at = async () => {
      await projection.refresh({ merchantId, variantIds: null })
      const [known] = await store.rows(sql<{ incoming: number }>`
        select sum(incoming)::integer as incoming from location_projections
        where merchant_id = ${merchantId} and location_id = ${store.to}
          and variant_id = any(${store.variants.slice(0, 2).map(({ id }) => id)}::bigint[])`)
      return known!.incoming
    }
    const before = await at()
    const { id } = await store.draft()
    expect(await at()).toBe(before)
    await post<Transfer>(store.merchant, toAddress(transfersApi.createInStore, { id }))
    expect(await at()).toBe(before + 6)
    await reconcileShop(app.kernel, { merchantId, kind: 'full' }, new AbortController().signal)
    await readScheduledReceipts(app.kernel, { merchantId }, new AbortController().signal)
    expect(await at()).toBe(before + 6)
    const [shop] = await store.rows(sql<{ timeZone: string }>`
      select time_zone as "timeZone" from merchants where id = ${merchantId}`)
    const day = epochDay(today(app.kernel.clock, shop!.timeZone))
    const arriving = await app.kernel.db.withTenant(merchantId, (tx) =>
      listStoreReceipts(tx, { merchantId, variantIds: null, today: day }),
    )
    const internal = [...arriving.values()].flat().filter(({ isInternal }) => isInternal)
    expect(internal.map(({ units, expectedInDays }) => ({ units, expectedInDays }))).toEqual([
      { units: 3, expectedInDays: 3 },
      { units: 3, expectedInDays: 3 },
    ])
  })

  it('is not created without the permission, and the pick list remains', async () => {
    const store = await storeWithDraft({ writesTransfers: false })
    const { id } = await store.draft()
    const refused = await store.merchant.request(toAddress(transfersApi.createInStore, { id }), { json: {} })
    expect(refused.status).toBe(412)
    expect(await refused.text()).toContain('has not given Stockcast permission to create transfers')
    const list = await read<TransferList>(store.merchant, transfersApi.list.path)
    expect(list).toMatchObject({ access: 'needed', rows: [{ status: 'draft', inStore: null }] })
    expect((await store.merchant.request(toAddress(transfersApi.exportPickList, { id }))).status).toBe(200)
  })

  it('leaves out the lines that the store refuses, says why, and the rest goes through', async () => {
    const untracked = store.variants.find(({ tracked }) => !tracked)!
    const { id } = await store.draft([{ variantId: untracked.id, from: store.from, to: store.to, units: 1 }])
    const created = await post<Transfer>(store.merchant, toAddress(transfersApi.createInStore, { id }))
    expect(created).toMatchObject({ status: 'sent', inStore: '#T0001', units: 6 })
    expect(created.lines.find(({ variantId }) => variantId === untracked.id)).toMatchObject({
      refusedBecause: 'its stock is not tracked',
    })
  })

  it('whose answer was lost is requested again automatically and with each press, and created once', async () => {
    const { id } = await store.draft()
    await store.fault('half_body')
    const lost = await store.merchant.request(toAddress(transfersApi.createInStore, { id }), { json: {} })
    expect(lost.status).toBe(502)
    expect(await lost.text()).toContain('it is never created twice')
    const list = await read<TransferList>(store.merchant, transfersApi.list.path)
    expect(list.rows[0]).toMatchObject({ status: 'draft', message: expect.stringContaining('is not known') })
    expect(
      (
        await store.merchant.request(toAddress(transfersApi.takeStep, { id }), {
          json: { step: 'cancel' },
        })
      ).status,
    ).toBe(409)
    const again = { merchantId: store.merchant.merchantId, transferId: id }
    await expect(finishTransfer(app.kernel, again)).rejects.toMatchObject({ code: 'upstream_failed' })
    await store.fault('none')
    await finishTransfer(app.kernel, again)
    await finishTransfer(app.kernel, again)
    expect(await post<Transfer>(store.merchant, toAddress(transfersApi.createInStore, { id }))).toMatchObject(
      {
        inStore: '#T0001',
      },
    )
    expect(await store.inStore()).toHaveLength(1)
  })
})
