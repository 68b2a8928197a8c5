import { inCases } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { NOW } from '../../testing/open-sandbox.ts'
import { DAY_MS } from '../store/calendar.ts'
import type { Variant } from '../store/model.ts'
import type { ShopStore } from '../store/shop-store.ts'
import { generateStore } from './generate-store.ts'

function storeAt(name: string, ...times: number[]): ShopStore {
  const store = generateStore(name, NOW)
  for (const time of [NOW, ...times]) store.advanceTo(time)
  return store
}

function fingerprint(store: ShopStore) {
  const { orders } = store
  return {
    products: store.products.map(({ title, vendor, status }) => `${title} ${vendor} ${status}`),
    skus: store.variants.map(({ sku }) => sku),
    stock: store.variants.map((variant) =>
      variant.levels.map(({ available, committed, incoming }) => [available, committed, incoming]),
    ),
    orders: [...orders.createdAt.subarray(0, orders.orderCount)],
    lines: [...orders.lineVariant.subarray(0, orders.lineCount)],
    quantities: [...orders.lineQuantity.subarray(0, orders.lineCount)],
  }
}

describe('a generated store', { timeout: 30_000 }, () => {
  it('is the same for the same name, and another for another name', () => {
    expect(fingerprint(storeAt('tiny-acme'))).toEqual(fingerprint(storeAt('tiny-acme')))
    expect(fingerprint(storeAt('tiny-acme'))).not.toEqual(fingerprint(storeAt('tiny-other')))
  })

  it('develops in the same way whatever the steps of the clock', () => {
    const steps = fc.uniqueArray(fc.integer({ min: 1, max: 20 * DAY_MS }), { maxLength: 6 })
    const atOnce = fingerprint(storeAt('tiny-acme', NOW + 21 * DAY_MS))
    inCases(4, steps, (each) => {
      const times = each.sort((a, b) => a - b).map((step) => NOW + step)
      expect(fingerprint(storeAt('tiny-acme', ...times, NOW + 21 * DAY_MS))).toEqual(atOnce)
    })
  })

  it('tiny shops have 12 products and 12 to 20 variants', () => {
    for (const name of ['tiny-a', 'tiny-b', 'tiny-c']) {
      const store = generateStore(name, NOW)
      expect(store.products).toHaveLength(12)
      expect(store.variants.length).toBeGreaterThanOrEqual(12)
      expect(store.variants.length).toBeLessThanOrEqual(20)
    }
  })

  it('large shops have more than 5,000 variants, each with a SKU of its own', () => {
    const { variants } = generateStore('large-a', NOW)
    expect(variants.length).toBeGreaterThan(5000)
    expect(new Set(variants.map(({ sku }) => sku)).size).toBe(variants.length)
  })
})

describe('the store of an ordinary name', { timeout: 30_000 }, () => {
  let store: ShopStore
  const sold: number[] = []

  beforeAll(() => {
    store = storeAt('northfold-coffee')
    const { orders } = store
    for (let line = 0; line < orders.lineCount; line++) {
      const variant = orders.lineVariant[line]!
      sold[variant] = (sold[variant] ?? 0) + orders.lineQuantity[line]!
    }
  })

  it('has about 500 variants of ten vendors at two locations, no SKU twice', () => {
    expect(store.variants.length).toBeGreaterThan(450)
    expect(store.variants.length).toBeLessThan(550)
    expect(new Set(store.products.map(({ vendor }) => vendor)).size).toBe(10)
    expect(store.locations).toHaveLength(2)
    expect(new Set(store.variants.map(({ sku }) => sku)).size).toBe(store.variants.length)
  })

  it('has 400 days of orders up to now, some close to midnight', () => {
    const { orders, calendar } = store
    const today = calendar.toDay(NOW)
    const days = new Set<number>()
    let late = 0
    for (let order = 0; order < orders.orderCount; order++) {
      const at = orders.createdAt[order]!
      days.add(calendar.toDay(at))
      if (calendar.toDay(at + 1_800_000) !== calendar.toDay(at)) late++
      expect(at).toBeLessThanOrEqual(NOW)
    }
    expect(Math.min(...days)).toBe(today - 400)
    expect(days.size).toBe(401)
    expect(late).toBeGreaterThan(50)
  })

  it('has test orders, cancelled orders, edits and refunds, all few', () => {
    const { orders } = store
    const isTest = Array.from({ length: orders.orderCount }, (_, order) => orders.isTest(order))
    for (const count of [isTest.filter(Boolean).length, orders.cancelledAt.size, orders.refunds.length]) {
      expect(count).toBeGreaterThan(20)
      expect(count).toBeLessThan(orders.orderCount / 20)
    }
  })

  it('has some never sold, all of them in stock, and some not for sale or not tracked', () => {
    const neverSold = onSale(store).filter(({ index }) => sold[index] === undefined)
    expect(neverSold.length).toBeGreaterThanOrEqual(1)
    expect(neverSold.length).toBeLessThanOrEqual(8)
    expect(neverSold.every((variant) => store.available(variant) > 5)).toBe(true)
    for (const status of ['ARCHIVED', 'DRAFT']) {
      expect(store.products.some((product) => product.status === status)).toBe(true)
    }
    expect(store.variants.some(({ isTracked }) => !isTracked)).toBe(true)
  })

  it('has a few products that continue to sell without stock, and a gift card', () => {
    const oversold = store.products.filter(({ variants }) => variants[0]!.inventoryPolicy === 'CONTINUE')
    expect(oversold.length).toBeGreaterThanOrEqual(1)
    expect(oversold.length).toBeLessThanOrEqual(8)
    const giftCards = store.products.filter(({ isGiftCard }) => isGiftCard)
    expect(giftCards.map(({ title }) => title)).toEqual(['Gift Card'])
  })

  it('goes on selling and restocking as days pass', () => {
    const later = storeAt('northfold-coffee', NOW + 14 * DAY_MS)
    expect(later.orders.orderCount).toBeGreaterThan(store.orders.orderCount + 14 * 20)
    const restocked = later.variants.filter(
      (variant) => later.available(variant) > store.available(store.variants[variant.index]!),
    )
    expect(restocked.length).toBeGreaterThan(10)
  })
})

