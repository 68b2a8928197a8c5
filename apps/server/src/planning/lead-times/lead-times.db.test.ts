import { actionsApi, toAddress } from '@stockcast/contract'
import { equallyLikelyDays, forecastShop, learnLeadTime } from '@stockcast/forecasting'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { dayFromEpoch, epochDay, today } from '../../kernel/calendar.ts'
import { insertSupplier, type SupplierSeed, withTestApp } from '../../testing/index.ts'
import { insertForecasts } from '../../testing/insert-forecasts.ts'
import { wireProjection } from '../../wire-projection.ts'
import { noOverride } from '../settings/change-overrides.ts'
import { findPolicies } from '../settings/effective-policy.ts'

const app = withTestApp()

const received = (days: readonly number[]) =>
  days.map((receivedAfterDays, i) => ({ orderedDaysAgo: 300 - 30 * i, receivedAfterDays }))

/** Returns a shop with one product that sells 6 a day, and what its policy is with these suppliers. */
async function shopWith(...suppliers: Partial<SupplierSeed>[]) {
  const variants = [{ sales: Array(60).fill(6), available: 90, price: 20 }]
  const merchant = await app.openShop(variants)
  const { merchantId, variantId } = merchant
  const add = (seed: Partial<SupplierSeed>, rank = 1) =>
    insertSupplier(app.kernel, {
      merchantId,
      name: `Supplier ${rank}`,
      items: [{ variantId, rank }],
      ...seed,
    })
  for (const [i, seed] of suppliers.entries()) await add(seed, i + 1)
  const day = epochDay(today(app.kernel.clock, 'UTC'))
  const policy = (override = noOverride) =>
    app.kernel.db.withTenant(merchantId, async (tx) =>
      (await findPolicies(tx, { merchantId, variantIds: [variantId], today: day }))(variantId, override),
    )
  return { merchant, merchantId, variantId, add, policy, day }
}

type Shop = Awaited<ReturnType<typeof shopWith>>

/** Stores how many days orders of the store from the supplier Altura took. */
async function storeOrders({ merchantId, day }: Shop, daysTaken: readonly number[]): Promise<void> {
  const orderedOn = day - 200
  await app.kernel.db.withTenant(merchantId, (tx) =>
    tx
      .insertInto('store_lead_times')
      .values(
        daysTaken.map((after, i) => ({
          merchant_id: merchantId,
          external_id: `shipment/${i + 1}`,
          source: `purchase_order/${i + 1}`,
          supplier_name: ' ALTURA',
          ordered_on: dayFromEpoch(orderedOn),
          received_on: dayFromEpoch(orderedOn + after),
          units: 10,
        })),
      )
      .execute(),
  )
}

interface Line {
  order_id: number
  id: number
}

function orderLine({ merchantId }: Shop): Promise<Line> {
  return app.kernel.db.withTenant(merchantId, (tx) =>
    tx.selectFrom('purchase_order_lines').select(['order_id', 'id']).executeTakeFirstOrThrow(),
  )
}

async function match({ merchant, merchantId }: Shop, line: Line, source: string): Promise<void> {
  await merchant.rows(sql`
    insert into store_order_matches (merchant_id, order_id, line_id, source, matched_by, matched_at)
    values (${merchantId}, ${line.order_id}, ${line.id}, ${source}, 'likeness', ${new Date()})`)
}

/** Records an order of the product, whose units are in the stock the same day. */
async function noteOrderThatArrives({ merchant, variantId }: Shop, units: number): Promise<Line> {
  const { merchantId } = merchant
  const asked = { units, expectedOn: '2026-12-20' }
  const answer = await merchant.request(toAddress(actionsApi.recordOrder, { id: variantId }), { json: asked })
  expect(answer.status).toBe(200)
  await app.kernel.db.withTenant(merchantId, (tx) =>
    tx
      .updateTable('inventory_levels')
      .set((e) => ({ available: e('available', '+', units) }))
      .where('variant_id', '=', variantId)
      .execute(),
  )
  await wireProjection(app.kernel).refresh({ merchantId, variantIds: [variantId] })
  return app.kernel.db.withTenant(merchantId, async (tx) => {
    const row = await tx
      .selectFrom('purchase_orders as o')
      .innerJoin('purchase_order_lines as l', 'l.order_id', 'o.id')
      .select(['l.order_id', 'l.id', 'o.status'])
      .where('o.merchant_id', '=', merchantId)
      .where('l.merchant_id', '=', merchantId)
      .where('o.is_noted', '=', true)
      .executeTakeFirstOrThrow()
    expect(row.status).toBe('received')
    return row
  })
}

