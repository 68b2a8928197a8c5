import { applyOrders, findDifferingOrders, type OrderBatch } from '../ledger/index.ts'
import { type ListedOrders, orderBatch } from '../sync/index.ts'
import { isFaultOfResource } from '../webhooks/index.ts'
import { type Check, countSettled, inShop } from './check.ts'
import { compareInHalves } from './set-aside.ts'

/** Compares whole orders and writes those that differ. Sets aside what can never be read or stored. */
export async function checkOrders(check: Check, listed: ListedOrders): Promise<void> {
  check.checked += listed.orders.length
  const linesOf = Map.groupBy(listed.lines, (line) => line.orderId)
  await compareInHalves(check, listed.orders, {
    compare: async (orders) => {
      const lines = orders.flatMap((order) => linesOf.get(order.id) ?? [])
      await compareOrders(check, await orderBatch(check.opened.shop, { orders: [...orders], lines }))
    },
    isFault: isFaultOfResource,
    resourceOf: (order) => `Order/${order.id}`,
  })
}

async function compareOrders(check: Check, batch: OrderBatch): Promise<void> {
  await inShop(check, async (tx, target) => {
    const differing = await findDifferingOrders(tx, target, batch)
    if (differing.orders.length === 0) return
    const touched = await applyOrders(tx, target, differing)
    check.differences.orders += countSettled(check, differing.orders)
    check.hasNewSales ||= touched.length > 0
    for (const { variant_id } of touched) check.touched.add(variant_id)
  })
}