describe('the stock of a new shop', { timeout: 30_000 }, () => {
  it.each(['northfold-coffee', 'acme', 'harbor-and-pine'])('%s is short of few variants', (name) => {
    const mix = getMix(storeAt(name))
    expect(mix.out).toBeGreaterThanOrEqual(2)
    expect(mix.out).toBeLessThanOrEqual(6)
    expect(mix.outUnnoticed).toBeLessThanOrEqual(1)
    expect(mix.critical).toBeGreaterThanOrEqual(2)
    expect(mix.critical).toBeLessThanOrEqual(10)
    expect(mix.low).toBeGreaterThanOrEqual(3)
    expect(mix.low).toBeLessThanOrEqual(14)
    expect(mix.needing).toBeLessThanOrEqual(30)
  })

  it.each(['tiny-acme', 'tiny-a', 'tiny-demo'])('%s has one variant out and at most three short', (name) => {
    const mix = getMix(storeAt(name))
    expect(mix.out).toBe(1)
    expect(mix.critical + mix.low).toBeLessThanOrEqual(3)
  })

  it('has run out again and again of some variants', () => {
    const store = generateStore('acme', NOW)
    const stockouts = store.variants.map(() => 0)
    let before = store.variants.map(() => 1)
    for (let day = 399; day >= 0; day--) {
      store.advanceTo(NOW - day * DAY_MS)
      const now = store.variants.map((variant) => store.available(variant))
      for (const [index, units] of now.entries()) if (units === 0 && before[index]! > 0) stockouts[index]!++
      before = now
    }
    const again = onSale(store).filter(({ index }) => stockouts[index]! >= 3)
    expect(again.length).toBeGreaterThanOrEqual(4)
    expect(again.length).toBeLessThan(40)
  })
})

describe('the stock process', { timeout: 30_000 }, () => {
  it('never has negative stock, and sells only units in stock', () => {
    inCases(3, fc.stringMatching(/^[a-z]{1,6}$/), (word) => {
      const store = generateStore(`tiny-${word}`, NOW)
      const opening = store.variants.map((variant) => store.available(variant))
      const arrived = store.variants.map(() => 0)
      const planDay = store.planDay
      store.planDay = (each, day) => {
        const before = store.variants.map(({ levels }) =>
          levels.reduce((sum, { incoming }) => sum + incoming, 0),
        )
        planDay(each, day)
        for (const { index, levels } of store.variants) {
          arrived[index]! += levels.reduce((sum, { incoming }) => sum + incoming, 0) - before[index]!
          if (store.variants[index]!.inventoryPolicy === 'CONTINUE') continue
          for (const level of levels)
            expect(Math.min(level.available, level.committed, level.incoming)).toBeGreaterThanOrEqual(0)
        }
      }
      store.advanceTo(NOW)
      const kept = keptByCustomers(store)
      for (const variant of store.variants.filter(({ isTracked }) => isTracked)) {
        const { index, levels } = variant
        const inHouse = levels.reduce(
          (sum, level) => sum + level.available + level.committed + level.incoming,
          0,
        )
        expect(inHouse + kept[index]!).toBe(opening[index]! + arrived[index]!)
      }
    })
  })
})

function onSale(store: ShopStore): Variant[] {
  return store.variants.filter(({ product, isTracked }) => product.status === 'ACTIVE' && isTracked)
}

/** Counts variants by the days that their stock lasts at the sales of the last 30 days. */
function getMix(store: ShopStore) {
  const { orders } = store
  const soldLastMonth = store.variants.map(() => 0)
  for (let line = 0; line < orders.lineCount; line++) {
    if (orders.createdAt[orders.orderOfLine(line)]! <= NOW - 30 * DAY_MS) continue
    soldLastMonth[orders.lineVariant[line]!]! += orders.lineQuantity[line]!
  }
  const mix = { out: 0, outUnnoticed: 0, critical: 0, low: 0, needing: 0 }
  for (const variant of onSale(store)) {
    const available = store.available(variant)
    const sold = soldLastMonth[variant.index]!
    const days = sold === 0 ? Number.POSITIVE_INFINITY : Math.floor((available * 30) / sold)
    if (available <= 0) mix.out++
    else if (days <= 7) mix.critical++
    else if (days <= 14) mix.low++
    if (available <= 0 && sold === 0) mix.outUnnoticed++
    if (available <= 5 || days < 14) mix.needing++
  }
  return mix
}

/** Returns the units that were sent and not restocked. */
function keptByCustomers({ orders, variants }: ShopStore): number[] {
  const kept = variants.map(() => 0)
  for (let order = 0; order < orders.orderCount; order++) {
    if (orders.isTest(order) || !orders.isFulfilled(order)) continue
    const { first, end } = orders.getLines(order)
    for (let line = first; line < end; line++) kept[orders.lineVariant[line]!]! += orders.lineCurrent[line]!
  }
  for (const { lines } of orders.refunds) {
    for (const { line, quantity, restockType } of lines) {
      if (restockType === 'no_restock') kept[orders.lineVariant[line]!]! += quantity
    }
  }
  return kept
}
