import {
  type OrderList,
  orderListApi,
  orderListQuerySchema,
  orderListSchema,
  type ProductDetail,
  productsApi,
  toAddress,
} from '@stockcast/contract'
import { forecastShop } from '@stockcast/forecasting'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { epochDay, today } from '../../kernel/calendar.ts'
import { insertSupplier, type SupplierSeed, withTestApp } from '../../testing/index.ts'
import { insertForecasts } from '../../testing/insert-forecasts.ts'
import { placeOrder } from '../../testing/place-order.ts'
import { wireProjection } from '../../wire-projection.ts'
import { type Chosen, chooseQuantities } from './list/choose-quantities.ts'
import { listSteps } from './list/step-queries.ts'
import { findWholeList } from './list/whole-list.ts'
import type { PlanTerms } from './plans/order-plan.ts'

const app = withTestApp()

/** Three years of even sales, so that the shop knows its season. */
const series = (day: number) => ({ id: '1', firstDay: day - 1100, unitsSold: new Float64Array(1100).fill(6) })

/** Returns a shop with products that sell 6 a day at 20.00, with this much stock each, and its list. */
async function shopWith(stock: readonly number[], suppliers: (ids: number[]) => Partial<SupplierSeed>[]) {
  const day = epochDay(today(app.kernel.clock, 'UTC'))
  const variants = stock.map((available) => ({ sales: Array(60).fill(6), available, price: 20 }))
  const merchant = await app.openShop(variants)
  const { merchantId, ids } = merchant
  const [fitted] = forecastShop({ origin: day - 1, series: [series(day)] })
  const { distribution, evidence } = fitted!
  await insertForecasts(app.kernel, { merchantId, variantIds: ids, distribution, evidence })
  const [shop] = await merchant.rows(sql<{ currency: string }>`
    select currency from merchants where id = ${merchantId}`)
  const supplierIds: number[] = []
  for (const seed of suppliers(ids)) {
    supplierIds.push(
      await insertSupplier(app.kernel, {
        merchantId,
        currency: shop!.currency,
        name: `Supplier ${supplierIds.length}`,
        items: [],
        statedDays: 14,
        ...seed,
      }),
    )
  }
  await merchant.refresh()
  const list = async (query = ''): Promise<OrderList> => {
    const response = await merchant.request(`${orderListApi.get.path}${query}`)
    expect(response.status).toBe(200)
    return orderListSchema.parse(await response.json())
  }
  return { merchant, ids, supplierIds, list }
}

const all = (ids: readonly number[], unitCostMinor: number | null = 800) =>
  ids.map((variantId) => ({ variantId, unitCostMinor }))

it('the median margin, with which products without a price are planned, is read once for a pass over the catalogue, and kept for the other parts of it and for single products', async () => {
  const { merchant, ids, list } = await shopWith([20, 20, 20], (variants) => [{ items: all(variants) }])
  const { merchantId } = merchant
  const costing = (units: number) =>
    merchant.rows(
      sql`update supplier_variants set unit_cost_minor = ${units} where merchant_id = ${merchantId}`,
    )
  const projection = wireProjection(app.kernel)
  await merchant.rows(
    sql`update variants set price = null where merchant_id = ${merchantId} and variant_id = ${ids[0]}`,
  )
  await projection.refresh({ merchantId, variantIds: [ids[0]!] })
  const assumed = async () =>
    (await list()).rows
      .find(({ variantId }) => variantId === ids[0])!
      .why.flatMap((reason) => (reason.code === 'median_margin' ? [reason.marginRatio] : []))
  expect(await assumed()).toEqual([0.6])
  await costing(400)
  await projection.refresh({ merchantId, variantIds: [ids[0]!] })
  expect(await assumed()).toEqual([0.6])
  await projection.refresh({ merchantId, variantIds: [ids[0]!], partOfAll: 'first' })
  expect(await assumed()).toEqual([0.8])
  await costing(200)
  await projection.refresh({ merchantId, variantIds: [ids[0]!], partOfAll: 'some' })
  expect(await assumed()).toEqual([0.8])
})

