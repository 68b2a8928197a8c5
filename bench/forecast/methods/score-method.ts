import type { Sales } from '../../../apps/cli/src/read-sales.ts'
import type { DemandDistribution } from '../../../packages/forecasting/src/index.ts'
import { splitAt } from '../data-sets.ts'
import { forecastOfDistribution } from '../distribution-forecast.ts'
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
export function casesAt(sales: Sales, back: number, rows?: Iterable<number>): Case[] {
  return seriesAt(sales, back, rows).filter(({ history }) => isEligible(history))
}

/** Returns the series that have a history at the origin `back` days before the end of the sales. */
export function seriesAt(sales: Sales, back: number, rows: Iterable<number> = sales.ids.keys()): Case[] {
  const cases: Case[] = []
  for (const row of rows) {
    const { history, future } = splitAt(sales, row, back)
    if (history.length === 0) continue
    const firstDay = sales.firstDay + sales.days - back - history.length
    cases.push({ row, id: sales.ids[row] as string, history, future, firstDay })
  }
  return cases
}

/** Scores a method at several origins. */
export function scoreMethod(sales: Sales, backs: readonly number[], method: Method): Scores {
  const scorer = new Scorer()
  for (const back of backs) addForecasts(scorer, casesAt(sales, back), method)
  return scorer.result()
}

/** Adds the scores of a method for these cases. */
export function addForecasts(scorer: Scorer, cases: readonly Case[], method: Method): void {
  const forecasts = method(cases)
  cases.forEach(({ history, future }, i) => {
    const distribution = forecasts[i] as DemandDistribution
    scorer.add(history, future, forecastOfDistribution(distribution, stockLevels(history)))
  })
}
