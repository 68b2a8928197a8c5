import type { Tx } from '../../../kernel/database/app-database.ts'
import { getExtraMinor, sharedCosts } from '../state/order-costs.ts'
import { listLines, updateSharedCosts } from './line-queries.ts'
import { lockOrder, type OrderKey } from './order-queries.ts'

/** Shares freight, duty and other costs among the lines of an order again, after either of them changed. */
export async function shareCosts(tx: Tx, key: OrderKey): Promise<void> {
  const order = await lockOrder(tx, key)
  if (!order) return
  const lines = await listLines(tx, key)
  const shares = sharedCosts(
    getExtraMinor(order),
    order.cost_sharing,
    lines.map((line) => ({
      units: line.confirmed_units ?? line.ordered_units,
      unitCostMinor: line.unit_cost_minor,
    })),
  )
  const changed = lines.flatMap(({ id, shared_cost_minor }, index) => {
    const sharedCostMinor = shares[index] ?? 0
    return sharedCostMinor === shared_cost_minor ? [] : [{ id, sharedCostMinor }]
  })
  await updateSharedCosts(tx, key, changed)
}