describe('the lead time of a variant', () => {
  it('is the number that the supplier states, without spread, until three orders have been received', async () => {
    const shop = await shopWith({ statedDays: 12, orders: received([20, 22]) })
    expect(await shop.policy()).toMatchObject({ leadTimeDays: 12, leadTimeSource: 'stated' })
    expect((await shop.policy()).leadTimes).toBeUndefined()
  })

  it('is learned with its spread from three received orders on', async () => {
    const shop = await shopWith({ statedDays: 14, orders: received([20, 25, 16]) })
    const learned = learnLeadTime({ statedDays: 14, observedDays: [20, 25, 16] })
    expect(await shop.policy()).toMatchObject({
      leadTimeSource: 'learned',
      leadTimeDays: 18,
      leadTimes: equallyLikelyDays(learned),
    })
  })

  it('is learned from orders that only the store has, and an order that both have counts once', async () => {
    const shop = await shopWith({ name: 'Altura', statedDays: 14, orders: received([20]) })
    await storeOrders(shop, [25, 16, 90])
    await match(shop, await orderLine(shop), 'purchase_order/3')
    expect(await shop.policy()).toMatchObject({
      leadTimeSource: 'learned',
      leadTimes: equallyLikelyDays(learnLeadTime({ statedDays: 14, observedDays: [20, 25, 16] })),
    })
  })

  it('is learned from an order of the store that matches a noted order, and not from the end of the noted one', async () => {
    const shop = await shopWith({ name: 'Altura', statedDays: 14 })
    await storeOrders(shop, [25, 16, 31])
    await match(shop, await noteOrderThatArrives(shop, 31), 'purchase_order/3')
    expect(await shop.policy()).toMatchObject({
      leadTimeSource: 'learned',
      leadTimes: equallyLikelyDays(learnLeadTime({ statedDays: 14, observedDays: [25, 16, 31] })),
    })
  })

  it('is learned from an order of the store that matches a cancelled order', async () => {
    const shop = await shopWith({ name: 'Altura', statedDays: 14, orders: received([20]) })
    await storeOrders(shop, [25, 16, 31])
    const line = await orderLine(shop)
    await match(shop, line, 'purchase_order/3')
    await shop.merchant.rows(sql`update purchase_orders set status = 'cancelled' where id = ${line.order_id}`)
    expect(await shop.policy()).toMatchObject({
      leadTimes: equallyLikelyDays(learnLeadTime({ statedDays: 14, observedDays: [25, 16, 31] })),
    })
  })

  it('grows with an open order that is later than nine in ten', async () => {
    const orders = received([20, 25, 16])
    const before = await (await shopWith({ statedDays: 14, orders })).policy()
    const late = [...orders, { orderedDaysAgo: 70, receivedAfterDays: null }]
    const after = await (await shopWith({ statedDays: 14, orders: late })).policy()
    expect(after.leadTimeDays).toBeGreaterThan(before.leadTimeDays)
  })

  it('is not learned from orders of more than 24 months ago', async () => {
    const orders = [...received([20, 25]), { orderedDaysAgo: 800, receivedAfterDays: 16 }]
    expect((await (await shopWith({ statedDays: 14, orders })).policy()).leadTimeSource).toBe('stated')
  })

  it('W-01 is the variant’s own if entered, otherwise the one entered at its supplier, before the learned one', async () => {
    const shop = await shopWith()
    const items = [{ variantId: shop.variantId, leadTimeDays: 11 }]
    await shop.add({ items, statedDays: 14, orders: received([20, 25, 16]) })
    expect(await shop.policy()).toMatchObject({ leadTimeSource: 'supplier_variant', leadTimeDays: 11 })
    expect(await shop.policy({ ...noOverride, leadTimeDays: 9 })).toMatchObject({
      leadTimeSource: 'variant',
      leadTimeDays: 9,
    })
  })

  it('is that of the preferred supplier that is not archived', async () => {
    const shop = await shopWith({ statedDays: 5, isArchived: true }, { statedDays: 40 }, { statedDays: 7 })
    expect(await shop.policy()).toMatchObject({ leadTimeSource: 'stated', leadTimeDays: 40 })
  })

  it('is the default of the shop without a supplier, with a review period of 30 days', async () => {
    expect(await (await shopWith()).policy()).toEqual({
      leadTimeDays: 14,
      leadTimeRange: null,
      leadTimeSource: 'merchant',
      safetyStock: 5,
      safetyStockSource: 'merchant',
      serviceLevel: 0.9,
      reviewPeriodDays: 30,
      supplier: null,
    })
  })

  it('comes with a review period that lasts from one order day to the next', async () => {
    expect((await (await shopWith({ statedDays: 5, weekdays: [1] })).policy()).reviewPeriodDays).toBe(7)
  })
})

it('the reorder point and the stockout probability average over a learned lead time', async () => {
  const shop = await shopWith({ statedDays: 14, orders: received([13, 15]) })
  const { merchantId, variantId, day } = shop
  const series = { id: '1', firstDay: day - 120, unitsSold: new Float64Array(120).fill(6) }
  const [fitted] = forecastShop({ origin: day - 1, series: [series] })
  const { distribution, evidence } = fitted!
  await insertForecasts(app.kernel, { merchantId, variantIds: [variantId], distribution, evidence })
  const projection = wireProjection(app.kernel)
  const refreshed = async () => {
    await projection.refresh({ merchantId, variantIds: [variantId] })
    return app.kernel.db.withTenant(merchantId, (tx) =>
      tx
        .selectFrom('stock_projections')
        .select(['reorder_point', 'lead_time_stockout_probability'])
        .where('merchant_id', '=', merchantId)
        .executeTakeFirstOrThrow(),
    )
  }
  const stated = await refreshed()
  await shop.merchant.rows(sql`update supplier_variants set rank = 2 where variant_id = ${variantId}`)
  await shop.add({ name: 'Learned', statedDays: 14, orders: received([8, 30, 15]) })
  const learned = await refreshed()
  expect(learned.reorder_point!).toBeGreaterThan(stated.reorder_point!)
  expect(learned.lead_time_stockout_probability).not.toBe(stated.lead_time_stockout_probability)
})
