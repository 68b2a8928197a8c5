import { type DemandDistribution, makeDistribution, meanOfDay } from './demand-distribution.ts'

const VERSION = 1

/**
 * Encodes a demand distribution as finite numbers for storage, for which single precision is enough: version,
 * horizon, variance-to-mean ratio of a day, each day's mean, then the ratio of each cumulative sum.
 */
export function encodeDistribution(distribution: DemandDistribution): number[] {
  const numbers = [VERSION, distribution.horizonDays, distribution.dayVarianceToMean]
  for (let day = 1; day <= distribution.horizonDays; day++) numbers.push(meanOfDay(distribution, day))
  numbers.push(...distribution.varianceToMean)
  return numbers
}

/** Reverses `encodeDistribution`. Throws a RangeError for anything else. */
export function decodeDistribution(numbers: readonly number[]): DemandDistribution {
  const [version, horizonDays, dayVarianceToMean] = numbers
  if (version !== VERSION || horizonDays === undefined || dayVarianceToMean === undefined) {
    throw new RangeError(`numbers must begin with version ${VERSION}, got ${version}`)
  }
  if (numbers.length !== 3 + 2 * horizonDays || !numbers.every((n) => Number.isFinite(n) && n >= 0)) {
    throw new RangeError(
      `numbers must be a complete demand distribution of ${horizonDays} days, got ${numbers.length} numbers`,
    )
  }
  return makeDistribution({
    dailyMean: numbers.slice(3, 3 + horizonDays),
    varianceToMean: numbers.slice(3 + horizonDays),
    dayVarianceToMean,
  })
}
