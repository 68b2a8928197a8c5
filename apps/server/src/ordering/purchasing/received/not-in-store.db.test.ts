import {
  type AlertList,
  alertsApi,
  DAY_MS,
  type NotInStore,
  type OrderListRow,
  orderListApi,
  ordersApi,
  type ProductDetail,
  type PurchaseOrder,
  productsApi,
  toAddress,
} from '@stockcast/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { newForEachTest, withTestApp } from '../../../testing/index.ts'
import { evenDemand, insertForecasts } from '../../../testing/insert-forecasts.ts'
import { insertSupplier } from '../../../testing/insert-supplier.ts'
import { placeOrder } from '../../../testing/place-order.ts'

const NOW = '2026-11-20T10:00:00Z'

const app = withTestApp({ now: NOW })

/** Creates a shop that sells about 6 kettles a day, with 20 in stock and an order of 240 that comes in ten days. */
async function shopWithOrder(units = 240) {
  app.kernel.clock.set(NOW)
  const sales = Array.from({ length: 90 }, (_, day) => 5 + (day % 3))
  const merchant = await app.openShop([{ title: 'Kettle', sales, available: 20 }])
  const { merchantId, rows, variantId } = merchant
  await rows(sql`update merchants set forecast_as_of = ${new Date(NOW)}, stock_as_of = ${new Date(NOW)},
    subscription_status = 'active', currency = 'EUR' where id = ${merchantId}`)
  await insertForecasts(app.kernel, { merchantId, variantIds: [variantId], distribution: evenDemand(6) })
  const supplierId = await insertSupplier(app.kernel, {
    merchantId,
    name: 'Acme',
    statedDays: 10,
    items: [{ variantId, unitCostMinor: 500 }],
  })
  const post = <T>(path: string, json: unknown = {}) => merchant.ask<T>(path, { json })
  const read = <T>(path: string) => merchant.ask<T>(path)
  await merchant.refresh()
  const place = (ordered: number) =>
    placeOrder(merchant, { supplierId, lines: [{ variantId, units: ordered }] })
  const placed = await place(units)
  await merchant.refresh()
  return {
    ...merchant,
    placed,
    place,
    post,
    receive: async (
      accepted: number,
      { order = placed, receivedOn }: { order?: PurchaseOrder; receivedOn?: string } = {},
    ) => {
      const lines = [{ lineId: order.lines[0]!.id, accepted }]
      const key = crypto.randomUUID()
      const answer = await post<{ receiptId: number }>(toAddress(ordersApi.receive, { id: order.id }), {
        key,
        lines,
        receivedOn,
      })
      await merchant.refresh()
      return answer.receiptId
    },
    /** The store's stock, as a webhook or a comparison brings it. */
    stock: async (available: number, incoming = 0) => {
      await rows(sql`update inventory_levels set available = ${available}, incoming = ${incoming}
        where merchant_id = ${merchantId} and variant_id = ${variantId}`)
      await merchant.refresh()
    },
    wait: async (days: number) => {
      app.kernel.clock.advance(days * DAY_MS)
      await merchant.refresh()
    },
    /** Stock, received and not in the store, on the way. */
    figures: async () => {
      const { row } = await read<ProductDetail>(toAddress(productsApi.get, { variantId }))
      return [row.currentStock, row.notInStore, row.incoming]
    },
    detail: () => read<ProductDetail>(toAddress(productsApi.get, { variantId })),
    order: () => read<PurchaseOrder>(toAddress(ordersApi.get, { id: placed.id })),
    left: () => read<NotInStore>(toAddress(ordersApi.getNotInStore, { id: placed.id })),
    answer: async (answer: 'in_store' | 'count_again') => {
      await post(toAddress(ordersApi.answerNotInStore, { id: placed.id }), { answer })
      await merchant.refresh()
    },
    list: async () => (await read<{ rows: OrderListRow[] }>(orderListApi.get.path)).rows[0]!,
    alerts: async () => (await read<AlertList>(`${alertsApi.list.path}?status=active`)).alerts,
  }
}

