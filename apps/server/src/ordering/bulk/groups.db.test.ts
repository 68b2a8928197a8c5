import {
  actionsApi,
  alertsApi,
  bulkOutcomeSchema,
  type GroupChoices,
  orderListApi,
  productsApi,
  settingsApi,
  trendsApi,
} from '@stockcast/contract'
import { forecastShop } from '@stockcast/forecasting'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { epochDay, today } from '../../kernel/calendar.ts'
import { insertSupplier, newForEachTest, withTestApp } from '../../testing/index.ts'
import { insertOpenAlerts } from '../../testing/insert-alerts.ts'
import { insertForecasts } from '../../testing/insert-forecasts.ts'
import { expectRefusal } from '../../testing/read-answer.ts'

const app = withTestApp()

const titles = ['Apron', 'Bowl', 'Cup', 'Dish', 'Ewer']
const tags = ['Summer\nA, b', 'summer', 'Zwölf Äpfel', '', `A, b\n${'x'.repeat(255)}`]
const vendors = ['Altura', ' altura ', 'Kiln', '', null]
const collections = [[11, 12], [12], [], [], [11]]

/** Five products that sell 4 units a day and for which an order is due, and the same product in another shop. */
async function newShop() {
  const variants = titles.map((title) => ({ title, available: 9, sales: Array(60).fill(4), price: 20 }))
  const merchant = await app.openShop(variants)
  const { merchantId, ids } = merchant
  const day = epochDay(today(app.kernel.clock, 'UTC'))
  const [fitted] = forecastShop({
    origin: day - 1,
    series: [{ id: '1', firstDay: day - 60, unitsSold: new Float64Array(60).fill(4) }],
  })
  await app.kernel.db.withTenant(merchantId, async (tx) => {
    for (const [i, id] of ids.entries())
      await sql`update products set tags = ${tags[i]}, vendor = ${vendors[i]}, collection_ids = ${collections[i]}::bigint[]
        where merchant_id = ${merchantId} and product_id = ${id}`.execute(tx)
    await sql`insert into collections values (${merchantId}, 11, 'Gifts'), (${merchantId}, 12, 'Tea')`.execute(
      tx,
    )
    await insertOpenAlerts(tx, {
      merchantId,
      at: app.kernel.clock.now(),
      alerts: ids.map((variantId) => ({ variantId })),
    })
  })
  const { distribution, evidence } = fitted!
  await insertForecasts(app.kernel, { merchantId, variantIds: ids, distribution, evidence })
  const supplierId = await insertSupplier(app.kernel, {
    merchantId,
    name: 'Hill & Sons',
    currency: 'USD',
    statedDays: 14,
    items: [ids[0]!, ids[1]!].map((variantId) => ({ variantId, unitCostMinor: 800 })),
  })
  const other = await insertSupplier(app.kernel, { merchantId, name: 'Other', statedDays: 3, items: [] })
  await merchant.refresh()
  const read = <T>(path: string, query: string) => merchant.ask<T>(`${path}?${query}`)
  return { merchant, merchantId, ids, supplierId, other, read }
}

type Shop = Awaited<ReturnType<typeof newShop>>
interface Listed {
  rows: { title: string }[]
  total: number
}

const listed = ({ rows, total }: Listed) => {
  expect(total).toBe(rows.length)
  return rows.map(({ title }) => title).sort()
}

/** Returns the first column of a CSV file, without its header. */
const titlesIn = (csv: string) =>
  csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0]!)
    .sort()

