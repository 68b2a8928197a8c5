import { type DemandLaw, makeLaw, meanOfDay } from './demand-law.ts'

const VERSION = 1

/**
 * The law as finite numbers for storage (single precision is enough): version, horizon, dispersion of one day,
 * each day's mean, then the dispersion of each cumulative sum.
 */
export function encodeLaw(law: DemandLaw): number[] {
  const numbers = [VERSION, law.horizonDays, law.dayDispersion]
  for (let day = 1; day <= law.horizonDays; day++) numbers.push(meanOfDay(law, day))
  numbers.push(...law.dispersion)
  return numbers
}

/** The inverse of `encodeLaw`. Anything else is a RangeError. */
export function decodeLaw(numbers: readonly number[]): DemandLaw {
  const [version, horizonDays, dayDispersion] = numbers
  if (version !== VERSION || horizonDays === undefined || dayDispersion === undefined) {
    throw new RangeError(`numbers must begin with the law's version ${VERSION}, got ${version}`)
  }
  if (numbers.length !== 3 + 2 * horizonDays || !numbers.every((n) => Number.isFinite(n) && n >= 0)) {
    throw new RangeError(
      `numbers must be a whole encoded law of ${horizonDays} days, got ${numbers.length} numbers`,
    )
  }
  return makeLaw({
    dailyMean: numbers.slice(3, 3 + horizonDays),
    dispersion: numbers.slice(3 + horizonDays),
    dayDispersion,
  })
}
