import { type DemandDistribution, makeDistribution, meanOfDay } from './demand-distribution.ts'
import { RECALIBRATED_AT } from './recalibration-map.ts'
import { EMPIRICAL_AT, type EmpiricalDays } from './vincentization.ts'

const VERSION = 1
/** Has a recalibration before each day's mean. */
const RECALIBRATED_VERSION = 2
/** Has a recalibration, and then the empirical distribution of past days: its weight, mean and quantiles. */
const EMPIRICAL_VERSION = 3
/** Has a narrowing alone. */
const NARROWED_VERSION = 4

/** How many numbers are before each day's mean. */
const NUMBERS_BEFORE = new Map([
  [VERSION, 3],
  [RECALIBRATED_VERSION, 3 + RECALIBRATED_AT.length],
  [EMPIRICAL_VERSION, 5 + RECALIBRATED_AT.length + EMPIRICAL_AT.length],
  [NARROWED_VERSION, 4],
])

/**
 * Encodes a demand distribution as finite numbers for storage, for which single precision is enough: version,
 * horizon, variance-to-mean ratio of a day, the recalibration and the empirical distribution of past days if there are any,
 * each day's mean, then the ratio of each cumulative sum.
 */
export function encodeDistribution(distribution: DemandDistribution): number[] {
  const { recalibration, empiricalDays, narrowing, horizonDays, dayVarianceToMean } = distribution
  const version = narrowing
    ? NARROWED_VERSION
    : empiricalDays
      ? EMPIRICAL_VERSION
      : recalibration
        ? RECALIBRATED_VERSION
        : VERSION
  const numbers = [version, horizonDays, dayVarianceToMean]
  if (narrowing) numbers.push(narrowing)
  else if (version !== VERSION) numbers.push(...(recalibration ?? RECALIBRATED_AT))
  if (version === EMPIRICAL_VERSION && empiricalDays)
    numbers.push(empiricalDays.weight, empiricalDays.mean, ...empiricalDays.quantiles)
  for (let day = 1; day <= horizonDays; day++) numbers.push(meanOfDay(distribution, day))
  numbers.push(...distribution.varianceToMean)
  return numbers
}

/** Reverses `encodeDistribution`. Throws a RangeError for anything else. */
export function decodeDistribution(numbers: readonly number[]): DemandDistribution {
  const [version = 0, horizonDays, dayVarianceToMean] = numbers
  const start = NUMBERS_BEFORE.get(version)
  if (start === undefined || horizonDays === undefined || dayVarianceToMean === undefined) {
    throw new RangeError(`numbers must begin with a version from 1 to 4, got ${version}`)
  }
  if (numbers.length !== start + 2 * horizonDays || !numbers.every((n) => Number.isFinite(n) && n >= 0)) {
    throw new RangeError(
      `numbers must be a complete demand distribution of ${horizonDays} days, got ${numbers.length} numbers`,
    )
  }
  return makeDistribution({
    dailyMean: numbers.slice(start, start + horizonDays),
    varianceToMean: numbers.slice(start + horizonDays),
    dayVarianceToMean,
    recalibration:
      version === VERSION || version === NARROWED_VERSION
        ? null
        : Float64Array.from(numbers.slice(3, 3 + RECALIBRATED_AT.length)),
    narrowing: version === NARROWED_VERSION ? numbers[3] : null,
    empiricalDays:
      version === EMPIRICAL_VERSION
        ? getEmpiricalDays(numbers.slice(3 + RECALIBRATED_AT.length, start))
        : null,
  })
}

function getEmpiricalDays([weight, mean, ...quantiles]: readonly number[]): EmpiricalDays {
  return { weight: weight as number, mean: mean as number, quantiles: Float64Array.from(quantiles) }
}