const lists: [string, (shop: Shop, query: string) => Promise<string[]>][] = [
  ['products', async (shop, query) => listed(await shop.read<Listed>(productsApi.list.path, query))],
  ['the order list', async (shop, query) => listed(await shop.read<Listed>(orderListApi.get.path, query))],
  [
    'alerts',
    async (shop, query) => {
      const { alerts, total } = await shop.read<{ alerts: { title: string }[]; total: number }>(
        alertsApi.list.path,
        query,
      )
      return listed({ rows: alerts, total })
    },
  ],
  ['settings', async (shop, query) => listed(await shop.read<Listed>(settingsApi.listVariants.path, query))],
  [
    'trends',
    async (shop, query) => listed(await shop.read<Listed>(trendsApi.listProducts.path, `period=30&${query}`)),
  ],
  [
    'the file of products',
    async (shop, query) => {
      const file = await shop.merchant.request(`${productsApi.exportCsv.path}?${query}`)
      return titlesIn(await file.text())
    },
  ],
  [
    'the file of trends',
    async (shop, query) => {
      const file = await shop.merchant.request(`${trendsApi.exportProducts.path}?period=30&${query}`)
      return titlesIn(await file.text())
    },
  ],
]

const shop = newForEachTest(newShop)

describe('a list filtered by groups', () => {
  it.each(lists)(
    'V-02 finds products with any of the values of each kind, in upper or lower case: %s',
    async (_name, read) => {
      expect(await read(shop, 'tag=SUMMER')).toEqual(['Apron', 'Bowl'])
      expect(await read(shop, `tag=summer&tag=${encodeURIComponent('zwölf äpfel')}`)).toEqual([
        'Apron',
        'Bowl',
        'Cup',
      ])
      expect(await read(shop, `tag=${encodeURIComponent('a, B')}`)).toEqual(['Apron', 'Ewer'])
      expect(await read(shop, `tag=${'x'.repeat(255)}`)).toEqual(['Ewer'])
      expect(await read(shop, 'vendor=ALTURA')).toEqual(['Apron', 'Bowl'])
      expect(await read(shop, 'collection=11')).toEqual(['Apron', 'Ewer'])
      expect(await read(shop, `supplier=${shop.supplierId}`)).toEqual(['Apron', 'Bowl'])
      expect(await read(shop, 'collection=11&vendor=altura&tag=summer')).toEqual(['Apron'])
      expect(await read(shop, 'collection=99')).toEqual([])
      expect(await read(shop, 'tag=%25')).toEqual([])
    },
  )

  it('counts by the same filter, which excess stock takes too', async () => {
    const { counts } = await shop.read<{ counts: { all: number } }>(productsApi.list.path, 'tag=summer')
    expect(counts.all).toBe(2)
    const settings = await shop.read<{ counts: object }>(settingsApi.listVariants.path, 'tag=summer')
    expect(settings.counts).toEqual({ all: 2, overridden: 0 })
    const all = await shop.read<{ totals: object }>(orderListApi.get.path, '')
    const some = await shop.read<{ totals: { rows: number }; counts: object }>(
      orderListApi.get.path,
      'tag=summer',
    )
    expect(all.totals).toMatchObject({ rows: 5 })
    expect(some).toMatchObject({ totals: { rows: 2 }, counts: { due: 2 } })
    await shop.read(productsApi.listExcess.path, 'tag=summer&collection=11&vendor=a&supplier=1')
  })

  it('refuses a value that is not a filter and names the field', async () => {
    for (const [query, field] of [
      ['supplier=x', 'supplier'],
      [`tag=${'x'.repeat(256)}`, 'tag'],
      [Array.from({ length: 51 }, (_, n) => `collection=${n + 1}`).join('&'), 'collection'],
    ] as const) {
      await expectRefusal(shop.merchant.request(`${productsApi.list.path}?${query}`), 400, { field })
    }
  })
})

