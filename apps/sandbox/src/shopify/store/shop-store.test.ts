import { describe, expect, it } from 'vitest'
import { NOW } from '../../testing/open-sandbox.ts'
import { getProfile } from '../generate/generate-store.ts'
import type { Variant } from './model.ts'
import { ShopStore } from './shop-store.ts'

const HOUR_MS = 3_600_000

function makeStore(inWarehouse: number, onShopFloor: number, isTracked = true) {
  const store = new ShopStore(getProfile('acme'), NOW, 'acme')
  store.addLocations(NOW)
  const product = store.addProduct({
    title: 'Mug',
    vendor: 'V',
    productType: 'T',
    status: 'ACTIVE',
    createdAt: NOW,
    updatedAt: NOW,
  })
  const variant = store.addVariant(product, {
    title: 'Blue',
    sku: 'M',
    barcode: null,
    priceCents: 100,
    isTracked,
  })
  variant.levels[0]!.available = inWarehouse
  variant.levels[1]!.available = onShopFloor
  return { store, variant }
}

function stock(variant: Variant) {
  return variant.levels.map(({ available, committed }) => ({ available, committed }))
}

const wanted = (variant: Variant, quantity: number) => [{ variant, quantity, preferredLocation: 0 }]

describe('an order', () => {
  it('moves units from available to committed, and out of stock on hand an hour later', () => {
    const { store, variant } = makeStore(10, 0)
    const order = store.placeOrder(wanted(variant, 3), NOW)!
    expect(stock(variant)[0]).toEqual({ available: 7, committed: 3 })
    store.advanceTo(NOW + HOUR_MS - 1)
    expect(store.orders.isFulfilled(order)).toBe(false)
    store.advanceTo(NOW + HOUR_MS)
    expect(stock(variant)[0]).toEqual({ available: 7, committed: 0 })
    expect(store.orders.updatedAt[order]).toBe(NOW + HOUR_MS)
    expect(variant.levels[0]!.updatedAt).toBe(NOW + HOUR_MS)
  })

  it('takes what one location lacks from the other', () => {
    const { store, variant } = makeStore(2, 5)
    store.placeOrder(wanted(variant, 4), NOW)
    expect(stock(variant)).toEqual([
      { available: 0, committed: 2 },
      { available: 3, committed: 2 },
    ])
  })

  it('sells what there is and not more; without stock there is no order', () => {
    const { store, variant } = makeStore(2, 1)
    const order = store.placeOrder(wanted(variant, 10), NOW)!
    const { first, end } = store.orders.getLines(order)
    expect([...store.orders.lineQuantity.subarray(first, end)]).toEqual([2, 1])
    expect(store.placeOrder(wanted(variant, 1), NOW)).toBeNull()
  })

  it('is not cancelled, edited or refunded by plan after a manual cancellation', () => {
    const { store, variant } = makeStore(10, 0)
    const refund = { afterMs: 3 * HOUR_MS, isRestocked: true }
    const fate = { cancelAfterMs: HOUR_MS / 2, editAfterMs: HOUR_MS / 3, refund }
    const order = store.placeOrder(wanted(variant, 4), NOW, fate)!
    store.cancel(order, NOW + 1000)
    store.advanceTo(NOW + 4 * HOUR_MS)
    expect(store.orders.cancelledAt.get(order)).toBe(NOW + 1000)
    expect(store.orders.refunds).toEqual([])
    expect(stock(variant)[0]).toEqual({ available: 10, committed: 0 })
  })

  it('sells below zero, at the last location, where the inventory policy is to continue', () => {
    const { store, variant } = makeStore(2, 1)
    variant.inventoryPolicy = 'CONTINUE'
    store.placeOrder(wanted(variant, 10), NOW)
    expect(stock(variant)).toEqual([
      { available: 0, committed: 2 },
      { available: -7, committed: 8 },
    ])
  })

  it('has no effect on stock if its variant is not tracked, or if it is a test', () => {
    const untracked = makeStore(0, 0, false)
    expect(untracked.store.placeOrder(wanted(untracked.variant, 5), NOW)).toBe(0)
    const { store, variant } = makeStore(3, 0)
    const test = store.placeOrder(wanted(variant, 2), NOW, { isTest: true })!
    store.advanceTo(NOW + 2 * HOUR_MS)
    expect(store.orders.isTest(test)).toBe(true)
    expect(stock(variant)[0]).toEqual({ available: 3, committed: 0 })
  })

  it('gives its units back when it is cancelled', () => {
    const { store, variant } = makeStore(5, 0)
    const order = store.placeOrder(wanted(variant, 2), NOW, { cancelAfterMs: 1000 })!
    store.advanceTo(NOW + 2 * HOUR_MS)
    expect(store.orders.cancelledAt.get(order)).toBe(NOW + 1000)
    expect(store.orders.lineCurrent[0]).toBe(0)
    expect(stock(variant)[0]).toEqual({ available: 5, committed: 0 })
  })

  it('loses half of its first line in an edit', () => {
    const { store, variant } = makeStore(5, 0)
    store.placeOrder(wanted(variant, 3), NOW, { editAfterMs: 1000 })
    store.advanceTo(NOW + 2 * HOUR_MS)
    expect(store.orders.lineQuantity[0]).toBe(3)
    expect(store.orders.lineCurrent[0]).toBe(1)
    expect(stock(variant)[0]).toEqual({ available: 4, committed: 0 })
  })

  it.each([
    [true, 5],
    [false, 3],
  ])('refunded with restock %s leaves %i available', (isRestocked, available) => {
    const { store, variant } = makeStore(5, 0)
    const order = store.placeOrder(wanted(variant, 2), NOW, {
      refund: { afterMs: 2 * HOUR_MS, isRestocked },
    })!
    store.advanceTo(NOW + 3 * HOUR_MS)
    expect(store.orders.refundsOfOrder.get(order)).toMatchObject([
      {
        createdAt: NOW + 2 * HOUR_MS,
        lines: [{ quantity: 2, restockType: isRestocked ? 'return' : 'no_restock' }],
      },
    ])
    expect(stock(variant)[0]).toEqual({ available, committed: 0 })
  })
})
