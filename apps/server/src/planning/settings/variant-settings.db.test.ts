import {
  type BulkVariantSettings,
  bulkVariantSettingsAnswerSchema,
  type ProductDetail,
  type VariantSettings,
  type VariantSettingsList,
  variantSettingsListSchema,
} from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import {
  insertSupplier,
  newForEachTest,
  type TestMerchant,
  type TestShop,
  withTestApp,
} from '../../testing/index.ts'
import { expectRefusal } from '../../testing/read-answer.ts'

const app = withTestApp()

const titles = ['Apron', 'Bag 50%', 'Cup', 'Dish', 'Etching']

async function shopWith(count = titles.length): Promise<TestShop> {
  const variants = Array.from({ length: count }, (_, i) => ({
    title: titles[i] ?? `Product ${i}`,
    sku: `SKU-${i}`,
  }))
  return app.openShop(variants)
}

const list = async (shop: TestMerchant, query = ''): Promise<VariantSettingsList> =>
  variantSettingsListSchema.parse(await shop.ask(`/api/settings/variants${query}`))

const numbers = async () =>
  (await list(shop)).rows.map(({ safetyStock, leadTimeDays }) => [safetyStock, leadTimeDays])

const saveOne = (shop: TestMerchant, variantId: number | string | undefined, json: unknown) =>
  shop.request(`/api/variants/${variantId}/settings`, { method: 'PUT', json })

const saveMany = (shop: TestMerchant, json: BulkVariantSettings | object) =>
  shop.request('/api/settings/variants', { method: 'PUT', json })

async function saved(shop: TestMerchant, input: BulkVariantSettings) {
  const answer = await saveMany(shop, input)
  expect(answer.status).toBe(200)
  return bulkVariantSettingsAnswerSchema.parse(await answer.json())
}

const undo = (shop: TestMerchant, id: number | null) =>
  shop.request(`/api/settings/changes/${id}/undo`, { method: 'POST' })

const getRefreshes = ({ merchantId }: TestMerchant) =>
  app.kernel.sentJobs
    .filter((job) => job.name.startsWith('refresh-'))
    .map((job) => job.data as { merchantId: number; variantIds?: number[] })
    .filter((data) => data.merchantId === merchantId)

const none: VariantSettings = { safetyStock: null, leadTimeDays: null, coverDays: null }
const all = { kind: 'matching' as const }

const shop = newForEachTest(shopWith)

