import { boundedAmount, type LeadTime, type OrderReason } from '@stockcast/contract'
import type { ExpectedSales, OrderStep } from '@stockcast/forecasting'
import { lineCostMinor, unitCostFor } from '../../purchasing/order-rules.ts'

/** The parts of a plan that a budget and a supplier's minimum need. Amounts are in minor units. */
export interface PlanTerms {
  packSize: number
  minimumUnits: number | null
  maximumUnits: number | null
  /** In the supplier's currency; null is unknown. */
  unitCostMinor: number | null
  priceBreaks: readonly { fromUnits: number; unitCostMinor: number }[]
  /** Minor units of the shop's currency for one of the supplier's; null while unknown. */
  rate: number | null
  /** In the shop's currency; null without a value. */
  price: number | null
  /** Up to the quantity without price breaks for a variant that is due, otherwise up to the order-up-to level. */
  steps: readonly OrderStep[]
  /** Kept where there are price breaks. */
  sales: ExpectedSales | null
}

/** What a row of the list shows besides its numbers. */
export interface PlanDetails {
  need: number
  leadTime: LeadTime
  why: readonly OrderReason[]
  hasAssumedMargin: boolean
  /** What the order would cost at the other suppliers, in their currencies. */
  alternatives: readonly { id: number; name: string; units: number; costMinor: number | null }[]
  /** The next order day after today, and the stockout probability of an order placed then. */
  nextOrderDay: string | null
  waitStockoutProbability: number | null
}

/** A row of `order_plans` without its merchant. */
export interface OrderPlan {
  variant_id: number
  supplier_id: number
  due: 'due' | 'soon' | 'not_yet'
  order_by: string | null
  /** Units to order today, after price breaks. */
  units: number
  value_minor: number | null
  terms: PlanTerms
  details: PlanDetails
  computed_for: string
}

/** The parts of a plan that the cost of a quantity needs. */
export interface PlanPrices extends Pick<PlanTerms, 'unitCostMinor' | 'rate'> {
  /** Null is none. */
  priceBreaks: PlanTerms['priceBreaks'] | null
}

type Prices = Omit<PlanPrices, 'rate'>

/** Returns the cost of one unit in an order of this many, in the supplier's currency; null is unknown. */
export function unitCostMinorAt({ unitCostMinor, priceBreaks }: Prices, units: number): number | null {
  return unitCostFor(units, { unitCostMinor, priceBreaks: priceBreaks ?? [] })
}

/** Returns what this many units cost in the supplier's currency; null is unknown. */
export function getCostMinor(terms: Prices, units: number): number | null {
  return lineCostMinor({ units, unitCostMinor: unitCostMinorAt(terms, units) })
}

/** Returns what this many units cost in the shop's currency, rounded to minor units; null is unknown. */
export function getShopCost(terms: PlanPrices, units: number): number | null {
  const cost = getCostMinor(terms, units)
  return cost === null || terms.rate === null ? null : boundedAmount(Math.round(cost * terms.rate))
}
