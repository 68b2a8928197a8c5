import {
  type DemandDistribution,
  fillDailyQuantiles,
  fillDemandQuantiles,
  meanOfDay,
  probabilityOfSelling,
} from '../../packages/forecasting/src/index.ts'
import {
  DAY_PROBABILITIES,
  daysByMean,
  type Forecast,
  HORIZON,
  type StockoutForecast,
  SUM_DAYS,
  SUM_PROBABILITIES,
} from './score.ts'

/** Converts a demand distribution to the scorer's form, with a stockout for each stock level. */
export function forecastOfDistribution(
  distribution: DemandDistribution,
  stock: readonly number[] = [],
): Forecast {
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
  const stockouts = stock.map((onHand) => stockoutOf(distribution, dayMean, onHand))
  return { dayMean, dayQuantiles, sumQuantiles, stockouts }
}

function stockoutOf(
  distribution: DemandDistribution,
  dayMean: Float64Array,
  onHand: number,
): StockoutForecast {
  let daysByMedian = 1
  while (daysByMedian <= HORIZON && probabilityOfSelling(distribution, daysByMedian, onHand) < 0.5)
    daysByMedian++
  return {
    onHand,
    daysByMean: daysByMean(dayMean, onHand),
    daysByMedian,
    within14: probabilityOfSelling(distribution, 14, onHand),
  }
}