describe('GET /api/order-list', () => {
  it('lists due orders with quantity, cost, value and reasons', async () => {
    const { list, ids } = await shopWith([80, 1000], (variants) => [
      { items: variants.map((variantId) => ({ variantId, unitCostMinor: 800, packSize: 12 })) },
    ])
    const { rows, counts, totals } = await list()
    expect(counts).toEqual({ due: 1, soon: 0, not_yet: 1 })
    expect(rows[0]).toMatchObject({ variantId: ids[0], due: 'due', packSize: 12, unitCostMinor: 800 })
    const { quantity, packs, costMinor, need } = rows[0]!
    expect(quantity).toBe(12 * packs)
    expect(quantity).toBeGreaterThanOrEqual(need)
    expect(costMinor).toBe(800 * quantity)
    expect(rows[0]!.valueMinor).toBeGreaterThan(0)
    expect(rows[0]!.why.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['need', 'review_period', 'pack']),
    )
    expect(rows[0]!.coverageAfter.middle ?? 999).toBeGreaterThan(rows[0]!.coverageBefore.middle!)
    // Some futures run out before the order arrives: it lasts from then on.
    expect(rows[0]!.coverageBefore.low!).toBeLessThan(rows[0]!.leadTime.days)
    expect(rows[0]!.coverageAfter.low!).toBeGreaterThan(rows[0]!.leadTime.days)
    expect(rows[1]).toMatchObject({ due: 'not_yet', quantity: 0 })
    expect(totals).toMatchObject({ rows: 1, units: quantity, costMinor })
  })

  it('shows the cost that the store knows if no supplier has a price, in the list, the file and the product', async () => {
    const shop = await shopWith([80, 80, 80], ([, own, foreign]) => [
      { items: [{ variantId: own! }] },
      { currency: 'JPY', items: [{ variantId: foreign! }] },
    ])
    const { merchant, ids, list } = shop
    await merchant.rows(sql`update variants set unit_cost_minor = 450, unit_cost_currency = m.currency
      from merchants m where m.id = variants.merchant_id`)
    await merchant.rows(sql`insert into purchase_orders (merchant_id, number, supplier_id, currency, fx_rate, ordered_on, status, closed_at, closed_because, created_at, updated_at)
      values (${merchant.merchantId}, 999, ${shop.supplierIds[1]}, 'JPY', 0.005, '2026-01-01', 'received', now(), 'arrived', now(), now())`)
    await merchant.refresh()
    const { rows, currency } = await list()
    const getCost = (id: number) => rows.find(({ variantId }) => variantId === id)!
    expect(getCost(ids[0]!)).toMatchObject({ supplier: null, unitCostMinor: 450, currency })
    expect(getCost(ids[1]!)).toMatchObject({ unitCostMinor: 450, currency })
    // 4.50 at 0.005 for a yen.
    expect(getCost(ids[2]!)).toMatchObject({ unitCostMinor: 900, currency: 'JPY' })
    expect(getCost(ids[2]!).shopCostMinor).toBe(450 * getCost(ids[2]!).quantity)
    for (const id of ids) {
      const page = await merchant.ask<ProductDetail>(toAddress(productsApi.get, { variantId: id }))
      expect(page.cost.landedCostMinor).toBe(450)
    }
    const file = await (await merchant.request(orderListApi.exportCsv.path)).text()
    expect(file.match(/4\.5/g)).toHaveLength(2)
  })

  it('has nothing due once an order is placed that is enough, though it comes too late', async () => {
    const { list, merchant, supplierIds, ids } = await shopWith([10], (variants) => [
      { items: all(variants) },
    ])
    const before = await list()
    expect(before.counts).toEqual({ due: 1, soon: 0, not_yet: 0 })
    const lines = [{ variantId: ids[0]!, units: before.rows[0]!.quantity }]
    await placeOrder(merchant, { supplierId: supplierIds[0]!, lines })
    await merchant.refresh()
    const after = await list()
    expect(after.counts).toEqual({ due: 0, soon: 0, not_yet: 1 })
    expect(after.rows[0]).toMatchObject({ due: 'not_yet', orderBy: null, quantity: 0 })
  })

  it('never spends more than the budget, and says what it cut', async () => {
    const { list } = await shopWith([10, 20, 30], (ids) => [{ items: all(ids) }])
    const full = await list()
    const cut = await list(`?budget=${Math.floor(full.totals.costMinor / 2)}`)
    expect(cut.totals.costMinor).toBeLessThanOrEqual(full.totals.costMinor / 2)
    expect(cut.totals.costMinor).toBeGreaterThan(full.totals.costMinor / 4)
    expect(cut.totals.rowsCut).toBeGreaterThan(0)
    expect(cut.rows.flatMap(({ why }) => why).some(({ code }) => code === 'budget')).toBe(true)
  })

  it('says why a product gets none of the budget', async () => {
    const { list } = await shopWith([10, 20, 30], (ids) => [
      { items: ids.map((variantId, i) => ({ variantId, unitCostMinor: 800, packSize: i === 2 ? 500 : 1 })) },
    ])
    const { rows } = await list('?budget=800')
    const reasons = rows.map(({ quantity, why }) => [quantity, why.find(({ code }) => code === 'budget')])
    const least = { leastUnits: 1, leastCostMinor: 800 }
    expect(reasons).toEqual([
      [1, expect.objectContaining({ because: 'others_earn_more', ...least })],
      [0, expect.objectContaining({ because: 'others_earn_more', ...least })],
      [0, expect.objectContaining({ because: 'above_budget', leastUnits: 500, leastCostMinor: 400_000 })],
    ])
  })

  it('reads the steps of each plan to the last digit, with prices for plans that have price breaks', async () => {
    const { merchant, ids } = await shopWith([10, 20, 30, 260], (variants) => [
      { items: all(variants.slice(0, 2)).map((item) => ({ ...item, packSize: 7 })) },
      { items: all(variants.slice(2), 733), minimumValue: 900_000 },
    ])
    const { merchantId } = merchant
    await merchant.rows(sql`
      update supplier_variants set price_breaks = ${JSON.stringify([{ fromUnits: 210, unitCostMinor: 790 }])}
      where variant_id = ${ids[0]}`)
    await merchant.refresh()
    const { plans, read } = await app.kernel.db.withTenant(merchantId, async (tx) => ({
      plans: await tx.selectFrom('order_plans').select(['variant_id', 'terms']).execute(),
      read: await listSteps(tx, { merchantId, variantIds: ids }),
    }))
    expect(plans).toHaveLength(4)
    for (const plan of plans) {
      const terms = plan.terms as PlanTerms
      expect(terms.steps.length).toBeGreaterThan(1)
      const { steps, terms: ofBreaks } = read.get(plan.variant_id)!
      expect(Array.from({ length: steps.length + 1 }, (_, i) => steps.at(i))).toEqual([
        ...terms.steps,
        undefined,
      ])
      expect(ofBreaks).toEqual(plan.variant_id === ids[0] ? terms : null)
    }
  })

  it('with any budget it chooses the same quantities as from all steps of all plans', async () => {
    const { merchant, list } = await shopWith([10, 20, 30, 260, 0, 5], (variants) => [
      { items: all(variants.slice(0, 3)).map((item) => ({ ...item, packSize: 7 })) },
      { items: all(variants.slice(3), 733), minimumValue: 900_000 },
    ])
    const { merchantId } = merchant
    const full = (await list()).totals.costMinor
    await app.kernel.db.withTenant(merchantId, async (tx) => {
      const plans = await tx.selectFrom('order_plans').select(['variant_id', 'terms']).execute()
      const steps = new Map(
        plans.map((plan) => [plan.variant_id, { steps: (plan.terms as PlanTerms).steps, terms: null }]),
      )
      for (const share of [0, 0.1, 0.4, 0.7, 1, 2]) {
        const query = orderListQuerySchema.parse({ budget: Math.floor(share * full) })
        const whole = await findWholeList({ ...app.kernel, merchantId, tx }, query)
        const { chosen, missing } = await chooseQuantities({
          candidates: whole.chosen.map(({ candidate }) => candidate),
          drafted: new Set(),
          suppliers: whole.suppliers,
          budget: query.budget,
          readSteps: async () => steps,
        })
        const quantities = (of: readonly Chosen[]) =>
          of.map(({ units, cut, addedUnits }) => [units, cut, addedUnits])
        expect(quantities(whole.chosen)).toEqual(quantities(chosen))
        expect(whole.missing).toEqual(missing)
      }
    })
  })

  it('lists a product without a cost outside the budget, never at zero', async () => {
    const { list, ids } = await shopWith([10], (variants) => [{ items: all(variants, null) }])
    const { rows, totals } = await list('?budget=0')
    expect(rows[0]).toMatchObject({ variantId: ids[0], costMinor: null, valueMinor: null })
    expect(rows[0]!.quantity).toBeGreaterThan(0)
    expect(totals).toMatchObject({ costMinor: 0, rowsWithoutCost: 1 })
  })

  it('fills a supplier minimum with products that are not due yet', async () => {
    const { list } = await shopWith([40, 220], (ids) => [{ items: all(ids), minimumValue: 200_000 }])
    const { rows, suppliers } = await list()
    const added = rows.find(({ due }) => due !== 'due')!
    expect(added.quantity).toBeGreaterThan(0)
    expect(added.why).toContainEqual({ code: 'supplier_minimum', addedUnits: added.quantity })
    const { below, costMinor } = suppliers[0]!
    if (below === null) expect(costMinor).toBeGreaterThanOrEqual(200_000)
    else expect(costMinor + below.amountMinor!).toBe(200_000)
  })

  it('says what is missing to a supplier minimum, and how long to wait', async () => {
    const { list } = await shopWith([40], (ids) => [{ items: all(ids), minimumValue: 99_000_000 }])
    const { suppliers } = await list()
    const { below, costMinor } = suppliers[0]!
    expect(below!.amountMinor).toBe(99_000_000 - costMinor)
    expect(below!.waitUntil).not.toBeNull()
    expect(below!.waitStockoutProbability).toBeGreaterThan(0.1)
  })

  it('chooses supplier and quantity together, and names the alternatives', async () => {
    const { list, supplierIds } = await shopWith([40], (ids) => [
      { items: all(ids, 900) },
      { items: ids.map((variantId) => ({ variantId, unitCostMinor: 700, rank: 2 })) },
    ])
    const { rows } = await list()
    expect(rows[0]!.supplier!.id).toBe(supplierIds[1])
    expect(rows[0]!.alternatives).toMatchObject([{ id: supplierIds[0], units: rows[0]!.quantity }])
  })

  it('lists products without a supplier by their stock projection', async () => {
    const { list } = await shopWith([10], () => [])
    const { rows } = await list()
    expect(rows[0]).toMatchObject({
      due: 'due',
      supplier: null,
      costMinor: null,
      why: [{ code: 'no_supplier' }],
    })
    expect(rows[0]!.quantity).toBeGreaterThan(0)
  })

  it('is empty for another merchant', async () => {
    await shopWith([10], (ids) => [{ items: all(ids) }])
    const other = await shopWith([], () => [])
    expect((await other.list()).total).toBe(0)
  })
})

it('POST /api/order-list/drafts creates one draft for each supplier, and nothing when it is pressed again', async () => {
  const { list, merchant } = await shopWith([10, 20, 30], ([a, b, c]) => [
    { items: all([a!, b!]) },
    { items: all([c!]) },
  ])
  const { rows } = await list()
  const lines = rows.map(({ variantId, supplier, quantity }) => ({
    variantId,
    supplierId: supplier!.id,
    units: quantity,
  }))
  const press = () =>
    merchant.ask<{ orders: { lines: number }[]; leftOut: { reason: string }[] }>(
      orderListApi.createDrafts.path,
      {
        json: { lines },
      },
    )
  expect((await press()).orders.map((order) => order.lines).sort()).toEqual([1, 2])
  const again = await press()
  expect(again.orders).toEqual([])
  expect(again.leftOut.map(({ reason }) => reason)).toEqual(['in_draft', 'in_draft', 'in_draft'])
  const after = await list()
  expect(after.totals.units).toBe(0)
  for (const row of after.rows) {
    expect(row.inDraft!.units).toBeGreaterThan(0)
    expect(row.why.at(-1)).toMatchObject({ code: 'in_draft', missingUnits: 0 })
  }
})
