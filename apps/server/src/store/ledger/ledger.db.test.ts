import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '@stockcast/contract'
import { inCasesAsync } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ensureMerchant } from '../../accounts/merchants/ensure-merchant.ts'
import { insertCatalog, newForEachTest, withTestKernel } from '../../testing/index.ts'
import { deriveAllSales } from './derived-sales-queries.ts'
import { applyOrders, type OrderBatch, writeOrders } from './write-orders.ts'

const timeZone = 'America/New_York'

const kernel = withTestKernel()

interface Version {
  id?: number
  /** Minutes of day one after which the order was last changed. */
  at?: number
  processedAt?: string
  isTest?: boolean
  isCancelled?: boolean
  lines: { variant: number | null; quantity: number }[]
}

function getOrder({ id = 1, at = 0, processedAt, isTest, isCancelled, lines }: Version): OrderBatch {
  const createdAt = new Date('2026-11-01T12:00:00Z')
  const updatedAt = new Date(createdAt.getTime() + at * MINUTE_MS)
  return {
    orders: [
      {
        id,
        createdAt,
        processedAt: processedAt ? new Date(processedAt) : null,
        updatedAt,
        cancelledAt: isCancelled ? updatedAt : null,
        test: isTest ?? false,
        locationId: null,
      },
    ],
    lines: lines.map(({ variant, quantity }, i) => ({
      id: id * 100 + i,
      orderId: id,
      quantity,
      variantId: variant,
    })),
  }
}

async function newShop() {
  const user = { id: randomUUID(), email: `${randomUUID()}@example.com` }
  const merchantId = await ensureMerchant(kernel, user)
  await insertCatalog(kernel, { merchantId, variants: [{}, {}, {}], firstId: 1, timeZone })
  const apply = (batch: OrderBatch) =>
    kernel.db.withTenant(merchantId, (tx) => applyOrders(tx, { merchantId, timeZone }, batch))
  const sales = () =>
    kernel.db.withTenant(merchantId, (tx) =>
      tx
        .selectFrom('sales_daily')
        .select(['variant_id as variant', 'day', 'units_sold as units'])
        .where('merchant_id', '=', merchantId)
        .orderBy('variant_id')
        .orderBy('day')
        .execute(),
    )
  return { merchantId, apply, sales }
}

const sold = (variant: number, units: number, day = '2026-11-01') => ({ variant, day, units })

const shop = newForEachTest(newShop)

describe('an order in the ledger', () => {
  it('is counted with its units as ordered, on its day in the shop’s time zone', async () => {
    await shop.apply(getOrder({ processedAt: '2026-11-20T04:59:59Z', lines: [{ variant: 1, quantity: 3 }] }))
    await shop.apply(
      getOrder({ id: 2, processedAt: '2026-11-20T05:00:00Z', lines: [{ variant: 1, quantity: 4 }] }),
    )
    expect(await shop.sales()).toEqual([sold(1, 3, '2026-11-19'), sold(1, 4, '2026-11-20')])
  })

  it('adds up the lines of one variant and skips those without one', async () => {
    const lines = [
      { variant: 1, quantity: 2 },
      { variant: 1, quantity: 5 },
      { variant: null, quantity: 9 },
      { variant: 2, quantity: 0 },
    ]
    await shop.apply(getOrder({ lines }))
    expect(await shop.sales()).toEqual([sold(1, 7)])
  })

  it('that is written twice counts once', async () => {
    const order = getOrder({ lines: [{ variant: 1, quantity: 2 }] })
    for (let i = 0; i < 3; i++) await shop.apply(order)
    expect(await shop.sales()).toEqual([sold(1, 2)])
  })

  it('that is a test or was cancelled is not demand, and a cancellation removes its units', async () => {
    const lines = [{ variant: 1, quantity: 2 }]
    await shop.apply(getOrder({ id: 1, isTest: true, lines }))
    await shop.apply(getOrder({ id: 2, isCancelled: true, lines }))
    await shop.apply(getOrder({ id: 3, lines }))
    expect(await shop.sales()).toEqual([sold(1, 2)])
    await shop.apply(getOrder({ id: 3, at: 5, isCancelled: true, lines }))
    expect(await shop.sales()).toEqual([])
  })

  it('that was edited counts as it is now, and an older version changes nothing', async () => {
    const edited = getOrder({ at: 5, lines: [{ variant: 2, quantity: 1 }] })
    await shop.apply(getOrder({ at: 0, lines: [{ variant: 1, quantity: 2 }] }))
    await shop.apply(edited)
    expect(await shop.sales()).toEqual([sold(2, 1)])
    await shop.apply(getOrder({ at: 3, lines: [{ variant: 3, quantity: 8 }] }))
    expect(await shop.sales()).toEqual([sold(2, 1)])
  })

  it('may bring its lines in a later batch', async () => {
    const { orders, lines } = getOrder({ lines: [{ variant: 1, quantity: 2 }] })
    await shop.apply({ orders, lines: [] })
    await shop.apply({ orders: [], lines })
    expect(await shop.sales()).toEqual([sold(1, 2)])
  })

  it('of an unknown variant is stored, and counts as sold once the variant exists', async () => {
    await shop.apply(getOrder({ lines: [{ variant: 4, quantity: 2 }] }))
    expect(await shop.sales()).toEqual([])
    await insertCatalog(kernel, { merchantId: shop.merchantId, variants: [{}], firstId: 4, timeZone })
    await kernel.db.withTenant(shop.merchantId, (tx) => deriveAllSales(tx, shop.merchantId))
    expect(await shop.sales()).toEqual([sold(4, 2)])
  })

  it('X-02 is hidden from another merchant', async () => {
    const [first, second] = [await newShop(), await newShop()]
    await first.apply(getOrder({ lines: [{ variant: 1, quantity: 2 }] }))
    expect(await second.sales()).toEqual([])
  })
})

