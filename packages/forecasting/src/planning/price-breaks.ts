import { type ExpectedSales, getSold, valueOfOrder } from './expected-sales.ts'
import { type Offer, unitCostAt } from './offer.ts'

/** A larger order at a lower price. */
export interface LargerOrder {
  units: number
  unitCost: number
  /** Value of the units beyond the smaller order. */
  extraValue: number
  /** How much more the larger order costs than the smaller; below zero if it costs less. */
  extraCost: number
}

/**
 * Returns, for each price break above `units`, the larger order that reaches it in whole packs within the maximum,
 * with the value of its extra units and what they cost.
 */
export function largerOrders(
  offer: Offer,
  units: number,
  { sales, price }: { sales: ExpectedSales; price: number },
): LargerOrder[] {
  const unitCost = unitCostAt(offer, units)
  if (units <= 0 || unitCost === null) return []
  return offer.priceBreaks.flatMap(({ fromUnits }) => {
    const larger = Math.ceil(fromUnits / offer.packSize) * offer.packSize
    if (larger <= units || (offer.maximumUnits !== null && larger > offer.maximumUnits)) return []
    const lowerCost = unitCostAt(offer, larger) as number
    const sold = getSold(sales, larger) - getSold(sales, units)
    const extra = { units: larger - units, sold, margin: price - lowerCost, unitCost: lowerCost }
    return [
      {
        units: larger,
        unitCost: lowerCost,
        extraValue: valueOfOrder(extra),
        extraCost: larger * lowerCost - units * unitCost,
      },
    ]
  })
}

/**
 * Returns the larger order to place instead: of those whose extra units are worth at least what they cost, the one
 * with the greatest difference; null if none is.
 */
export function worthwhileBreak(orders: readonly LargerOrder[]): LargerOrder | null {
  let best: LargerOrder | null = null
  const gain = (order: LargerOrder) => order.extraValue - order.extraCost
  for (const order of orders) if (gain(order) >= 0 && (!best || gain(order) > gain(best))) best = order
  return best
}
