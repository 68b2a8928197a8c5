import {
  type AlertCondition,
  type AlertMeta,
  stockoutRiskCondition,
  type VariantFacts,
} from '../decisions/alert-condition.ts'
import { decideAlert, type OpenAlert } from '../decisions/alerting.ts'
import { noDemandLaw } from '../law/demand-law.ts'
import type { VariantDays } from './variant-days.ts'

/** An alert that was open from one morning to another; days are counted from the first replayed one. */
export interface Episode {
  openedOn: number
  /** The first morning without it; null = still open at the end. */
  closedOn: number | null
}

type ConditionOn = (day: number) => AlertCondition

/** The alerts that the live rule for `stockout_risk` would have had open at this service level. */
export function riskEpisodes(days: VariantDays, serviceLevel: number): Episode[] {
  const facts = { ...NEUTRAL_FACTS, policy: { ...NEUTRAL_FACTS.policy, serviceLevel } }
  return episodesOf(days, (day) => {
    const probability = days.probability[day] as number
    const order = { stockoutBeforeArrival: probability, leadTimeDemand: probability > 0 ? 1 : 0 }
    return stockoutRiskCondition({ ...facts, available: days.available[day] as number }, order)
  })
}

/** What the plain rule watches: stock ÷ average daily sales of the last 30 days. */
export const PLAIN_LIMIT_DAYS = 14

/** The same for the plain rule: open while the stock lasts 14 days or fewer at the average of the last 30. */
export function plainEpisodes(days: VariantDays): Episode[] {
  return episodesOf(days, (day) => {
    const isLow = (days.plainDays[day] as number) <= PLAIN_LIMIT_DAYS
    return { type: 'stockout_risk', severity: isLow ? 1 : 0, isClear: !isLow, isCovered: false }
  })
}

/** Morning by morning through `decideAlert`, as the live alerts are; where stock is not known nothing changes. */
function episodesOf(days: VariantDays, conditionOn: ConditionOn): Episode[] {
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

/** What the rule asks for beside the probability and the stock; none of it changes when an alert opens or closes. */
const NEUTRAL_FACTS: VariantFacts = {
  variantId: 0,
  available: 1,
  incoming: [],
  policy: { leadTimeDays: 0, safetyStock: 0, serviceLevel: 0.5, coverDays: 0 },
  law: noDemandLaw(1),
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
  gapDays: 0,
  leadTimeDays: 0,
}
const noMeta = () => META
