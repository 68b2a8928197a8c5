import { expectedLostUnits } from '../decisions/expected-lost-units.ts'
import { type Replenishment, replenishment } from '../decisions/replenishment.ts'
import type { ReplenishmentPolicy } from '../decisions/replenishment-policy.ts'
import type { StockPath } from '../decisions/stock-path.ts'
import { type ExpectedSales, expectedSales, getSold, valueOfOrder } from './expected-sales.ts'
import { type Offer, unitCostAt } from './offer.ts'
import { type Cover, coverDays, lastOrderDay, leadTimeAcross, type OrderCalendar } from './order-days.ts'
import { type OrderQuantity, orderQuantity } from './order-quantity.ts'
import { type LargerOrder, largerOrders, worthwhileBreak } from './price-breaks.ts'

/** One supplier's offer for a variant, with its own lead time and order days. */
export interface SupplierOffer extends Offer {
  supplierId: number
  /** Equally likely lead times in ascending order; one where the spread is unknown. */
  leadTimes: readonly number[]
  calendar: OrderCalendar
  cover: Cover
}

/** What is known of a variant that may be ordered. Prices are in the currency of the costs. */
export interface VariantToPlan extends StockPath {
  safetyStock: number
  serviceLevel: number
  /** Null if unknown; the shop's median margin then stands for it. */
  price: number | null
  /** Median of (price − cost) ÷ price over the shop's variants with both. */
  medianMarginRatio: number | null
  /** The preferred supplier first. */
  offers: readonly SupplierOffer[]
}

export type DueState = 'due' | 'soon' | 'not_yet'

/** What to order from one supplier. */
export interface SupplierPlan {
  offer: SupplierOffer
  due: DueState
  /** Last order day before the order is due, an epoch day; null if no order is due, for example while enough is on the way. */
  orderBy: number | null
  coverDays: number
  replenishment: Replenishment
  /** Units missing to the order-up-to level today, before packs, minimum and maximum; due or not. */
  need: number
  quantity: OrderQuantity
  units: number
  unitCost: number | null
  /** The larger orders that its price breaks allow, seen from the quantity without them. */
  larger: readonly LargerOrder[]
  takesBreak: boolean
  /** Null without a cost, or without a price and a median margin. */
  margin: number | null
  hasAssumedMargin: boolean
  value: number | null
  sales: ExpectedSales | null
}

const SOON_DAYS = 7

/**
 * Returns what to order of a variant from each of its suppliers, the best first. Each supplier is evaluated with its own lead
 * time, order days, need and price, because a slower supplier needs an earlier and larger order. The greatest value wins, less
 * the margin of the sales that are lost until the order arrives; at the same value the preferred supplier, and one without a
 * cost after all others.
 */
export function planVariant(variant: VariantToPlan, today: number): SupplierPlan[] {
  const plans = variant.offers.map((offer) => planOffer(variant, offer, today))
  const worth = new Map(plans.map((plan) => [plan, getWorth(variant, plan)]))
  const rank = (plan: SupplierPlan) => worth.get(plan) ?? Number.NEGATIVE_INFINITY
  return plans.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)))
}

function getWorth(variant: VariantToPlan, plan: SupplierPlan): number | null {
  if (plan.value === null || plan.margin === null) return null
  return plan.value - plan.margin * expectedLostUnits(variant, plan.offer.leadTimes)
}

function planOffer(variant: VariantToPlan, offer: SupplierOffer, today: number): SupplierPlan {
  const leadTimes = offer.leadTimes.map((days) => leadTimeAcross(days, today, offer.calendar.shutdowns))
  const cover = coverDays(offer.calendar, today, offer.cover)
  const policy: ReplenishmentPolicy = {
    leadTimeDays: leadTimes[Math.floor(leadTimes.length / 2)] as number,
    leadTimes,
    safetyStock: variant.safetyStock,
    serviceLevel: variant.serviceLevel,
    reviewPeriodDays: cover,
  }
  const order = replenishment({ ...variant, policy })
  const orderBy = order.orderQuantity > 0 ? lastOrderDay(offer.calendar, today + order.orderInDays!) : null
  const due = dueState(orderBy, today)
  const { need } = order
  const quantity = due === 'due' ? orderQuantity(need, offer) : { units: 0, limits: [] }
  return {
    offer,
    due,
    orderBy,
    coverDays: cover,
    replenishment: order,
    need,
    quantity,
    ...valued(variant, { ...offer, leadTimes }, { units: quantity.units, need, cover }),
  }
}

function dueState(orderBy: number | null, today: number): DueState {
  if (orderBy === null) return 'not_yet'
  if (orderBy <= today) return 'due'
  return orderBy <= today + SOON_DAYS ? 'soon' : 'not_yet'
}

function valued(
  variant: VariantToPlan,
  offer: SupplierOffer,
  { units, need, cover }: { units: number; need: number; cover: number },
) {
  const unitCost = unitCostAt(offer, units)
  const price = getPrice(variant, unitCost)
  const none = { units, unitCost, larger: [], takesBreak: false, hasAssumedMargin: price.isAssumed }
  if (unitCost === null || price.amount === null) return { ...none, margin: null, value: null, sales: null }
  const margin = price.amount - unitCost
  if (units === 0 && need === 0) return { ...none, margin, value: 0, sales: null }
  const mostUnits = Math.max(units, topUpUnits(offer, need), largestBreak(offer, units))
  const sales = expectedSales(variant, offer.leadTimes, { coverDays: cover, mostUnits })
  const larger = largerOrders(offer, units, { sales, price: price.amount })
  const taken = worthwhileBreak(larger)
  const final = taken ?? { units, unitCost }
  return {
    ...none,
    ...{ units: final.units, unitCost: final.unitCost, larger, takesBreak: taken !== null, sales },
    margin: price.amount - final.unitCost,
    value: valueOfOrder({
      units: final.units,
      sold: getSold(sales, final.units),
      margin: price.amount - final.unitCost,
      unitCost: final.unitCost,
    }),
  }
}

function getPrice({ price, medianMarginRatio }: VariantToPlan, unitCost: number | null) {
  if (price !== null) return { amount: price, isAssumed: false }
  if (unitCost === null || medianMarginRatio === null) return { amount: null, isAssumed: true }
  return { amount: unitCost / (1 - medianMarginRatio), isAssumed: true }
}

/** Returns the units that fill a variant up to its order-up-to level, which a supplier's minimum may need. */
export function topUpUnits(offer: Offer, need: number): number {
  return orderQuantity(need, offer).units
}

/** Price breaks above this multiple of the quantity are not considered. */
const MAX_BREAK_RATIO = 10

function largestBreak({ priceBreaks, packSize }: Offer, units: number): number {
  const within = priceBreaks.filter(({ fromUnits }) => fromUnits <= MAX_BREAK_RATIO * units)
  return Math.max(0, ...within.map(({ fromUnits }) => Math.ceil(fromUnits / packSize) * packSize))
}
