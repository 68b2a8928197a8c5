import { type DemandDistribution, forecastSeries, learnShop, type SeriesInput } from '@stockcast/forecasting'

/** Forecasts the series of one origin as a shop of their own, of which `known` tells more. */
export function engineForecasts(
  series: readonly SeriesInput[],
  horizonDays: number,
  known: Partial<Parameters<typeof learnShop>[0]> = {},
): DemandDistribution[] {
  const [first] = series
  if (!first) return []
  const origin = first.firstDay + first.unitsSold.length - 1
  const { knowledge, trained } = learnShop({ origin, series, horizonDays, ...known })
  return series.map((one, i) => forecastSeries(one, knowledge, trained[i]).distribution)
}
