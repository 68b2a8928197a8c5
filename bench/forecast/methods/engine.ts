import type { Sales } from '../../../apps/cli/src/read-sales.ts'
import {
  type DemandDistribution,
  forecastSeries,
  learnShop,
  type SeriesInput,
} from '../../../packages/forecasting/src/index.ts'
import { isEligible } from '../score.ts'
import { type Case, seriesAt } from './score-method.ts'

/** Forecasts the eligible series at an origin. It learns from all series, as the command does. */
export function forecastsAt(
  sales: Sales,
  back: number,
  horizonDays: number,
): { cases: Case[]; forecasts: DemandDistribution[] } {
  const all = seriesAt(sales, back)
  const distributions = engineForecasts(all, horizonDays)
  const isScored = all.map(({ history }) => isEligible(history))
  return {
    cases: all.filter((_, i) => isScored[i]),
    forecasts: distributions.filter((_, i) => isScored[i]),
  }
}

/**
 * Forecasts the cases of one origin as a shop of their own; `unknown` has 1 for days whose sales are not known,
 * in histories that all begin on the same day.
 */
export function engineForecasts(
  cases: readonly Case[],
  horizonDays = 30,
  unknown?: Uint8Array,
): DemandDistribution[] {
  const series = cases.map((one) => seriesOf(one, unknown))
  const [first] = series
  if (!first) return []
  const origin = first.firstDay + first.unitsSold.length - 1
  const { knowledge, trained } = learnShop({ origin, series, horizonDays })
  return series.map((one, i) => forecastSeries(one, knowledge, trained[i]).distribution)
}

function seriesOf({ id, firstDay, history }: Case, unknown?: Uint8Array): SeriesInput {
  const outOfStock = unknown?.slice(0, history.length)
  return { id, firstDay, unitsSold: history, ...(outOfStock && { outOfStock }) }
}
