import { type DemandLaw, makeLaw } from '../law/demand-law.ts'
import { type Replenishment, type ReplenishmentPolicy, replenishment } from './replenishment.ts'
import type { Incoming } from './stock-path.ts'
import { stockoutOutlook } from './stockout.ts'

export type AlertType = 'low_stock' | 'stockout_risk'

export interface VariantFacts {
  variantId: number
  available: number
  incoming: readonly Incoming[]
  policy: ReplenishmentPolicy
  /** null before the first forecast: average daily sales stand in, without spread. */
  law: DemandLaw | null
  averageDailySales: number
  /** Archived, draft, untracked or never sold: raises nothing. */
  isQuiet: boolean
  /** Snoozed or muted by a person: raises nothing while it lasts. */
  isSilenced?: boolean
}

export interface AlertMeta {
  daysUntilStockout: number | null
  daysLow: number | null
  daysHigh: number | null
  probability: number | null
  orderQuantity: number
  orderInDays: number | null
  gapDays: number
  leadTimeDays: number
}

export interface AlertCondition {
  type: AlertType
  /** 0 = does not hold; higher is worse. */
  severity: number
  /** False between the opening and the clearing threshold. */
  isClear: boolean
  /** It holds no more only because of units on the way. */
  isCovered: boolean
}

/** A low-stock alert clears when stock is this share above the safety stock. */
const LOW_STOCK_MARGIN = 0.2
/** A risk alert clears when the probability has fallen to this share of the one that opens it. */
const RISK_CLEARING_SHARE = 0.5
/** From here running out is likelier than not. */
const LIKELY = 0.5

/**
 * `low_stock`: available at or below the safety stock (severity 1), or nothing left (2).
 */
export function lowStockCondition(facts: VariantFacts): AlertCondition {
  const { available, policy, isQuiet } = facts
  const holds = !isQuiet && available <= policy.safetyStock
  const isClear = isQuiet || available > policy.safetyStock + Math.ceil(LOW_STOCK_MARGIN * policy.safetyStock)
  return { type: 'low_stock', severity: holds ? (available <= 0 ? 2 : 1) : 0, isClear, isCovered: false }
}

/**
 * `stockout_risk`: the probability that stock, with what arrives in time, runs out before an order placed today would
 * arrive passes 1 − service level (severity 1); likelier than not (2); out of stock already (3). The same event makes
 * an order due, so the alert and the order-by date agree; below a level of 0.5 orders are due before their alert. In a shop's history an alarm at a probability near 0.3
 * balances missed against false alarms when both cost the same; running out costs more, so the service level decides.
 * Nothing expected to sell within the lead time: no risk.
 */
export function stockoutRiskCondition(
  facts: VariantFacts,
  order: Pick<Replenishment, 'leadTimeDemand' | 'stockoutBeforeArrival'>,
): AlertCondition {
  const opensAbove = 1 - facts.policy.serviceLevel
  const isRelevant = !facts.isQuiet && order.leadTimeDemand > 0
  const probability = isRelevant ? order.stockoutBeforeArrival : 0
  const isClear = probability <= RISK_CLEARING_SHARE * opensAbove
  return {
    type: 'stockout_risk',
    severity: probability > opensAbove ? riskSeverity(facts.available, probability) : 0,
    isClear,
    isCovered: isClear && isRelevant && facts.incoming.length > 0 && isAtRiskWithoutIncoming(facts),
  }
}

function riskSeverity(available: number, probability: number): number {
  if (available <= 0) return 3
  return probability >= LIKELY ? 2 : 1
}

function isAtRiskWithoutIncoming(facts: VariantFacts): boolean {
  const alone = replenishment({ law: lawOf(facts), available: facts.available, policy: facts.policy })
  return alone.stockoutBeforeArrival > 1 - facts.policy.serviceLevel
}

/** What to order for the variant, by its forecast or else by its average. */
export function orderOf(facts: VariantFacts): Replenishment {
  const { available, incoming, policy } = facts
  return replenishment({ law: lawOf(facts), available, incoming, policy })
}

/** What an alert tells about its variant; a stockout past the horizon, or never, has no days. */
export function alertMeta(facts: VariantFacts, order: Replenishment): AlertMeta {
  const { available, incoming, policy } = facts
  const outlook = stockoutOutlook({ law: lawOf(facts), available, incoming })
  const days =
    outlook.kind === 'days'
      ? { daysUntilStockout: outlook.daysUntilStockout, daysLow: outlook.low, daysHigh: outlook.high }
      : outlook.kind === 'out_of_stock'
        ? { daysUntilStockout: 0, daysLow: 0, daysHigh: 0 }
        : { daysUntilStockout: null, daysLow: null, daysHigh: null }
  return {
    ...days,
    probability: order.leadTimeDemand > 0 ? order.stockoutBeforeArrival : null,
    orderQuantity: order.orderQuantity,
    orderInDays: order.orderInDays,
    gapDays: order.gapDays,
    leadTimeDays: policy.leadTimeDays,
  }
}

const PLAIN_HORIZON_DAYS = 90

function lawOf({ law, averageDailySales }: VariantFacts): DemandLaw {
  if (law) return law
  const dailyMean = new Float64Array(PLAIN_HORIZON_DAYS).fill(averageDailySales)
  return makeLaw({ dailyMean, dispersion: new Float64Array(PLAIN_HORIZON_DAYS), dayDispersion: 1 })
}
