import type { Sales } from '../../../apps/cli/src/read-sales.ts'
import type { DemandDistribution } from '../../../packages/forecasting/src/index.ts'
import { splitAt } from '../data-sets.ts'
import { forecastOfDistribution } from '../distribution-forecast.ts'
import { meanOfLast, plainDistribution } from '../plain-distribution.ts'
import { isEligible, Scorer, type Scores, stockLevels } from '../score.ts'

/** A series at an origin: what is known, and what the forecast is scored with. */
export interface Case {
  row: number
  id: string
  history: Float64Array
  future: Float64Array
  /** Epoch day of the first day of the history. */
  firstDay: number
}

/** Forecasts all cases of one origin. */
export type Method = (cases: readonly Case[]) => DemandDistribution[]

/** Returns the series that are eligible at the origin `back` days before the end of the sales. */
export function casesAt(sales: Sales, back: number): Case[] {
  return [...sales.ids.entries()].flatMap(([row, id]) => {
    const { history, future } = splitAt(sales, row, back)
    const firstDay = sales.firstDay + sales.days - back - history.length
    return isEligible(history) ? [{ row, id, history, future, firstDay }] : []
  })
}

/** Scores a method at several origins. */
export function scoreMethod(sales: Sales, backs: readonly number[], method: Method): Scores {
  const scorer = new Scorer()
  for (const cases of backs.map((back) => casesAt(sales, back))) {
    const forecasts = method(cases)
    cases.forEach(({ history, future }, i) => {
      scorer.add(history, future, forecastOfDistribution(forecasts[i]!, stockLevels(history)))
    })
  }
  return scorer.result()
}

/** Returns the mean of the last days with a negative binomial distribution. */
export function plainMethod(days: number): Method {
  return (cases) => cases.map(({ history }) => plainDistribution(history, meanOfLast(history, days)))
}
