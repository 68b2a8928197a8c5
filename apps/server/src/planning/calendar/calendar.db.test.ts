import {
  MAX_EVENT_PRODUCTS,
  type ShopEvent,
  shopCalendarSchema,
  shopEventDetailSchema,
} from '@stockcast/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { epochDay } from '../../kernel/calendar.ts'
import { newForEachTest, type TestMerchant, type TestShop, withTestApp } from '../../testing/index.ts'
import { expectRefusal } from '../../testing/read-answer.ts'
import { noteFound, toldEvents } from './events.ts'

const app = withTestApp()

async function shopWith(count = 2): Promise<TestShop> {
  const variants = Array.from({ length: count }, (_, i) => ({ title: `Product ${i}` }))
  return app.openShop(variants)
}

const EVENTS = '/api/calendar/events'
const add = (shop: TestMerchant, json: object) => shop.request(EVENTS, { json })
const put = (shop: TestMerchant, id: number, json: object, path = '') =>
  shop.request(`${EVENTS}/${id}${path}`, { method: 'PUT', json })
const answer = (shop: TestMerchant, id: number, given: string) => put(shop, id, { answer: given }, '/answer')
const remove = (shop: TestMerchant, id: number) => shop.request(`${EVENTS}/${id}`, { method: 'DELETE' })

async function added(shop: TestMerchant, json: object): Promise<ShopEvent> {
  const response = await add(shop, json)
  expect(response.status).toBe(200)
  return shopEventDetailSchema.parse(await response.json()).event
}

async function events(shop: TestMerchant, query = ''): Promise<ShopEvent[]> {
  return shopCalendarSchema.parse(await shop.ask(`/api/calendar${query}`)).events
}

const told = (shop: TestMerchant) =>
  app.kernel.db.withTenant(shop.merchantId, (tx) => toldEvents(tx, shop.merchantId))

const getForecasts = ({ merchantId }: TestMerchant) =>
  app.kernel.sentJobs.filter(
    ({ name, data }) => name === 'forecast-shop' && 'merchantId' in data && data.merchantId === merchantId,
  ).length

interface Found {
  kind: 'closed' | 'sale'
  from: string
  to: string
}

const find = (found: readonly Found[]) =>
  app.kernel.db.withTenant(shop.merchantId, (tx) =>
    noteFound(tx, {
      merchantId: shop.merchantId,
      at: app.kernel.clock.now(),
      found: found.map(({ kind, from, to }) => ({
        kind,
        from: epochDay(from),
        to: epochDay(to),
        ratio: kind === 'closed' ? 0 : 2.5,
        isTold: false,
      })),
    }),
  )

const christmas = {
  kind: 'closed',
  name: 'Christmas',
  from: '2026-12-24',
  to: '2026-12-27',
  repeats: 'yearly',
}
const closing: Found = { kind: 'closed', from: '2026-08-03', to: '2026-08-16' }

const shop = newForEachTest(shopWith)

describe('an entry of the calendar', () => {
  it('is stored, listed with its times, and has the shop forecast again', async () => {
    const event = await added(shop, christmas)
    expect(event).toMatchObject({ ...christmas, status: 'confirmed', effectRatio: null, products: null })
    expect(event.times).toEqual([
      { from: '2025-12-24', to: '2025-12-27' },
      { from: '2026-12-24', to: '2026-12-27' },
    ])
    expect(await events(shop)).toEqual([event])
    expect(getForecasts(shop)).toBe(1)
    expect(await told(shop)).toEqual([
      { kind: 'closed', from: epochDay('2026-12-24'), to: epochDay('2026-12-27'), repeats: 'yearly' },
    ])
  })

  it('may sell next to nothing', async () => {
    const event = await added(shop, { ...christmas, kind: 'sale', effectRatio: 8.4e-253 })
    expect(event).toMatchObject({ effectRatio: 0 })
  })

  it('is changed and removed, each with a forecast and an entry of the activity', async () => {
    const { id } = await added(shop, christmas)
    const sale = { kind: 'sale', name: 'Sale', from: '2026-12-01', to: '2026-12-05', effectRatio: 1.5 }
    expect((await put(shop, id, sale)).status).toBe(200)
    expect(await events(shop)).toMatchObject([{ id, ...sale, repeats: 'never' }])
    expect((await remove(shop, id)).status).toBe(200)
    expect(await events(shop)).toEqual([])
    expect(getForecasts(shop)).toBe(3)
    const { entries } = await shop.ask<{
      entries: { event: string; detail: string }[]
    }>('/api/account/activity')
    expect(entries.filter(({ event }) => event === 'calendar_changed').map(({ detail }) => detail)).toEqual([
      'Removed: promotion “Sale”, 2026-12-01 to 2026-12-05',
      'Changed: promotion “Sale”, 2026-12-01 to 2026-12-05',
      'Added: closed “Christmas”, 2026-12-24 to 2026-12-27',
    ])
  })

  it('of some products concerns these alone, and none when they are gone', async () => {
    const shop = await shopWith(3)
    const [first, second, third] = shop.ids as [number, number, number]
    const sale = { kind: 'sale', from: '2026-12-01', to: '2026-12-05', variantIds: [second, first, first] }
    const { id, products } = await added(shop, sale)
    expect(products).toEqual({ count: 2, titles: ['Product 0', 'Product 1'] })
    expect(await events(shop, `?variantId=${first}`)).toHaveLength(1)
    expect(await events(shop, `?variantId=${third}`)).toEqual([])
    expect(await told(shop)).toMatchObject([{ series: [String(first), String(second)] }])
    const detail = shopEventDetailSchema.parse(await shop.ask(`${EVENTS}/${id}`))
    expect(detail.variants).toEqual([
      { variantId: first, title: 'Product 0' },
      { variantId: second, title: 'Product 1' },
    ])
    await shop.rows(sql`delete from variants where merchant_id = ${shop.merchantId}`)
    expect(await told(shop)).toMatchObject([{ series: [] }])
  })

  it('for a one-off order is stored once, and its day is left out for that product', async () => {
    const [variantId] = shop.ids as [number]
    const order = { kind: 'one_off', from: '2026-11-02', to: '2026-11-02', variantIds: [variantId] }
    const { id } = await added(shop, order)
    expect((await added(shop, order)).id).toBe(id)
    const day = epochDay('2026-11-02')
    expect(await told(shop)).toEqual([{ kind: 'fault', from: day, to: day, series: [String(variantId)] }])
    expect(getForecasts(shop)).toBe(1)
  })
})