const shop = newForEachTest(shopWithOrder)

describe('units that were received', () => {
  it('count as received, not in the store yet, until the stock has risen: stock and on the way never contain them', async () => {
    expect(await shop.figures()).toEqual([20, 0, 240])
    await shop.receive(240)
    expect(await shop.figures()).toEqual([20, 240, 0])
    expect((await shop.detail()).notInStore).toEqual([
      { orderId: shop.placed.id, number: 'PO-0001', counted: 240, lapsed: 0 },
    ])
    expect((await shop.order()).notInStore).toBe(240)
    await shop.stock(260)
    expect(await shop.figures()).toEqual([260, 0, 0])
    expect((await shop.order()).notInStore).toBe(0)
  })

  it('leave nothing to order and no alert, and the list and the reasons name them', async () => {
    const before = await shop.detail()
    await shop.receive(240)
    const after = await shop.detail()
    expect(await shop.alerts()).toEqual([])
    expect(after.forecast!.leadTimeStockoutProbability).toBeLessThanOrEqual(
      before.forecast!.leadTimeStockoutProbability,
    )
    const row = await shop.list()
    expect(row).toMatchObject({ available: 20, incoming: 0, notInStore: 240, quantity: 0, arrivals: [] })
    const need = row.why.find((reason) => reason.code === 'need')
    expect(need).toMatchObject({ stock: 20, onTheWay: 0, incoming: 0 })
    expect(need).toHaveProperty('notInStore', expect.any(Number))
  })

  it('close an alert with the right words, and raise none while the store is sold out', async () => {
    const shop = await shopWithOrder(24)
    await shop.stock(3)
    expect((await shop.alerts()).length).toBeGreaterThan(0)
    await shop.post<PurchaseOrder>(toAddress(ordersApi.receive, { id: shop.placed.id }), {
      key: crypto.randomUUID(),
      lines: [{ lineId: shop.placed.lines[0]!.id, accepted: 400 }],
    })
    await shop.refresh()
    expect(await shop.alerts()).toEqual([])
    const [closed] = await shop.rows<{ reason: string }>(sql`
      select resolved_reason as reason from alerts where merchant_id = ${shop.merchantId} limit 1`)
    expect(closed!.reason).toBe('Closed by itself: 400 units were received, not in your store yet.')
    await shop.stock(0)
    expect(await shop.alerts()).toEqual([])
    expect((await shop.detail()).row).toMatchObject({
      status: 'out_of_stock',
      currentStock: 0,
      notInStore: 400,
    })
  })

  it('that the store counted before the receipt was typed are not added', async () => {
    await shop.stock(260)
    await shop.receive(240)
    expect(await shop.figures()).toEqual([260, 0, 0])
  })

  it('that the store counted before, but for another order, are not added', async () => {
    const shop = await shopWithOrder(100)
    const later = await shop.place(100)
    await shop.refresh()
    await shop.stock(120)
    expect(await shop.figures()).toEqual([120, 0, 100])
    await shop.receive(100, { order: later })
    expect(await shop.figures()).toEqual([120, 0, 100])
  })

  it('that the store has on its way count there until they arrive', async () => {
    await shop.stock(20, 240)
    expect((await shop.order()).lines[0]).toMatchObject({ seenInStore: 240, cameIn: 0 })
    await shop.receive(240)
    expect(await shop.figures()).toEqual([20, 0, 240])
    await shop.stock(260, 0)
    expect(await shop.figures()).toEqual([260, 0, 0])
  })

  it('come in parts and from several receipts, and leave in the parts in which the store books them', async () => {
    await shop.receive(24)
    await shop.receive(36)
    expect(await shop.figures()).toEqual([20, 60, 180])
    await shop.stock(50)
    expect(await shop.figures()).toEqual([50, 30, 180])
    await shop.stock(47)
    await shop.stock(77)
    expect(await shop.figures()).toEqual([77, 0, 180])
  })

  it('end with a booking even if some of its units were sold before the store was synced', async () => {
    await shop.receive(24)
    app.kernel.clock.advance(60_000)
    const at = app.kernel.clock.now()
    await shop.rows(sql`insert into orders (merchant_id, order_id, day, is_counted, updated_at, placed_at)
      values (${shop.merchantId}, 77, '2026-11-20', true, ${at}, ${at})`)
    await shop.rows(sql`insert into order_lines (merchant_id, order_id, line_id, variant_id, day, units)
      values (${shop.merchantId}, 77, 1, ${shop.variantId}, '2026-11-20', 3)`)
    await shop.stock(20 + 24 - 3)
    expect(await shop.figures()).toEqual([41, 0, 216])
  })

  it('stay when the stock is corrected downward in the meantime', async () => {
    await shop.receive(24)
    await shop.stock(15)
    expect(await shop.figures()).toEqual([15, 24, 216])
  })

  it('leave when their receipt is undone, and are expected again', async () => {
    const receiptId = await shop.receive(24)
    await shop.post(toAddress(ordersApi.undoReceipt, { id: shop.placed.id, receiptId }), {
      key: crypto.randomUUID(),
    })
    await shop.refresh()
    expect(await shop.figures()).toEqual([20, 0, 240])
  })

  it('of an order that was complete long ago are not matched with stock that has risen since', async () => {
    const shop = await shopWithOrder(24)
    await shop.receive(24)
    await shop.stock(44)
    await shop.stock(300)
    await shop.receive(6)
    expect(await shop.figures()).toEqual([300, 6, 0])
  })

  it('of a product without tracked stock are never asked for', async () => {
    await shop.rows(sql`update variants set is_tracked = false where merchant_id = ${shop.merchantId}`)
    await shop.receive(24)
    expect((await shop.detail()).notInStore).toEqual([])
    expect((await shop.order()).notInStore).toBe(0)
    expect(await shop.left()).toMatchObject({ counted: 0, lapsed: 0, toBook: 0 })
  })

  it('leave the position after seven days, say so, and count again with one press', async () => {
    await shop.receive(24)
    await shop.wait(6)
    expect(await shop.figures()).toEqual([20, 24, 216])
    await shop.wait(1)
    expect(await shop.figures()).toEqual([20, 0, 216])
    expect(await shop.left()).toMatchObject({ counted: 0, lapsed: 24 })
    await shop.answer('count_again')
    expect(await shop.figures()).toEqual([20, 24, 216])
    await shop.wait(7)
    expect(await shop.left()).toMatchObject({ counted: 0, lapsed: 24 })
    await shop.stock(44)
    expect(await shop.left()).toMatchObject({ counted: 0, lapsed: 0 })
    expect(await shop.figures()).toEqual([44, 0, 216])
  })

  it('of a later receipt count while units of an earlier one no longer do', async () => {
    await shop.receive(24)
    await shop.wait(5)
    await shop.receive(36)
    await shop.wait(2)
    expect(await shop.left()).toMatchObject({ counted: 36, lapsed: 24 })
  })

  it('whose receipt is of an earlier day count from that day', async () => {
    await shop.wait(10)
    await shop.receive(24, { receivedOn: '2026-11-22' })
    expect(await shop.left()).toMatchObject({ counted: 0, lapsed: 24 })
  })

  it('of a month ago are not asked about any more', async () => {
    await shop.receive(24)
    await shop.wait(30)
    expect(await shop.left()).toMatchObject({ counted: 0, lapsed: 0 })
  })

  it('end when the merchant says that they are in the store', async () => {
    await shop.receive(24)
    await shop.answer('in_store')
    expect(await shop.figures()).toEqual([20, 0, 216])
    expect(await shop.left()).toMatchObject({ counted: 0, lapsed: 0 })
  })
})
