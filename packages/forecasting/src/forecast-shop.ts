import { makeLaw, noDemandLaw } from './law/demand-law.ts'
import type { SeriesForecast, SeriesInput, ShopInput } from './types.ts'

/** Fits and forecasts every series of a shop. */
export function forecastShop({ series, horizonDays = 90 }: ShopInput): SeriesForecast[] {
  return series.map((one) => forecastSeries(one, horizonDays))
}

function forecastSeries({ id, unitsSold, outOfStock }: SeriesInput, horizonDays: number): SeriesForecast {
  const recent = unitsSold.subarray(-30)
  const unitsLast30 = recent.reduce((sum, units) => sum + units, 0)
  const averageDailySales = unitsLast30 / 30
  const daysOutOfStock = outOfStock?.reduce((sum, flag) => sum + flag, 0) ?? 0
  const dailyMean = new Float64Array(horizonDays).fill(averageDailySales)
  const hasDemand = averageDailySales > 0
  return {
    id,
    basis: hasDemand ? 'forecast' : 'no_demand',
    demandClass: hasDemand ? 'smooth' : 'none',
    model: 'windowAverage',
    law: hasDemand
      ? makeLaw({ dailyMean, dispersion: dailyMean.map(() => 1.5), dayDispersion: 1.5 })
      : noDemandLaw(horizonDays),
    evidence: {
      daysOfHistory: unitsSold.length,
      daysOutOfStock,
      unitsLast30,
      averageDailySales,
      weekdayRatios: [1, 1, 1, 1, 1, 1, 1],
    },
    accuracy: null,
  }
}
