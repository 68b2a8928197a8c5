import type { OrderRows } from '../../connectors/rows.ts'
import { isFaultOfData } from '../../database/fault-of-data.ts'
import { applyOrders, findDifferingOrders } from '../ledger/index.ts'
import { type Check, countSettled, inShop } from './check.ts'
import { compareInHalves } from './set-aside.ts'

/** Compares whole orders and writes those that differ. Sets aside what can never be stored. */
export async function checkOrders(check: Check, rows: OrderRows): Promise<void> {
  check.checked += rows.orders.length
  const linesOf = Map.groupBy(rows.lines, (line) => line.orderId)
  await compareInHalves(check, rows.orders, {
    compare: (orders) => {
      const lines = orders.flatMap((order) => linesOf.get(order.id) ?? [])
      return compareOrders(check, { orders: [...orders], lines })
    },
    isFault: isFaultOfData,
    thingOf: ({ id }) => ({ kind: 'order', id }),
  })
}

async function compareOrders(check: Check, batch: OrderRows): Promise<void> {
  await inShop(check, async (tx, target) => {
    const differing = await findDifferingOrders(tx, target, batch)
    if (differing.orders.length === 0) return
    const touched = await applyOrders(tx, target, differing)
    check.differences.orders += countSettled(check, differing.orders)
    check.hasNewSales ||= touched.length > 0
    for (const { variant_id } of touched) check.touched.add(variant_id)
  })
}
