import { applyOrders, findDifferingOrders, type OrderBatch } from '../ledger/index.ts'
import { type Check, countSettled, inShop } from './check.ts'

/** Compares whole orders and writes those that differ. */
export async function checkOrders(check: Check, batch: OrderBatch): Promise<void> {
  check.checked += batch.orders.length
  await inShop(check, async (tx, target) => {
    const differing = await findDifferingOrders(tx, target, batch)
    if (differing.orders.length === 0) return
    const touched = await applyOrders(tx, target, differing)
    check.differences.orders += countSettled(check, differing.orders)
    check.hasNewSales ||= touched.length > 0
    for (const { variant_id } of touched) check.touched.add(variant_id)
  })
}
