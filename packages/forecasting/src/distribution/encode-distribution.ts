import { type DemandDistribution, makeDistribution, meanOfDay } from './demand-distribution.ts'
import { RECALIBRATED_AT } from './recalibration-map.ts'

const VERSION = 1
/** Has a recalibration before each day's mean. */
const RECALIBRATED_VERSION = 2

/**
 * Encodes a demand distribution as finite numbers for storage, for which single precision is enough: version,
 * horizon, variance-to-mean ratio of a day, the recalibration if there is one, each day's mean, then the ratio of
 * each cumulative sum.
 */
export function encodeDistribution(distribution: DemandDistribution): number[] {
  const { recalibration } = distribution
  const version = recalibration ? RECALIBRATED_VERSION : VERSION
  const numbers = [
    version,
    distribution.horizonDays,
    distribution.dayVarianceToMean,
    ...(recalibration ?? []),
  ]
  for (let day = 1; day <= distribution.horizonDays; day++) numbers.push(meanOfDay(distribution, day))
  numbers.push(...distribution.varianceToMean)
  return numbers
}

/** Reverses `encodeDistribution`. Throws a RangeError for anything else. */
export function decodeDistribution(numbers: readonly number[]): DemandDistribution {
  const [version, horizonDays, dayVarianceToMean] = numbers
  const isKnown = version === VERSION || version === RECALIBRATED_VERSION
  if (!isKnown || horizonDays === undefined || dayVarianceToMean === undefined) {
    throw new RangeError(`numbers must begin with version 1 or 2, got ${version}`)
  }
  const start = 3 + (version === VERSION ? 0 : RECALIBRATED_AT.length)
  if (numbers.length !== start + 2 * horizonDays || !numbers.every((n) => Number.isFinite(n) && n >= 0)) {
    throw new RangeError(
      `numbers must be a complete demand distribution of ${horizonDays} days, got ${numbers.length} numbers`,
    )
  }
  return makeDistribution({
    dailyMean: numbers.slice(start, start + horizonDays),
    varianceToMean: numbers.slice(start + horizonDays),
    dayVarianceToMean,
    recalibration: start === 3 ? null : Float64Array.from(numbers.slice(3, start)),
  })
}
