import {
  type AlertCondition,
  type AlertMeta,
  stockoutRiskCondition,
  type VariantFacts,
} from '../decisions/alert-condition.ts'
import { decideAlert, type OpenAlert } from '../decisions/alerting.ts'
import { noDemandDistribution } from '../distribution/demand-distribution.ts'
import type { VariantDays } from './variant-days.ts'

/** An alert that was open between two mornings; days count from the first simulated one. */
export interface Episode {
  openedOn: number
  /** The first morning on which the alert is closed; null if it is still open at the end. */
  closedOn: number | null
}

type ConditionOn = (day: number) => AlertCondition

/** Returns the `stockout_risk` alerts that the live rule would have opened at this service level. */
export function riskEpisodes(days: VariantDays, serviceLevel: number): Episode[] {
  const facts = { ...NEUTRAL_FACTS, policy: { ...NEUTRAL_FACTS.policy, serviceLevel } }
  return getEpisodes(days, (day) => {
    const probability = days.probability[day] as number
    const order = { leadTimeStockoutProbability: probability, leadTimeDemand: probability > 0 ? 1 : 0 }
    return stockoutRiskCondition({ ...facts, available: days.available[day] as number }, order)
  })
}

/** The plain rule alerts when stock ÷ average daily sales of the last 30 days is at most this. */
export const PLAIN_LIMIT_DAYS = 14

/**
 * Returns the alerts of the plain rule, open while stock lasts at most 14 days at the average of the last 30.
 */
export function plainEpisodes(days: VariantDays): Episode[] {
  return getEpisodes(days, (day) => {
    const isLow = (days.plainDays[day] as number) <= PLAIN_LIMIT_DAYS
    return { type: 'stockout_risk', severity: isLow ? 1 : 0, isClear: !isLow, isCovered: false }
  })
}

/** Runs `decideAlert` for each morning, as for live alerts. Mornings with unknown stock change nothing. */
function getEpisodes(days: VariantDays, conditionOn: ConditionOn): Episode[] {
  const episodes: Episode[] = []
  let open: OpenAlert | undefined
  for (let day = 0; day < days.available.length; day++) {
    if (Number.isNaN(days.available[day] as number)) continue
    const condition = conditionOn(day)
    for (const change of decideAlert(NEUTRAL_FACTS, condition, { open }, noMeta)) {
      if (change.kind === 'resolve') {
        ;(episodes.at(-1) as Episode).closedOn = day
        open = undefined
      } else if (change.kind !== 'mark_cleared') {
        if (change.kind === 'open') episodes.push({ openedOn: day, closedOn: null })
        open = { variantId: 0, type: 'stockout_risk', severity: change.severity }
      }
    }
  }
  return episodes
}

/**
 * The facts that the rule needs besides probability and stock; none of them affects when an alert opens or
 * closes.
 */
const NEUTRAL_FACTS: VariantFacts = {
  variantId: 0,
  available: 1,
  incoming: [],
  policy: { leadTimeDays: 0, safetyStock: 0, serviceLevel: 0.5, reviewPeriodDays: 0 },
  distribution: noDemandDistribution(1),
  averageDailySales: 0,
  isQuiet: false,
}

const META: AlertMeta = {
  daysUntilStockout: null,
  daysLow: null,
  daysHigh: null,
  probability: null,
  orderQuantity: 0,
  orderInDays: null,
  expectedStockoutDays: 0,
  leadTimeDays: 0,
  leadTimeRange: null,
}
const noMeta = () => META