describe('GET /api/product-groups', () => {
  it('V-03 names each group once with its number of products, finds it by a part of its name, and keeps selected ones', async () => {
    const all = await shop.read<GroupChoices>(productsApi.listGroups.path, '')
    const counts = (kind: keyof GroupChoices, from: GroupChoices) =>
      from[kind].map(({ name, products }) => `${name} ${products}`)
    expect(counts('vendor', all)).toEqual(
      ['altura 2', 'Kiln 1'].map((text) => expect.stringMatching(new RegExp(text, 'i'))),
    )
    expect(counts('tag', all).slice(0, 2)).toEqual(['A, b 2', expect.stringMatching(/summer 2/i)])
    expect(counts('collection', all)).toEqual(['Gifts 2', 'Tea 2'])
    expect(counts('supplier', all)).toEqual(['Hill & Sons 2'])
    const found = await shop.read<GroupChoices>(productsApi.listGroups.path, 'search=äPF&collection=12')
    expect(counts('tag', found)).toEqual(['Zwölf Äpfel 1'])
    expect(counts('collection', found)).toEqual(['Tea 2'])
    const stranger = await newShop()
    expect(
      (await stranger.read<GroupChoices>(productsApi.listGroups.path, `supplier=${shop.supplierId}`))
        .supplier,
    ).toHaveLength(1)
  })

  it('is empty for a shop without groups', async () => {
    const merchant = await app.openShop([{}])
    await merchant.rows(sql`update products set vendor = '' where merchant_id = ${merchant.merchantId}`)
    const answer = await merchant.request(productsApi.listGroups.path)
    expect(await answer.json()).toEqual({ vendor: [], supplier: [], tag: [], collection: [] })
  })
})

async function changed(
  shop: Shop,
  action: object,
  target: object = { kind: 'matching', tag: 'summer' },
  preview = false,
) {
  const answer = await shop.merchant.request(actionsApi.changeMany.path, {
    json: { action, target, preview },
  })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return bulkOutcomeSchema.parse(await answer.json())
}

