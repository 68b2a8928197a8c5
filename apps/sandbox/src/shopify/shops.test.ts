import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MachineClock, temporaryFolder } from '../testing/open-sandbox.ts'
import { ChangeRefusal } from './change-maker.ts'
import { parseShopDomain, Shops } from './shops.ts'
import type { ShopStore } from './store/shop-store.ts'

const SHOP = 'tiny-acme.myshopify.com'
const DAY_MS = 86_400_000

function getState(store: ShopStore) {
  const { orders } = store
  return {
    stock: store.variants.map(({ levels }) =>
      levels.map(({ available, committed, updatedAt }) => [available, committed, updatedAt]),
    ),
    orders: [...orders.updatedAt.subarray(0, orders.orderCount)],
    lines: [...orders.lineCurrent.subarray(0, orders.lineCount)],
  }
}

function tracked(store: ShopStore) {
  return store.variants.find((variant) => variant.isTracked && store.available(variant) > 3)!
}

describe('shops', () => {
  it('come back after a kill with the same stock and orders, whatever was done by hand', () => {
    const folder = temporaryFolder()
    const clock = new MachineClock()
    const before = new Shops(folder, clock.now)
    const { index } = tracked(before.store(SHOP))
    before.change(SHOP, { kind: 'sold', variant: index, quantity: 2 })
    clock.time += 3 * DAY_MS
    before.change(SHOP, { kind: 'received', variant: index, location: 1, quantity: 40 })
    clock.time += DAY_MS / 3
    before.change(SHOP, { kind: 'sold', variant: index, quantity: 5 })
    appendFileSync(join(folder, 'tiny-acme.jsonl'), '{"kind":"sold","at":1')
    clock.time += DAY_MS
    expect(getState(new Shops(folder, clock.now).store(SHOP))).toEqual(getState(before.store(SHOP)))
  })

  it('sell into an order of now, which takes the units from what is available', () => {
    const clock = new MachineClock()
    const shops = new Shops(temporaryFolder(), clock.now)
    const store = shops.store(SHOP)
    const variant = tracked(store)
    const available = store.available(variant)
    const count = store.orders.orderCount
    shops.change(SHOP, { kind: 'sold', variant: variant.index, quantity: 2 })
    expect(store.available(variant)).toBe(available - 2)
    expect(store.orders.orderCount).toBe(count + 1)
    expect(store.orders.createdAt[count]).toBe(clock.time)
  })

  it('refuse to sell more than there is, and change nothing', () => {
    const shops = new Shops(temporaryFolder(), new MachineClock().now)
    const store = shops.store(SHOP)
    const variant = tracked(store)
    const before = getState(store)
    const tooMany = { kind: 'sold' as const, variant: variant.index, quantity: store.available(variant) + 1 }
    expect(() => shops.change(SHOP, tooMany)).toThrow(ChangeRefusal)
    expect(getState(shops.store(SHOP))).toEqual(before)
  })

  it('are listed once they are in use', () => {
    const folder = temporaryFolder()
    const shops = new Shops(folder, new MachineClock().now)
    expect(shops.domainsInUse()).toEqual([])
    shops.store('tiny-b.myshopify.com')
    shops.store('tiny-a.myshopify.com')
    expect(new Shops(folder, Date.now).domainsInUse()).toEqual([
      'tiny-a.myshopify.com',
      'tiny-b.myshopify.com',
    ])
  })

  it.each([
    '',
    'a',
    'a.myshopify.com.evil.example',
    '../x.myshopify.com',
    'A.myshopify.com',
    '-a.myshopify.com',
    'a/b.myshopify.com',
  ])('have no domain like "%s"', (domain) => {
    expect(parseShopDomain(domain)).toBeNull()
  })
})
