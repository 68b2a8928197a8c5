import { randomUUID } from 'node:crypto'
import { inCasesAsync } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ensureMerchant } from '../../accounts/merchants/ensure-merchant.ts'
import type { StoreOrderLine } from '../../kernel/connector/rows.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { insertCatalog, newForEachTest, withTestKernel } from '../../testing/index.ts'
import { deriveAllSales } from '../ledger/derived-sales-queries.ts'
import { findDifferingOrders } from '../ledger/find-differing-orders.ts'
import { applyOrders } from '../ledger/write-orders.ts'
import { ALWAYS, type RecipeChange, replaceStoreRecipes } from './queries.ts'
import { saveRecipes } from './save-recipes.ts'

const timeZone = 'UTC'
const [A, B, C, D] = [1, 2, 3, 4] as const

const kernel = withTestKernel()

type Parts = [componentId: number, quantity: number][]

interface Ordered {
  id: number
  day: string
  lines: Omit<StoreOrderLine, 'id' | 'orderId'>[]
  version?: number
}

async function newShop(variants = 4, firstId = 1) {
  const merchantId = await ensureMerchant(kernel, { id: randomUUID(), email: `${randomUUID()}@example.com` })
  const seeds = Array.from({ length: variants }, (_, i) => ({ title: 'ABCDEFGH'[i] ?? `P${i}` }))
  await insertCatalog(kernel, { merchantId, variants: seeds, firstId, timeZone })
  const inShop: InShop = (work) => kernel.db.withTenant(merchantId, work)
  const write = (orders: readonly Ordered[]) => {
    const heads = orders.map(({ id, day, version = 0 }) => {
      const createdAt = new Date(`${day}T12:00:00Z`)
      const updatedAt = new Date(createdAt.getTime() + version * 60_000)
      return { id, createdAt, processedAt: null, updatedAt, cancelledAt: null, test: false, locationId: null }
    })
    const lines = orders.flatMap(({ id, lines: own }) =>
      own.map((line, i) => ({ ...line, id: id * 100 + i, orderId: id })),
    )
    return inShop((tx) => applyOrders(tx, { merchantId, timeZone }, { orders: heads, lines }))
  }
  const order = (id: number, day: string, lines: Ordered['lines'], version = 0) =>
    write([{ id, day, lines, version }])
  const save = (bundleId: number, parts: Parts, more: Partial<RecipeChange> = {}) =>
    saveAll([{ bundleId, kind: 'virtual', makeDays: 0, validFrom: ALWAYS, ...more, parts: getParts(parts) }])
  const saveAll = (changes: RecipeChange[]) =>
    inShop((tx) => saveRecipes({ ...kernel, merchantId, tx }, { changes, today: '2026-11-20' }))
  const bundled = () => listed(inShop, merchantId, 'bundled_sales')
  const sold = () => listed(inShop, merchantId, 'sales_daily')
  return { merchantId, inShop, order, write, save, saveAll, bundled, sold }
}

const getParts = (parts: Parts) => parts.map(([componentId, quantity]) => ({ componentId, quantity }))
type InShop = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

async function listed(inShop: InShop, merchantId: number, table: 'bundled_sales' | 'sales_daily') {
  const units = table === 'bundled_sales' ? 'units' : 'units_sold'
  const rows = await inShop((tx) =>
    tx
      .selectFrom(table)
      .select(['variant_id', 'day', `${units} as units`])
      .where('merchant_id', '=', merchantId)
      .orderBy('variant_id')
      .orderBy('day')
      .execute(),
  )
  return rows.map((row) => `${row.variant_id} ${row.day} ${row.units}`)
}

const shop = newForEachTest(newShop)