describe('an event that was detected in the sales', () => {
  it('is proposed, keeps its id while it lasts, and is removed when it is no longer detected', async () => {
    await find([closing, { kind: 'sale', from: '2026-09-01', to: '2026-09-04' }])
    const [sale, found] = (await events(shop)) as [ShopEvent, ShopEvent]
    expect(sale).toMatchObject({ kind: 'sale', status: 'proposed', foundRatio: 2.5 })
    expect(found).toMatchObject({ ...closing, status: 'proposed', foundRatio: 0 })
    await find([{ ...closing, to: '2026-08-17' }])
    expect(await events(shop)).toMatchObject([{ id: found.id, to: '2026-08-17' }])
    expect(await told(shop)).toEqual([])
    await find([])
    expect(await events(shop)).toEqual([])
  })

  it('counts as entered once it is confirmed, as usual once it is denied, and is never proposed again', async () => {
    await find([closing])
    const [{ id }] = (await events(shop)) as [ShopEvent]
    const days = { from: epochDay(closing.from), to: epochDay(closing.to) }
    expect((await answer(shop, id, 'confirmed')).status).toBe(200)
    expect(await told(shop)).toEqual([{ kind: 'closed', ...days }])
    expect((await answer(shop, id, 'denied')).status).toBe(200)
    expect(await told(shop)).toEqual([{ kind: 'usual', ...days }])
    await find([{ ...closing, from: '2026-08-02' }])
    expect(await events(shop)).toMatchObject([{ id, status: 'denied', from: closing.from }])
    expect((await answer(shop, id, 'denied')).status).toBe(200)
    expect(getForecasts(shop)).toBe(2)
  })

  it('is confirmed by a change, and is a proposal again when the answer is taken back', async () => {
    await find([closing])
    const [{ id }] = (await events(shop)) as [ShopEvent]
    expect((await put(shop, id, { ...closing, repeats: 'yearly' })).status).toBe(200)
    expect(await events(shop)).toMatchObject([{ status: 'confirmed', repeats: 'yearly', foundRatio: 0 }])
    expect((await answer(shop, id, 'proposed')).status).toBe(200)
    expect(await told(shop)).toEqual([])
  })

  it('is not mixed up with what the merchant entered, which has no answer', async () => {
    const { id } = await added(shop, christmas)
    expect((await answer(shop, id, 'denied')).status).toBe(409)
  })

  it('begins only once on a day as a proposal', async () => {
    await find([closing])
    const [{ id }] = (await events(shop)) as [ShopEvent]
    await put(shop, id, { ...closing, from: '2026-06-01', to: '2026-06-02' })
    await find([closing])
    await put(shop, id, closing)
    expect((await answer(shop, id, 'proposed')).status).toBe(409)
  })
})