const versionArbitrary = fc.record({
  id: fc.integer({ min: 1, max: 3 }),
  at: fc.integer({ min: 0, max: 4 }),
  isCancelled: fc.boolean(),
  lines: fc.array(
    fc.record({ variant: fc.integer({ min: 1, max: 3 }), quantity: fc.integer({ min: 0, max: 5 }) }),
    { maxLength: 4 },
  ),
})

/** Returns what the newest version of each order sells; versions of the same minute are equal. */
function expectedSales(versions: readonly Required<Pick<Version, 'id' | 'at' | 'isCancelled' | 'lines'>>[]) {
  const newest = new Map<number, (typeof versions)[number]>()
  for (const version of versions) {
    const before = newest.get(version.id)
    if (!before || before.at < version.at) newest.set(version.id, version)
  }
  const units = new Map<number, number>()
  for (const { isCancelled, lines } of newest.values()) {
    for (const { variant, quantity } of isCancelled ? [] : lines) {
      units.set(variant ?? 0, (units.get(variant ?? 0) ?? 0) + quantity)
    }
  }
  return [...units]
    .filter(([, sum]) => sum > 0)
    .sort(([a], [b]) => a - b)
    .map(([variant, sum]) => sold(variant, sum))
}

it('events in any order, any number of times, lead to the same sales, applied one by one or derived again', async () => {
  const distinct = fc.uniqueArray(versionArbitrary, {
    selector: ({ id, at }) => `${id}/${at}`,
    minLength: 1,
    maxLength: 6,
  })
  const arrivals = distinct.chain((versions) =>
    fc.record({
      versions: fc.constant(versions),
      order: fc.shuffledSubarray([...versions, ...versions], { minLength: versions.length }),
    }),
  )
  await inCasesAsync(40, arrivals, async ({ versions, order }) => {
    const shop = await newShop()
    const missed = versions.filter((version) => !order.includes(version))
    for (const version of [...order, ...missed]) await shop.apply(getOrder(version))
    const atOnce = await shop.sales()
    expect(atOnce).toEqual(expectedSales(versions))
    await kernel.db.withTenant(shop.merchantId, (tx) => deriveAllSales(tx, shop.merchantId))
    expect(await shop.sales()).toEqual(atOnce)
  })
})

it('writeOrders returns the days whose sales may have changed', async () => {
  const { merchantId } = await newShop()
  const write = (batch: OrderBatch) =>
    kernel.db.withTenant(merchantId, (tx) => writeOrders(tx, { merchantId, timeZone }, batch))
  await write(getOrder({ lines: [{ variant: 1, quantity: 2 }] }))
  const touched = await write(getOrder({ at: 1, lines: [{ variant: 2, quantity: 2 }] }))
  expect(touched.map((each) => each.variant_id).sort()).toEqual([1, 2])
})
