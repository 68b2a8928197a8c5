import {
  type CreatePurchaseOrder,
  excessListSchema,
  ordersApi,
  type ProductCost,
  type ProductDetail,
  type PurchaseOrder,
  productListSchema,
  productsApi,
  toAddress,
} from '@stockcast/contract'
import { inCasesAsync } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newForEachTest, withTestApp } from '../../testing/index.ts'

const app = withTestApp({ now: '2026-11-20T10:00:00Z' })

/** Creates a shop with four products at 20.00 each, of which a supplier sells three, and the last without a price. */
async function openShop({ currency = 'USD' } = {}) {
  const merchant = await app.openShop(
    ['Kettle', 'Pot', 'Pan', 'Lid'].map((title) => ({ title, available: 40, price: 20 })),
  )
  const { ids } = merchant
  await merchant.refresh()
  const call = <Answer>(path: string, json?: unknown, method = 'POST'): Promise<Answer> =>
    merchant.ask<Answer>(path, json === undefined ? {} : { json, method })
  const { id: supplierId } = await call<{ id: number }>('/api/suppliers', { name: 'Acme', currency })
  const prices = [500, 1250, null]
  const rows = prices.map((unitCostMinor, i) => ({ supplierId, variantId: ids[i], unitCostMinor }))
  await call('/api/supplier-variants', { rows }, 'PUT')
  const create = (order: Omit<CreatePurchaseOrder, 'supplierId'>) =>
    call<PurchaseOrder>(ordersApi.create.path, { supplierId, ...order })
  const place = (order: PurchaseOrder, more: object = {}) =>
    call<PurchaseOrder>(toAddress(ordersApi.markOrdered, { id: order.id }), {
      version: order.version,
      ...more,
    })
  const costOf = async (index: number): Promise<ProductCost> => {
    const { cost } = await call<ProductDetail>(toAddress(productsApi.get, { variantId: ids[index]! }))
    const list = productListSchema.parse(await call(productsApi.list.path))
    expect(list.rows.find(({ variantId }) => variantId === ids[index])!.cost).toEqual(cost)
    return cost
  }
  return { ...merchant, call, create, place, costOf }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

const shop = newForEachTest(openShop)

it('freight, duty and other costs are shared to the cent however an order changes', async () => {
  const amount = fc.nat(100_000)
  const order = fc.record({
    freightMinor: amount,
    dutyMinor: amount,
    otherMinor: amount,
    costSharing: fc.constantFrom('value', 'units', 'none'),
    units: fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 4 }),
  })
  const expectShared = (saved: PurchaseOrder) => {
    const extra = saved.freightMinor + saved.dutyMinor + saved.otherMinor
    const shared = sum(saved.lines.map(({ sharedCostMinor }) => sharedCostMinor))
    expect(shared).toBe(saved.costSharing === 'none' ? 0 : extra)
    for (const { ordered, costMinor, sharedCostMinor, landedUnitCostMinor } of saved.lines) {
      if (costMinor === null) expect(landedUnitCostMinor).toBeNull()
      else
        expect(
          Math.abs(landedUnitCostMinor! * ordered - costMinor - sharedCostMinor) * 2,
        ).toBeLessThanOrEqual(ordered)
    }
  }
  await inCasesAsync(15, order, order, async (first, second) => {
    const getLines = (units: number[]) => units.map((each, i) => ({ variantId: shop.ids[i]!, units: each }))
    const { units, ...costs } = first
    const created = await shop.create({ ...costs, lines: getLines(units) })
    expectShared(created)
    const { units: others, ...otherCosts } = second
    const saved = await shop.call<PurchaseOrder>(
      toAddress(ordersApi.get, { id: created.id }),
      { version: created.version, ...otherCosts, lines: getLines(others) },
      'PUT',
    )
    expectShared(saved)
  })
})

it('a product’s margin and the value of its stock are at landed cost, from the last order that was placed', async () => {
  const [kettle, pot] = shop.ids as [number, number]
  const plain = {
    unitCostMinor: 500,
    currency: 'USD',
    source: 'supplier',
    shopCurrency: 'USD',
    priceMinor: 2000,
  }
  const before = { ...plain, sharedCostMinor: null, sharedBy: null, landedCostMinor: 500, marginMinor: 1500 }
  expect(await shop.costOf(0)).toEqual({ ...before, stockValueMinor: 40 * 500 })
  const draft = await shop.create({
    freightMinor: 3000,
    dutyMinor: 600,
    costSharing: 'units',
    lines: [
      { variantId: kettle, units: 60 },
      { variantId: pot, units: 12 },
    ],
  })
  expect(await shop.costOf(0)).toMatchObject(before)
  const placed = await shop.place(draft)
  expect(await shop.costOf(0)).toEqual({
    ...plain,
    sharedCostMinor: 50,
    sharedBy: { orderId: draft.id, number: draft.number },
    landedCostMinor: 550,
    marginMinor: 1450,
    stockValueMinor: 40 * 550,
  })
  expect(await shop.costOf(1)).toMatchObject({ landedCostMinor: 1300, marginMinor: 700 })
  const { totals } = excessListSchema.parse(await shop.call(productsApi.listExcess.path))
  expect(totals.inventoryMinor).toBe(40 * (550 + 1300))
  await shop.call(toAddress(ordersApi.cancel, { id: placed.id }), { version: placed.version })
  expect(await shop.costOf(0)).toMatchObject(before)
})

it('an unknown cost stays unknown, whatever its order costs beside it', async () => {
  const lines = [{ variantId: shop.ids[2]!, units: 10 }]
  await shop.place(await shop.create({ freightMinor: 1000, lines }))
  expect(await shop.costOf(2)).toMatchObject({
    unitCostMinor: null,
    source: null,
    sharedCostMinor: 100,
    landedCostMinor: null,
    marginMinor: null,
    stockValueMinor: null,
  })
  expect(await shop.costOf(3)).toMatchObject({
    unitCostMinor: null,
    sharedCostMinor: null,
    marginMinor: null,
  })
})

it('shared costs in another currency count at the rate of their order, with the decimals of both', async () => {
  const shop = await openShop({ currency: 'JPY' })
  const lines = [{ variantId: shop.variantId, units: 10 }]
  await shop.place(await shop.create({ freightMinor: 1000, lines }), { fxRate: 0.007 })
  expect(await shop.costOf(0)).toMatchObject({
    unitCostMinor: 500,
    currency: 'JPY',
    sharedCostMinor: 70,
    landedCostMinor: 350 + 70,
    marginMinor: 2000 - 420,
  })
})
