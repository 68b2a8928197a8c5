import type { DemandDistribution, SeriesInput } from '../../packages/forecasting/src/index.ts'
import { meanOfLast, plainDistribution } from '../forecast/plain-distribution.ts'
import { HORIZONS } from './shop.ts'

const MONTH = 30
const YEAR = 365

/** Returns the mean of 30 days, with a negative binomial. */
export function plainMean({ unitsSold }: SeriesInput): DemandDistribution {
  return plainDistribution(unitsSold, meanOfLast(unitsSold, MONTH))
}

/** Returns the same days of last year, with a negative binomial; the mean of 30 days for a series without them. */
export function lastYear(series: SeriesInput): DemandDistribution {
  const { unitsSold } = series
  const start = unitsSold.length - YEAR
  if (start < 0) return plainMean(series)
  const most = HORIZONS[1]
  return plainDistribution(unitsSold, 1, unitsSold.subarray(start, start + most))
}
