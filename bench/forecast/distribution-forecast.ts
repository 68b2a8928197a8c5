import {
  type DemandDistribution,
  fillDailyQuantiles,
  fillDemandQuantiles,
  meanOfDay,
} from '../../packages/forecasting/src/index.ts'
import { DAY_PROBABILITIES, type Forecast, HORIZON, SUM_DAYS, SUM_PROBABILITIES } from './score.ts'

/** Converts a demand distribution to the scorer's form, without stockouts. */
export function forecastOfDistribution(distribution: DemandDistribution): Forecast {
  const width = DAY_PROBABILITIES.length
  const dayMean = new Float64Array(HORIZON)
  const dayQuantiles = new Float64Array(HORIZON * width)
  for (let day = 1; day <= HORIZON; day++) {
    dayMean[day - 1] = meanOfDay(distribution, day)
    fillDailyQuantiles(
      distribution,
      day,
      DAY_PROBABILITIES,
      dayQuantiles.subarray((day - 1) * width, day * width),
    )
  }
  const sumQuantiles = new Float64Array(SUM_DAYS.length * 5)
  const probabilities = [0.05, ...SUM_PROBABILITIES]
  SUM_DAYS.forEach((days, i) => {
    fillDemandQuantiles(distribution, days, probabilities, sumQuantiles.subarray(i * 5, i * 5 + 5))
  })
  return { dayMean, dayQuantiles, sumQuantiles, stockouts: [] }
}