describe('GET /api/settings/variants', () => {
  it('G-03 lists products by title, with the defaults that apply where nothing is set', async () => {
    await saveOne(shop, shop.ids[1], { safetyStock: 7, leadTimeDays: null })
    const products = await list(shop)
    expect(products.rows.map((row) => row.title)).toEqual(titles)
    expect(products.rows[1]).toEqual({
      variantId: shop.ids[1],
      title: 'Bag 50%',
      sku: 'SKU-1',
      safetyStock: 7,
      leadTimeDays: null,
      coverDays: null,
      usual: { leadTimeDays: 14, leadTimeSource: 'merchant', coverDays: 30, supplier: null },
    })
    expect(products).toMatchObject({
      total: 5,
      counts: { all: 5, overridden: 1 },
      defaults: { defaultSafetyStock: 5, defaultLeadTimeDays: 14 },
    })
  })

  it('G-03 names the supplier of a product with its lead time and days of cover, which its own settings override', async () => {
    const [apron, bag] = shop.ids as [number, number]
    await insertSupplier(app.kernel, {
      merchantId: shop.merchantId,
      name: 'Acme',
      statedDays: 21,
      coverDays: 50,
      items: [{ variantId: apron }, { variantId: bag }],
    })
    await saveOne(shop, bag, { safetyStock: null, leadTimeDays: 3, coverDays: 90 })
    const { rows } = await list(shop)
    const usual = { leadTimeDays: 21, leadTimeSource: 'stated', coverDays: 50, supplier: 'Acme' }
    expect(rows[0]).toMatchObject({ leadTimeDays: null, coverDays: null, usual })
    expect(rows[1]).toMatchObject({ leadTimeDays: 3, coverDays: 90, usual })
    expect(rows[2]?.usual.supplier).toBeNull()
    const cover = async (id: number) =>
      (await shop.ask<ProductDetail>(`/api/products/${id}`)).policy.reviewPeriodDays
    expect([await cover(apron), await cover(bag)]).toEqual([50, 90])
  })

  it('G-03 keeps days of cover that are left out, and sets, clears and undoes them for many', async () => {
    const cover = async () => (await list(shop)).rows.map(({ coverDays }) => coverDays)
    await saveOne(shop, shop.ids[0], { ...none, coverDays: 45 })
    await saveOne(shop, shop.ids[0], { safetyStock: 2, leadTimeDays: null })
    expect(await cover()).toEqual([45, null, null, null, null])
    const { undoId, changed } = await saved(shop, { target: all, set: { coverDays: 60 } })
    expect([changed, await cover()]).toEqual([5, [60, 60, 60, 60, 60]])
    await undo(shop, undoId)
    expect(await cover()).toEqual([45, null, null, null, null])
    expect((await saveOne(shop, shop.ids[0], { ...none, coverDays: 366 })).status).toBe(400)
  })

  it('G-03 searches titles and SKUs, filters products with settings of their own, and pages', async () => {
    await saveOne(shop, shop.ids[2], { safetyStock: 1, leadTimeDays: 1 })
    const found = async (query: string) => (await list(shop, query)).rows.map((row) => row.title)
    expect(await found('?search=50%25')).toEqual(['Bag 50%'])
    expect(await found('?search=sku-4')).toEqual(['Etching'])
    expect(await found('?only=overridden')).toEqual(['Cup'])
    expect(await found('?only=overridden&search=apron')).toEqual([])
    expect(await found('?page=2&pageSize=2')).toEqual(['Cup', 'Dish'])
    for (const page of [1, 2, 9])
      expect((await list(shop, `?search=sku&page=${page}&pageSize=2`)).total).toBe(5)
  })

  it.each([['page=0'], ['pageSize=501'], ['only=some']])('refuses ?%s', async (query) => {
    const shop = await app.signUp()
    expect((await shop.request(`/api/settings/variants?${query}`)).status).toBe(400)
  })
})

describe('PUT /api/variants/:id/settings', () => {
  it('G-03 saves the given values, with null for a missing one, and has that product derived again', async () => {
    const answer = await saveOne(shop, shop.ids[0], { safetyStock: null, leadTimeDays: 30 })
    expect(await answer.json()).toMatchObject({ safetyStock: null, leadTimeDays: 30 })
    expect((await numbers())[0]).toEqual([null, 30])
    expect(getRefreshes(shop)).toEqual([
      { merchantId: shop.merchantId, variantIds: [shop.ids[0]], isChangeOfSettings: true },
    ])
    expect(app.kernel.publishedEvents).toContainEqual({
      merchantId: shop.merchantId,
      event: { type: 'settings' },
    })
  })

  it.each([[none], [{ safetyStock: 0, leadTimeDays: null }], [{ safetyStock: 0, leadTimeDays: 0 }]])(
    'G-03 removes the override for %j',
    async (empty) => {
      await saveOne(shop, shop.ids[0], { safetyStock: 9, leadTimeDays: 9 })
      expect(await (await saveOne(shop, shop.ids[0], empty)).json()).toMatchObject(none)
      expect((await list(shop)).counts.overridden).toBe(0)
    },
  )

  it('starts no work when nothing changed', async () => {
    await saveOne(shop, shop.ids[0], none)
    expect(getRefreshes(shop)).toEqual([])
  })

  it.each([
    ['safetyStock', { safetyStock: -1, leadTimeDays: null }],
    ['safetyStock', { safetyStock: 1.5, leadTimeDays: null }],
    ['safetyStock', { safetyStock: 1_000_000, leadTimeDays: null }],
    ['safetyStock', { safetyStock: '5', leadTimeDays: null }],
    ['safetyStock', { leadTimeDays: 5 }],
    ['leadTimeDays', { safetyStock: 5, leadTimeDays: 3651 }],
    ['leadTimeDays', { safetyStock: 5, leadTimeDays: -3 }],
    ['leadTimeDays', { safetyStock: 5, leadTimeDays: 0.1 }],
  ])('G-03 names the field %s of %j, and keeps the former values', async (field, json) => {
    await saveOne(shop, shop.ids[0], { safetyStock: 2, leadTimeDays: 3 })
    await expectRefusal(saveOne(shop, shop.ids[0], json), 400, { code: 'invalid_input', field })
    expect((await numbers())[0]).toEqual([2, 3])
  })

  it.each([999_999, 0])('accepts the largest lead time beside %i units', async (safetyStock) => {
    const answer = await saveOne(shop, shop.ids[0], { safetyStock, leadTimeDays: 3650 })
    expect(await answer.json()).toMatchObject({ safetyStock, leadTimeDays: 3650 })
  })
})