describe('bad or hostile input', () => {
  const sale = { kind: 'sale', from: '2026-12-01', to: '2026-12-05' }
  it.each([
    ['ends before it begins', { ...sale, to: '2026-11-30' }, 'to'],
    ['lasts a thousand years', { ...sale, from: '2026-01-01', to: '3026-01-01' }, 'to'],
    ['lasts so long that it meets its next time', { ...sale, to: '2027-11-30' }, 'to'],
    ['lies in the year 1026', { ...sale, from: '1026-01-01', to: '1026-01-02' }, 'from'],
    ['lies in the year 9026', { ...sale, from: '9026-01-01', to: '9026-01-02' }, 'to'],
    ['has a date that does not exist', { ...sale, from: '2026-02-30' }, 'from'],
    ['sells less than nothing', { ...sale, effectRatio: -0.1 }, 'effectRatio'],
    ['sells a thousand times as much', { ...sale, effectRatio: 1000 }, 'effectRatio'],
    ['is a closing with an effect', { ...christmas, effectRatio: 2 }, 'effectRatio'],
    ['is a closing of some products', { ...christmas, variantIds: [1] }, 'variantIds'],
    ['is of no products', { ...sale, variantIds: [] }, 'variantIds'],
    ['names too many products', { ...sale, variantIds: Array(MAX_EVENT_PRODUCTS + 1).fill(1) }, 'variantIds'],
    ['has a name of a page', { ...sale, name: 'x'.repeat(2000) }, 'name'],
    ['is a one-off order of all products', { ...sale, kind: 'one_off', to: sale.from }, 'variantIds'],
    [
      'is a one-off order that is still to come',
      { kind: 'one_off', from: '2026-12-01', to: '2026-12-01', variantIds: [1] },
      'from',
    ],
  ])('is refused with the name of the field when it %s', async (_, json, field) => {
    await expectRefusal(add(shop, json), 400, { field })
    expect(await events(shop)).toEqual([])
    expect(getForecasts(shop)).toBe(0)
  })

  it('names another merchant’s entry or product like one that does not exist, and changes neither', async () => {
    const [own, other] = [await shopWith(), await shopWith()]
    const { id } = await added(other, christmas)
    for (const response of [
      await own.request(`${EVENTS}/${id}`),
      await put(own, id, sale),
      await remove(own, id),
      await answer(own, id, 'denied'),
      await add(own, { ...sale, variantIds: [own.ids[0], other.ids[0]] }),
    ])
      expect(response.status).toBe(404)
    expect(await events(own)).toEqual([])
    expect(await events(own, `?variantId=${other.ids[0]}`)).toEqual([])
    expect(await events(other)).toMatchObject([{ id, name: 'Christmas' }])
  })

  it('V-06 has the products of a tag or collection, including products added later', async () => {
    const shop = await shopWith(3)
    const { merchantId, ids } = shop
    await shop.rows(sql`insert into collections values (${merchantId}, 7, 'Gifts')`)
    await shop.rows(
      sql`update products set tags = 'Summer' where merchant_id = ${merchantId} and product_id = ${ids[0]!}`,
    )
    const tagged = await added(shop, { ...sale, group: { kind: 'tag', tag: 'SUMMER' } })
    expect(tagged).toMatchObject({ group: { kind: 'tag', tag: 'SUMMER' }, products: { count: 1 } })
    const inGifts = await added(shop, { ...sale, group: { kind: 'collection', collectionId: 7 } })
    expect(inGifts).toMatchObject({ group: { title: 'Gifts' }, products: { count: 0 } })
    await shop.rows(
      sql`update products set collection_ids = '{7}' where merchant_id = ${merchantId} and product_id = ${ids[1]!}`,
    )
    expect((await told(shop)).map(({ series }) => series)).toEqual([[String(ids[0])], [String(ids[1])]])
    expect((await events(shop, `?variantId=${ids[1]}`)).map(({ id }) => id)).toEqual([inGifts.id])
    await shop.rows(sql`delete from collections where merchant_id = ${merchantId}`)
    expect((await events(shop)).find(({ id }) => id === inGifts.id)).toMatchObject({ group: { title: null } })
    const refused = [
      [{ kind: 'collection', collectionId: 8 }, {}, 404],
      [{ kind: 'tag', tag: 'x' }, { kind: 'closed', effectRatio: null }, 400],
      [{ kind: 'tag', tag: '' }, {}, 400],
    ] as const
    for (const [group, more, status] of refused)
      expect((await add(shop, { ...sale, group, ...more })).status).toBe(status)
  })

  it('adds no more entries than the quota, and says so', async () => {
    await app.kernel.db.withTenant(shop.merchantId, (tx) =>
      tx
        .insertInto('shop_events')
        .values(
          Array.from({ length: 1000 }, () => ({
            merchant_id: shop.merchantId,
            kind: 'sale' as const,
            status: 'confirmed' as const,
            starts_on: '2026-12-01',
            ends_on: '2026-12-05',
            repeats: 'yearly' as const,
            effect_ratio: 10,
            is_for_all: true,
            created_at: app.kernel.clock.now(),
            updated_at: app.kernel.clock.now(),
          })),
        )
        .execute(),
    )
    const response = await add(shop, sale)
    expect(response.status).toBe(429)
    expect(await response.text()).toContain('1,000 entries of the calendar')
    expect(await events(shop)).toHaveLength(1000)
  })
})
