import type { QuantityRules } from './order-quantity.ts'

/** From this many units on, each unit of the order costs `unitCost`. */
export interface PriceBreak {
  fromUnits: number
  unitCost: number
}

/** What one supplier asks for a variant. Costs are in one currency; null is unknown. */
export interface Offer extends QuantityRules {
  unitCost: number | null
  /** In ascending order of units. */
  priceBreaks: readonly PriceBreak[]
}

/** Returns the cost of a unit in an order of this many; null if it is unknown. */
export function unitCostAt(
  { unitCost, priceBreaks }: Pick<Offer, 'unitCost' | 'priceBreaks'>,
  units: number,
) {
  let cost = unitCost
  for (const step of priceBreaks) if (units >= step.fromUnits) cost = step.unitCost
  return cost
}