describe('a change of all products that a filter finds', () => {
  it('V-05 sets the lead time of all that is filtered, as the preview says, and can be undone', async () => {
    const save = (preview: boolean) =>
      shop.merchant.request(settingsApi.saveVariants.path, {
        method: 'PUT',
        json: {
          target: { kind: 'matching', tag: ['summer'], status: 'all' },
          set: { leadTimeDays: 21 },
          preview,
        },
      })
    expect(await (await save(true)).json()).toEqual({ matched: 2, changed: 2, undoId: null })
    const { undoId } = (await (await save(false)).json()) as { undoId: number }
    expect(await (await save(true)).json()).toMatchObject({ matched: 2, changed: 0 })
    const own = await shop.read<Listed>(settingsApi.listVariants.path, 'only=overridden')
    expect(listed(own)).toEqual(['Apron', 'Bowl'])
    const undone = await shop.merchant.request(`/api/settings/changes/${undoId}/undo`, { method: 'POST' })
    expect(await undone.json()).toEqual({ restored: 2 })
    const { entries } = await shop.read<{ entries: { detail: string }[] }>('/api/account/activity', '')
    expect(entries.map(({ detail }) => detail)).toContain('lead time 21 days, 2 products')
  })

  it('adds the supplier to those who already sell the products', async () => {
    const action = { kind: 'supplier', supplierId: shop.other }
    expect(await changed(shop, action, undefined, true)).toMatchObject({ matched: 2, changed: 2 })
    expect(await changed(shop, action)).toMatchObject({ matched: 2, changed: 2 })
    expect(await changed(shop, action)).toMatchObject({ matched: 2, changed: 0 })
    const { supplier } = await shop.read<GroupChoices>(productsApi.listGroups.path, '')
    expect(supplier).toEqual([{ value: shop.other, name: 'Other', products: 2 }])
  })

  it('mutes and unmutes products, and reports how many', async () => {
    expect(await changed(shop, { kind: 'mute' }, undefined, true)).toMatchObject({ changed: 2 })
    expect(await changed(shop, { kind: 'mute' })).toMatchObject({ matched: 2, changed: 2 })
    expect(await changed(shop, { kind: 'mute' })).toMatchObject({ matched: 2, changed: 0 })
    const open = await shop.read<{ total: number }>(alertsApi.list.path, 'status=active')
    expect(open.total).toBe(3)
    const chosen = { kind: 'chosen', variantIds: [shop.ids[0]] }
    expect(await changed(shop, { kind: 'unmute' }, chosen)).toMatchObject({ matched: 1, changed: 1 })
    expect(await changed(shop, { kind: 'unmute' }, undefined, true)).toMatchObject({ matched: 2, changed: 1 })
  })

  it('creates drafts with the quantities of the order list, once, and reports why products are left out', async () => {
    const everything = { kind: 'matching' }
    const first = await changed(shop, { kind: 'draft' }, everything, true)
    expect(first).toMatchObject({
      matched: 5,
      changed: 2,
      leftOut: { noSupplier: 3, inDraft: 0, notNeeded: 0 },
      orders: [],
    })
    const made = await changed(shop, { kind: 'draft' }, everything)
    expect(made).toMatchObject({ changed: 2, orders: [{ supplierName: 'Hill & Sons' }] })
    const again = await changed(shop, { kind: 'draft' }, everything)
    expect(again).toMatchObject({ changed: 0, leftOut: { inDraft: 2 }, orders: [] })
  })

  it('follows the status that the list is filtered by', async () => {
    const { counts } = await shop.read<{ counts: Record<string, number> }>(productsApi.list.path, '')
    for (const status of ['critical', 'healthy', 'off_sale'])
      expect(await changed(shop, { kind: 'mute' }, { kind: 'matching', status }, true)).toMatchObject({
        matched: counts[status],
      })
  })

  it('V-05 changes the products that the lists of overstock and of open alerts show', async () => {
    const muted = async (target: object) =>
      (await changed(shop, { kind: 'mute' }, { kind: 'matching', ...target }, true)).matched
    const { alerts } = await shop.read<{ alerts: { variantId: number; type: string }[] }>(
      alertsApi.list.path,
      'status=active&tag=summer',
    )
    const count = (type: string) =>
      new Set(alerts.filter((each) => each.type === type).map(({ variantId }) => variantId)).size
    expect(alerts.length).toBeGreaterThan(0)
    expect(await muted({ alerts: 'all', tag: 'summer' })).toBe(
      new Set(alerts.map(({ variantId }) => variantId)).size,
    )
    for (const type of ['low_stock', 'stockout_risk'])
      expect(await muted({ alerts: type, tag: 'summer' })).toBe(count(type))
    await shop.merchant.rows(sql`update stock_projections set excess_units = 5 where merchant_id = ${shop.merchantId}
      and variant_id = any(${shop.ids.slice(0, 3)}::bigint[])`)
    await shop.merchant.rows(sql`update forecasts set is_dead = true where merchant_id = ${shop.merchantId}
      and variant_id = any(${shop.ids.slice(2, 4)}::bigint[])`)
    for (const [kind, products] of [
      ['all', 4],
      ['overstock', 2],
      ['dead', 2],
    ] as const) {
      const { total } = await shop.read<Listed>(productsApi.listExcess.path, `kind=${kind}`)
      expect(total).toBe(products)
      expect(await muted({ excess: kind })).toBe(products)
    }
  })

  it('refuses the products and the supplier of another shop, and an archived supplier', async () => {
    const stranger = await newShop()
    const send = (action: object, target: object) =>
      shop.merchant.request(actionsApi.changeMany.path, { json: { action, target } })
    const own = { kind: 'chosen', variantIds: [shop.ids[0]] }
    expect((await send({ kind: 'mute' }, { kind: 'chosen', variantIds: stranger.ids })).status).toBe(404)
    expect((await send({ kind: 'supplier', supplierId: stranger.other }, own)).status).toBe(404)
    await shop.merchant.rows(
      sql`update suppliers set archived_at = now() where merchant_id = ${shop.merchantId} and id = ${shop.other}`,
    )
    expect((await send({ kind: 'supplier', supplierId: shop.other }, own)).status).toBe(409)
  })
})