describe('a bundle of the merchant', () => {
  it('B-01 is demand for its parts when it is sold, and not when a part is', async () => {
    await shop.save(A, [
      [B, 2],
      [C, 1],
    ])
    await shop.order(1, '2026-11-10', [
      { variantId: A, quantity: 3 },
      { variantId: B, quantity: 5 },
    ])
    expect(await shop.sold()).toEqual(['1 2026-11-10 3', '2 2026-11-10 5'])
    expect(await shop.bundled()).toEqual(['2 2026-11-10 6', '3 2026-11-10 3'])
  })

  it('counts past sales too when its recipe is entered, and none once the recipe is taken back for all time', async () => {
    await shop.order(1, '2026-11-10', [{ variantId: A, quantity: 3 }])
    await shop.save(A, [[B, 2]])
    expect(await shop.bundled()).toEqual(['2 2026-11-10 6'])
    await shop.save(A, [])
    expect(await shop.bundled()).toEqual([])
  })

  it('counts each sale with the recipe of its day', async () => {
    await shop.save(A, [[B, 2]])
    await shop.save(
      A,
      [
        [B, 1],
        [C, 4],
      ],
      { validFrom: '2026-11-12' },
    )
    for (const [id, day] of [
      [1, '2026-11-11'],
      [2, '2026-11-12'],
    ] as const)
      await shop.order(id, day, [{ variantId: A, quantity: 1 }])
    expect(await shop.bundled()).toEqual(['2 2026-11-11 2', '2 2026-11-12 1', '3 2026-11-12 4'])
    await shop.save(A, [], { validFrom: '2026-11-12' })
    expect(await shop.bundled()).toEqual(['2 2026-11-11 2'])
  })

  it('in a bundle is taken apart as well', async () => {
    await shop.save(B, [[C, 3]])
    await shop.save(A, [
      [B, 2],
      [C, 1],
    ])
    await shop.order(1, '2026-11-10', [{ variantId: A, quantity: 1 }])
    expect(await shop.bundled()).toEqual(['2 2026-11-10 2', '3 2026-11-10 7'])
  })

  it('counts an edited, a cancelled and a returned order as any product does', async () => {
    await shop.save(A, [[B, 2]])
    await shop.order(1, '2026-11-10', [{ variantId: A, quantity: 3 }])
    await shop.order(
      1,
      '2026-11-10',
      [
        { variantId: A, quantity: 1 },
        { variantId: D, quantity: 1 },
      ],
      1,
    )
    expect(await shop.bundled()).toEqual(['2 2026-11-10 2'])
    await shop.order(1, '2026-11-10', [], 2)
    expect(await shop.bundled()).toEqual([])
  })

  it('keeps what its parts sold after its product was deleted', async () => {
    await shop.save(A, [[B, 2]])
    await shop.order(1, '2026-11-10', [{ variantId: A, quantity: 3 }])
    await shop.inShop((tx) => tx.deleteFrom('products').where('product_id', '=', A).execute())
    await shop.inShop((tx) => deriveAllSales(tx, shop.merchantId))
    expect(await shop.bundled()).toEqual(['2 2026-11-10 6'])
  })

  it('B-03 is refused with a sentence if it is a part of itself, and nothing is changed', async () => {
    await shop.save(A, [[B, 1]])
    await expect(
      shop.save(B, [
        [C, 1],
        [A, 2],
      ]),
    ).rejects.toThrow('B would be a part of itself: it contains A, which contains B. Nothing was changed.')
    await expect(shop.save(B, [[B, 1]])).rejects.toThrow('B cannot be a part of itself')
    await expect(
      shop.saveAll([
        { bundleId: C, kind: 'virtual', makeDays: 0, validFrom: ALWAYS, parts: getParts([[D, 1]]) },
        { bundleId: D, kind: 'virtual', makeDays: 0, validFrom: ALWAYS, parts: getParts([[C, 1]]) },
      ]),
    ).rejects.toThrow('part of itself')
    expect(await shop.inShop((tx) => tx.selectFrom('bundles').select('bundle_id').execute())).toEqual([
      { bundle_id: A },
    ])
  })

  it('X-02 takes no part from another shop', async () => {
    const [own, other] = [await newShop(2, 100), await newShop(2, 200)]
    await expect(own.save(100, [[200, 1]])).rejects.toThrow('not in your shop')
    await expect(own.save(201, [[100, 1]])).rejects.toThrow('not in your shop')
    expect(await other.bundled()).toEqual([])
  })
})

