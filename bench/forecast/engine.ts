import {
  type DemandDistribution,
  forecastSeries,
  learnShop,
  type SeriesInput,
} from '../../packages/forecasting/src/index.ts'

/** Forecasts the series of one origin as a shop of their own. */
export function engineForecasts(series: readonly SeriesInput[], horizonDays: number): DemandDistribution[] {
  const [first] = series
  if (!first) return []
  const origin = first.firstDay + first.unitsSold.length - 1
  const { knowledge, trained } = learnShop({ origin, series, horizonDays })
  return series.map((one, i) => forecastSeries(one, knowledge, trained[i]).distribution)
}