describe('PUT /api/settings/variants', () => {
  it('G-03 sets one value for chosen products and leaves the other', async () => {
    await saveOne(shop, shop.ids[1], { safetyStock: 1, leadTimeDays: 40 })
    const target = { kind: 'chosen' as const, variantIds: shop.ids.slice(0, 2) }
    expect(await saved(shop, { target, set: { safetyStock: 8 } })).toMatchObject({ matched: 2, changed: 2 })
    expect(await numbers()).toEqual([
      [8, null],
      [8, 40],
      [null, null],
      [null, null],
      [null, null],
    ])
    expect(getRefreshes(shop).at(-1)?.variantIds).toEqual(shop.ids.slice(0, 2))
  })

  it('G-03 changes all that match the search except those excluded', async () => {
    const target = { ...all, search: 'sku', except: [shop.ids[4]!] }
    expect(await saved(shop, { target, set: { leadTimeDays: 21 } })).toMatchObject({ matched: 4, changed: 4 })
    expect((await numbers()).map(([, days]) => days)).toEqual([21, 21, 21, 21, null])
  })

  it('G-03 clears a value, and removes the override when none is left', async () => {
    await saveOne(shop, shop.ids[0], { safetyStock: 4, leadTimeDays: 30 })
    await saveOne(shop, shop.ids[1], { safetyStock: 4, leadTimeDays: null })
    const target = { ...all, only: 'overridden' as const }
    expect(await saved(shop, { target, set: { safetyStock: null } })).toMatchObject({ changed: 2 })
    expect((await numbers()).slice(0, 2)).toEqual([
      [null, 30],
      [null, null],
    ])
    expect((await list(shop)).counts.overridden).toBe(1)
  })

  it('changes 10,000 products at once, and has the whole catalogue derived again', async () => {
    const shop = await shopWith(10_000)
    const change = await saved(shop, { target: all, set: { safetyStock: 3, leadTimeDays: 9 } })
    expect(change).toMatchObject({ matched: 10_000, changed: 10_000 })
    expect((await list(shop)).counts.overridden).toBe(10_000)
    expect(getRefreshes(shop)).toEqual([{ merchantId: shop.merchantId, isChangeOfSettings: true }])
    expect(await (await undo(shop, change.undoId)).json()).toEqual({ restored: 10_000 })
    expect((await list(shop)).counts.overridden).toBe(0)
  })

  it('starts no work and offers no undo when nothing changed', async () => {
    const change = await saved(shop, { target: all, set: { safetyStock: null } })
    expect(change).toEqual({ matched: 5, changed: 0, undoId: null })
    expect(getRefreshes(shop)).toEqual([])
  })

  it.each([
    ['set.safetyStock', { target: all, set: { safetyStock: -1 } }],
    ['set.leadTimeDays', { target: all, set: { safetyStock: 1, leadTimeDays: 2.5 } }],
    ['set', { target: all, set: {} }],
    ['target.variantIds', { target: { kind: 'chosen', variantIds: [] }, set: { safetyStock: 1 } }],
    ['target.kind', { target: { kind: 'every' }, set: { safetyStock: 1 } }],
    [
      'target.variantIds',
      {
        target: { kind: 'chosen', variantIds: Array.from({ length: 10_001 }, (_, i) => i) },
        set: { safetyStock: 1 },
      },
    ],
  ])('names the field %s when its value is invalid, and changes nothing', async (field, json) => {
    await expectRefusal(saveMany(shop, json), 400, { code: 'invalid_input', field })
    expect((await list(shop)).counts.overridden).toBe(0)
  })

  it('X-02 changes none of the products when one belongs to another merchant', async () => {
    const [own, other] = [await shopWith(), await shopWith()]
    const target = { kind: 'chosen', variantIds: [own.ids[0], other.ids[0]] }
    expect((await saveMany(own, { target, set: { safetyStock: 1 } })).status).toBe(404)
    for (const shop of [own, other]) expect((await list(shop)).counts.overridden).toBe(0)
  })
})