describe('a bundle that the store sells as its parts', () => {
  const ofStore = (shop: Awaited<ReturnType<typeof newShop>>, parts: Parts) =>
    shop.inShop((tx) =>
      replaceStoreRecipes(tx, {
        merchantId: shop.merchantId,
        today: '2026-11-20',
        bundles:
          parts.length === 0
            ? []
            : [
                {
                  variantId: A,
                  parts: parts.map(([variantId, quantity]) => ({ variantId, quantity, title: 'x' })),
                },
              ],
      }),
    )

  it('B-01 counts once if its parts are already order lines, and the page says how often it was sold', async () => {
    await ofStore(shop, [
      [B, 2],
      [C, 1],
    ])
    await shop.order(1, '2026-11-10', [
      { variantId: B, quantity: 6, bundleId: A },
      { variantId: C, quantity: 3, bundleId: A },
      { variantId: B, quantity: 1 },
    ])
    expect(await shop.sold()).toEqual(['2 2026-11-10 7', '3 2026-11-10 3'])
    expect(await shop.bundled()).toEqual(['1 2026-11-10 3'])
  })

  it('counts once if an order has a line of the bundle in addition to lines of its parts', async () => {
    await shop.save(A, [[B, 2]])
    await shop.order(1, '2026-11-10', [
      { variantId: A, quantity: 3 },
      { variantId: B, quantity: 6, bundleId: A },
    ])
    expect(await shop.sold()).toEqual(['1 2026-11-10 3', '2 2026-11-10 6'])
    expect(await shop.bundled()).toEqual([])
  })

  it('is recorded by a comparison if a webhook did not name it, which does not count as a difference in sales', async () => {
    await ofStore(shop, [[B, 2]])
    await shop.order(1, '2026-11-10', [{ variantId: B, quantity: 6 }])
    expect(await shop.bundled()).toEqual([])
    const at = new Date('2026-11-10T12:00:00Z')
    const times = { createdAt: at, processedAt: null, updatedAt: at, cancelledAt: null }
    const head = { id: 1, ...times, test: false, locationId: null }
    const batch = (quantity: number) => ({
      orders: [head],
      lines: [{ id: 100, orderId: 1, variantId: B, quantity, bundleId: A }],
    })
    const target = { merchantId: shop.merchantId, timeZone }
    const differing = await shop.inShop((tx) => findDifferingOrders(tx, target, batch(6)))
    expect([differing.orders.length, differing.sold.length]).toEqual([1, 0])
    await shop.inShop((tx) => applyOrders(tx, target, differing))
    expect(await shop.bundled()).toEqual(['1 2026-11-10 3'])
    expect((await shop.inShop((tx) => findDifferingOrders(tx, target, batch(6)))).orders).toEqual([])
    expect((await shop.inShop((tx) => findDifferingOrders(tx, target, batch(8)))).sold).toHaveLength(1)
  })

  it('takes the place of a recipe of the merchant, which counts up to that day', async () => {
    await shop.save(A, [[B, 5]])
    await ofStore(shop, [[B, 2]])
    for (const [id, day] of [
      [1, '2026-11-19'],
      [2, '2026-11-20'],
    ] as const)
      await shop.order(id, day, [{ variantId: A, quantity: 1 }])
    expect(await shop.bundled()).toEqual(['2 2026-11-19 5'])
    await expect(shop.save(A, [[B, 1]])).rejects.toThrow('your store sells the parts of this bundle itself')
  })

  it('written again changes nothing, and is gone once the store has it no more', async () => {
    expect(await ofStore(shop, [[B, 2]])).toEqual([A])
    expect(await ofStore(shop, [[B, 2]])).toEqual([])
    expect(await ofStore(shop, [[B, 3]])).toEqual([A])
    expect(await ofStore(shop, [])).toEqual([A])
    expect(await shop.inShop((tx) => tx.selectFrom('bundles').select('bundle_id').execute())).toEqual([])
  })
})

it('B-01 units of parts equal recipe × sales in 200 random histories, as orders come or derived at once', async () => {
  const day = fc.integer({ min: 10, max: 14 })
  const recipe = fc.record({
    from: fc.constantFrom(ALWAYS, '2026-11-12'),
    parts: fc.uniqueArray(fc.tuple(fc.integer({ min: 5, max: 8 }), fc.integer({ min: 1, max: 4 })), {
      selector: ([id]) => id,
      maxLength: 3,
    }),
  })
  const history = fc.record({
    recipes: fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), recipe), { maxLength: 5 }),
    sales: fc.array(fc.tuple(day, fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 9 })), {
      maxLength: 8,
    }),
  })
  const shops = 20
  const histories = fc.array(history, { minLength: 10, maxLength: 10 })
  let runs = 0
  await inCasesAsync(shops, histories, async (all) => {
    const shop = await newShop(8)
    for (const { recipes, sales } of all) {
      await shop.inShop(async (tx) => {
        for (const table of [
          'order_lines',
          'orders',
          'bundle_components',
          'bundles',
          'bundled_sales',
          'sales_daily',
        ] as const)
          await tx.deleteFrom(table).where('merchant_id', '=', shop.merchantId).execute()
      })
      for (const [bundleId, { from, parts }] of recipes) await shop.save(bundleId, parts, { validFrom: from })
      await shop.write(
        sales.map(([on, variantId, quantity], i) => ({
          id: i + 1,
          day: `2026-11-${on}`,
          lines: [{ variantId, quantity }],
        })),
      )
      const expected = recipeTimesSales(recipes, sales)
      expect(await shop.bundled()).toEqual(expected)
      await shop.inShop((tx) => deriveAllSales(tx, shop.merchantId))
      expect(await shop.bundled()).toEqual(expected)
      runs++
    }
  })
  expect(runs).toBe(200)
})

/** Returns the units of parts that are expected, calculated one sale after the other. */
function recipeTimesSales(
  recipes: readonly [number, { from: string; parts: Parts }][],
  sales: readonly [number, number, number][],
): string[] {
  const recipeOn = new Map<string, Parts>()
  for (const [bundleId, { from, parts }] of recipes)
    for (let on = 10; on <= 14; on++) if (`2026-11-${on}` >= from) recipeOn.set(`${bundleId} ${on}`, parts)
  const units = new Map<string, number>()
  for (const [on, variantId, quantity] of sales)
    for (const [part, each] of recipeOn.get(`${variantId} ${on}`) ?? []) {
      const key = `${part} 2026-11-${on}`
      units.set(key, (units.get(key) ?? 0) + each * quantity)
    }
  return [...units].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, sum]) => `${key} ${sum}`)
}
