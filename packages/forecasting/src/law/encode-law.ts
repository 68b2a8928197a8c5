import { type DemandLaw, makeLaw, meanOfDay } from './demand-law.ts'

const VERSION = 1

/**
 * Encodes a demand distribution as finite numbers for storage, for which single precision is enough: version,
 * horizon, variance-to-mean ratio of a day, each day's mean, then the ratio of each cumulative sum.
 */
export function encodeLaw(law: DemandLaw): number[] {
  const numbers = [VERSION, law.horizonDays, law.dayDispersion]
  for (let day = 1; day <= law.horizonDays; day++) numbers.push(meanOfDay(law, day))
  numbers.push(...law.dispersion)
  return numbers
}

/** Reverses `encodeLaw`. Throws a RangeError for anything else. */
export function decodeLaw(numbers: readonly number[]): DemandLaw {
  const [version, horizonDays, dayDispersion] = numbers
  if (version !== VERSION || horizonDays === undefined || dayDispersion === undefined) {
    throw new RangeError(`numbers must begin with version ${VERSION}, got ${version}`)
  }
  if (numbers.length !== 3 + 2 * horizonDays || !numbers.every((n) => Number.isFinite(n) && n >= 0)) {
    throw new RangeError(
      `numbers must be a complete demand distribution of ${horizonDays} days, got ${numbers.length} numbers`,
    )
  }
  return makeLaw({
    dailyMean: numbers.slice(3, 3 + horizonDays),
    dispersion: numbers.slice(3 + horizonDays),
    dayDispersion,
  })
}