describe('POST /api/settings/changes/:id/undo', () => {
  const set = { safetyStock: 50 }

  it('G-03 restores the former settings of every product, once', async () => {
    await saveOne(shop, shop.ids[1], { safetyStock: 2, leadTimeDays: 3 })
    const before = await numbers()
    const { undoId } = await saved(shop, { target: all, set })
    expect(await (await undo(shop, undoId)).json()).toEqual({ restored: 5 })
    expect(await numbers()).toEqual(before)
    expect((await undo(shop, undoId)).status).toBe(404)
  })

  it('leaves a product unchanged that was changed again since', async () => {
    const { undoId } = await saved(shop, { target: all, set })
    await saveOne(shop, shop.ids[0], { safetyStock: 51, leadTimeDays: null })
    expect(await (await undo(shop, undoId)).json()).toEqual({ restored: 4 })
    expect((await numbers())[0]).toEqual([51, null])
  })

  it('undoes the latest change only', async () => {
    const first = await saved(shop, { target: all, set })
    await saved(shop, { target: all, set: { leadTimeDays: 5 } })
    expect((await undo(shop, first.undoId)).status).toBe(404)
  })

  it('X-02 undoes nothing of another merchant', async () => {
    const [own, other] = [await app.signUp(), await shopWith()]
    const { undoId } = await saved(other, { target: all, set })
    expect((await undo(own, undoId)).status).toBe(404)
    expect((await list(other)).counts.overridden).toBe(5)
  })
})

describe('POST /api/settings/apply', () => {
  const settings = { defaultSafetyStock: 11, defaultLeadTimeDays: 22 }
  const apply = (shop: TestMerchant, json: unknown = settings) =>
    shop.request('/api/settings/apply', { json })

  it('G-02 saves the defaults, removes every override, reports how many, and can be undone', async () => {
    await saved(shop, {
      target: { kind: 'chosen', variantIds: shop.ids.slice(0, 3) },
      set: { safetyStock: 1 },
    })
    const answer = (await (await apply(shop)).json()) as { undoId: number }
    expect(answer).toMatchObject({ ...settings, changed: 3 })
    expect(await list(shop)).toMatchObject({ counts: { overridden: 0 }, defaults: settings })
    expect(getRefreshes(shop)).toContainEqual({ merchantId: shop.merchantId, isChangeOfSettings: true })
    await undo(shop, answer.undoId)
    expect((await list(shop)).counts.overridden).toBe(3)
  })

  it('G-02 names the field whose value is invalid, and removes nothing', async () => {
    await saveOne(shop, shop.ids[0], { safetyStock: 1, leadTimeDays: null })
    const answer = await apply(shop, { ...settings, defaultLeadTimeDays: -1 })
    expect(await answer.json()).toMatchObject({ error: { field: 'defaultLeadTimeDays' } })
    expect((await list(shop)).counts.overridden).toBe(1)
  })

  it('X-02 removes nothing of another merchant', async () => {
    const [own, other] = [await shopWith(), await shopWith()]
    await saveOne(other, other.ids[0], { safetyStock: 1, leadTimeDays: null })
    await apply(own)
    expect((await list(other)).counts.overridden).toBe(1)
  })
})
