import { type DemandLaw, makeLaw } from './demand-law.ts'

const HORIZON = 90

/** Returns a 90-day demand distribution with the same demand every day. */
export function steadyLaw(dailyMean: number, dispersion: number): DemandLaw {
  return weeklyLaw([dailyMean], [dispersion])
}

/** Returns a 90-day demand distribution that repeats the given daily means and variance-to-mean ratios. */
export function weeklyLaw(dailyMeans: readonly number[], dispersions: readonly number[]): DemandLaw {
  const repeat = (numbers: readonly number[]) =>
    Float64Array.from({ length: HORIZON }, (_, day) => numbers[day % numbers.length] as number)
  return makeLaw({
    dailyMean: repeat(dailyMeans),
    dispersion: repeat(dispersions),
    dayDispersion: dispersions[0] as number,
  })
}
