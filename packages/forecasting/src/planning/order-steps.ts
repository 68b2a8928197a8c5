import { getSold, valueOfOrder } from './expected-sales.ts'
import { type Offer, unitCostAt } from './offer.ts'
import type { SupplierPlan } from './plan-variant.ts'
import { largerOrders } from './price-breaks.ts'
import type { BudgetLine, OrderStep } from './spend-budget.ts'

/** Maximum number of steps of one quantity; larger quantities are bought several packs at a time. */
const MAX_STEPS = 60

/**
 * Returns the steps in which `units` of a plan can be bought: first the supplier's minimum, then packs. They carry
 * the price of the first step; price breaks come later. Without a value or a cost there are none.
 */
export function orderSteps({ offer, sales, margin, unitCost }: SupplierPlan, units: number): OrderStep[] {
  if (units === 0 || !sales || margin === null || unitCost === null) return []
  const price = margin + unitCost
  const bounds = stepBounds(offer, units)
  const stepCost = unitCostAt(offer, bounds[0] as number) as number
  let before = 0
  let valueBefore = 0
  return bounds.map((bound) => {
    const sold = getSold(sales, bound)
    const value = valueOfOrder({ units: bound, sold, margin: price - stepCost, unitCost: stepCost })
    const step = { units: bound - before, cost: (bound - before) * stepCost, value: value - valueBefore }
    before = bound
    valueBefore = value
    return step
  })
}

function stepBounds({ packSize, minimumUnits }: Offer, units: number): number[] {
  const first = Math.min(units, Math.max(1, Math.ceil((minimumUnits ?? 1) / packSize)) * packSize)
  const packs = Math.max(1, Math.ceil((units - first) / packSize / (MAX_STEPS - 1)))
  const bounds = [first]
  for (let bound = first + packs * packSize; bound < units; bound += packs * packSize) bounds.push(bound)
  if (units > first) bounds.push(units)
  return bounds
}

/** Returns a plan as a line of the budget, up to its quantity without price breaks. */
export function budgetLine(plan: SupplierPlan): BudgetLine {
  const { offer, sales, margin, unitCost, quantity } = plan
  return {
    steps: orderSteps(plan, quantity.units),
    getCost: (units) => units * (unitCostAt(offer, units) ?? 0),
    largerOrders: (units) =>
      sales && margin !== null && unitCost !== null
        ? largerOrders(offer, units, { sales, price: margin + unitCost })
        : [],
  }
}
