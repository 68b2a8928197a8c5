import { type DemandDistribution, makeDistribution } from '../distribution/demand-distribution.ts'
import { getOrder, type PlannedOrder } from './planned-order.ts'
import { type Replenishment, replenishment } from './replenishment.ts'
import type { ReplenishmentPolicy } from './replenishment-policy.ts'
import { type Incoming, unitsWithin } from './stock-path.ts'
import { stockoutProjection } from './stockout.ts'

export type AlertType = 'low_stock' | 'stockout_risk'

export interface VariantFacts {
  variantId: number
  available: number
  incoming: readonly Incoming[]
  policy: ReplenishmentPolicy
  /**
   * The demand distribution; null before the first forecast, when average daily sales are used without
   * spread.
   */
  distribution: DemandDistribution | null
  averageDailySales: number
  /** True if archived, draft, untracked or never sold. Such a variant raises no alerts. */
  isQuiet: boolean
  /** The order that is planned with a supplier; absent without a supplier. */
  planned?: PlannedOrder | null
  /** True while the variant is snoozed or muted, and therefore raises no alerts. */
  isSnoozed?: boolean
  /** The location that runs out first, where the merchant wants alerts by location. */
  worstLocation?: { name: string; available: number; stockoutProbability: number } | null
  /** Whether the variant is made of other products instead of being ordered. */
  isMade?: boolean
  /** A part of the bundle that the store has deleted; null if there is none, absent for a product without parts. */
  missingPart?: string | null
  /** Stock to move before anything is bought. */
  transfers?: readonly { from: string; to: string; units: number; days: number }[]
}

export interface AlertMeta {
  daysUntilStockout: number | null
  daysLow: number | null
  daysHigh: number | null
  probability: number | null
  orderQuantity: number
  orderInDays: number | null
  expectedStockoutDays: number
  leadTimeDays: number
  leadTimeRange: { p10: number; p90: number } | null
}

export interface AlertCondition {
  type: AlertType
  /** 0 if the condition does not hold; a higher number is worse. */
  severity: number
  /** True beyond the clearing threshold; false between the opening and the clearing threshold. */
  isClear: boolean
  /** True when only units on the way keep the condition from holding. */
  isCovered: boolean
}

/** A low-stock alert clears when stock exceeds the safety stock by this share. */
const LOW_STOCK_MARGIN = 0.2
/** A stockout-risk alert clears when the probability has fallen to this share of the one that opens it. */
const RISK_CLEARING_SHARE = 0.5
/** From this probability on, a stockout is likelier than not. */
const LIKELY = 0.5
/** Severity of a bundle without one of its parts. */
const INCOMPLETE = 2

/**
 * Returns the state of `low_stock`: severity 1 at or below the safety stock, 2 with nothing left. Received units that the stock
 * does not show yet count as stock.
 */
export function lowStockCondition(facts: VariantFacts): AlertCondition {
  const { policy, isQuiet } = facts
  const available = unitsWithin(facts, 0)
  const holds = !isQuiet && available <= policy.safetyStock
  const isClear = isQuiet || available > policy.safetyStock + Math.ceil(LOW_STOCK_MARGIN * policy.safetyStock)
  return { type: 'low_stock', severity: holds ? (available <= 0 ? 2 : 1) : 0, isClear, isCovered: false }
}

/**
 * Returns the state of `stockout_risk`. Severity 1: the stockout probability during the lead time, with units
 * that arrive in time, exceeds 1 − service level. Severity 2: it is at least one half. Severity 3: out of
 * stock already. The same event makes an order due, so the alert and the order-by date agree; below a service
 * level of 0.5, orders are due before their alert. In past data an alert at a probability near 0.3 balances
 * missed stockouts and false alarms when both cost the same. A stockout costs more, so the service level
 * decides. Without expected demand during the lead time, there is no risk. A location that runs out counts where the merchant
 * wants alerts by location. A bundle without one of its parts cannot be sold: at least severity 2.
 */
export function stockoutRiskCondition(
  facts: VariantFacts,
  order: Pick<Replenishment, 'leadTimeDemand' | 'leadTimeStockoutProbability'>,
): AlertCondition {
  const opensAbove = 1 - facts.policy.serviceLevel
  const isRelevant = !facts.isQuiet && order.leadTimeDemand > 0
  const ofShop = isRelevant ? order.leadTimeStockoutProbability : 0
  const probability = isRelevant ? getChance(facts, order) : 0
  const isIncomplete = typeof facts.missingPart === 'string'
  const isClear = probability <= RISK_CLEARING_SHARE * opensAbove && !isIncomplete
  return {
    type: 'stockout_risk',
    severity: Math.max(
      isIncomplete ? INCOMPLETE : 0,
      probability > opensAbove
        ? riskSeverity(ofShop > opensAbove ? unitsWithin(facts, 0) : 1, probability)
        : 0,
    ),
    isClear,
    isCovered: isClear && isRelevant && facts.incoming.length > 0 && isAtRiskWithoutIncoming(facts),
  }
}

function riskSeverity(available: number, probability: number): number {
  if (available <= 0) return 3
  return probability >= LIKELY ? 2 : 1
}

function isAtRiskWithoutIncoming(facts: VariantFacts): boolean {
  const alone = replenishment({
    distribution: getDistribution(facts),
    available: facts.available,
    policy: facts.policy,
  })
  return alone.leadTimeStockoutProbability > 1 - facts.policy.serviceLevel
}

/** Returns when and how much to order, from the forecast or, without one, from average daily sales. */
export function orderOfVariant(facts: VariantFacts): Replenishment & PlannedOrder {
  const { available, incoming, policy, planned } = facts
  return getOrder({ distribution: getDistribution(facts), available, incoming, policy }, planned)
}

/**
 * Returns the figures stored with an alert. A stockout after the horizon, or never, has no number of days.
 */
export function alertMeta(facts: VariantFacts, order = orderOfVariant(facts)): AlertMeta {
  const { available, incoming } = facts
  const projection = stockoutProjection({ distribution: getDistribution(facts), available, incoming })
  const days =
    projection.kind === 'days'
      ? {
          daysUntilStockout: projection.daysUntilStockout,
          daysLow: projection.low,
          daysHigh: projection.high,
        }
      : projection.kind === 'out_of_stock'
        ? { daysUntilStockout: 0, daysLow: 0, daysHigh: 0 }
        : { daysUntilStockout: null, daysLow: null, daysHigh: null }
  return {
    ...days,
    probability: order.leadTimeDemand > 0 ? getChance(facts, order) : null,
    orderQuantity: order.orderQuantity,
    orderInDays: order.orderInDays,
    expectedStockoutDays: order.expectedStockoutDays,
    leadTimeDays: order.leadTimeDays,
    leadTimeRange: order.leadTimeRange,
  }
}

function getChance(
  { worstLocation }: VariantFacts,
  { leadTimeStockoutProbability }: Pick<Replenishment, 'leadTimeStockoutProbability'>,
): number {
  return Math.max(leadTimeStockoutProbability, worstLocation?.stockoutProbability ?? 0)
}

const PLAIN_HORIZON_DAYS = 90

function getDistribution({ distribution, averageDailySales }: VariantFacts): DemandDistribution {
  if (distribution) return distribution
  const dailyMean = new Float64Array(PLAIN_HORIZON_DAYS).fill(averageDailySales)
  return makeDistribution({
    dailyMean,
    varianceToMean: new Float64Array(PLAIN_HORIZON_DAYS),
    dayVarianceToMean: 1,
  })
}
