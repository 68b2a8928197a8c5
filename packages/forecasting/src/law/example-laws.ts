import { type DemandLaw, makeLaw } from './demand-law.ts'

const HORIZON = 90

/** A 90-day law of the same demand every day. */
export function steadyLaw(dailyMean: number, dispersion: number): DemandLaw {
  return weeklyLaw([dailyMean], [dispersion])
}

/** A 90-day law that repeats its daily means and, tame or wild, its dispersions. */
export function weeklyLaw(dailyMeans: readonly number[], dispersions: readonly number[]): DemandLaw {
  const repeat = (numbers: readonly number[]) =>
    Float64Array.from({ length: HORIZON }, (_, day) => numbers[day % numbers.length] as number)
  return makeLaw({
    dailyMean: repeat(dailyMeans),
    dispersion: repeat(dispersions),
    dayDispersion: dispersions[0] as number,
  })
}
