import { type DemandDistribution, makeDistribution } from './demand-distribution.ts'

const HORIZON = 90

/** Returns a 90-day demand distribution with the same demand every day. */
export function steadyDistribution(dailyMean: number, varianceToMean: number): DemandDistribution {
  return weeklyDistribution([dailyMean], [varianceToMean])
}

/** Returns a 90-day demand distribution that repeats the given daily means and variance-to-mean ratios. */
export function weeklyDistribution(
  dailyMeans: readonly number[],
  varianceToMeans: readonly number[],
): DemandDistribution {
  const repeat = (numbers: readonly number[]) =>
    Float64Array.from({ length: HORIZON }, (_, day) => numbers[day % numbers.length] as number)
  return makeDistribution({
    dailyMean: repeat(dailyMeans),
    varianceToMean: repeat(varianceToMeans),
    dayVarianceToMean: varianceToMeans[0] as number,
  })
}
