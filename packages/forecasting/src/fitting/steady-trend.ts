import type { DampedSales } from './damped-sales.ts'

/** Days over which a product may have grown by the same share each day, whole weeks. */
const WINDOWS = [182, 364]
const BLOCK = 7
const YEAR = 365
const QUARTER = 91
/** Minimum number of units, and the steps of Newton's method, which converges in a few. */
const MIN_UNITS = 40
const STEPS = 3
/** Logarithm of the likelihood ratio of a trend to a steady level, ÷ units and the square of the rise between its outer thirds. */
const THIRDS = 9 / 4 / 24
/** Minimum growth over the year before, as a share of the growth that the trend implies (both as logarithms). */
const MIN_OF_YEAR = 0.5
/** The minimum before the trend is fitted. */
const MIN_OF_YEAR_BEFORE_FIT = 0.25
/** Latest days that must agree with the trend, and by how many standard deviations. */
const LATEST_DAYS = 28
const DEVIATIONS = 2.2

/** Demand that grows or falls by the same share each day. */
export interface SteadyTrend {
  /** Daily demand on the first day after the origin, and the logarithm of the growth of a day. */
  mean: number
  slope: number
  /** Variance of `mean` ÷ its square, for Poisson demand. */
  relativeVariance: number
  /** Variance-to-mean ratio of its weeks. */
  spread: number
  /** How much better the trend explains its days than the smoothed level does, as the logarithm of a likelihood ratio. */
  gain: number
}

/**
 * Returns the likeliest trend of the latest days; null if sales have not grown in the same way since the year before, because
 * the start of a season rises, too. Weeks are fitted by Poisson regression with a logarithmic link, unless their outer thirds
 * show that a trend gains less than `leastGain` over a steady level. Source: McCullagh and Nelder 1989, "Generalized linear
 * models".
 */
export function steadyTrend(sales: DampedSales, leastGain: number): SteadyTrend | null {
  let best: SteadyTrend | null = null
  const ofYear = riseOfYear(sales)
  for (const days of WINDOWS) {
    if (days > sales.end) continue
    const trend = trendSince(sales, sales.end - days, { ofYear, leastGain })
    if (trend && agrees(sales, trend, ofYear) && (!best || trend.gain > best.gain)) best = trend
  }
  return best
}

function trendSince(
  sales: DampedSales,
  start: number,
  { ofYear, leastGain }: { ofYear: number | null; leastGain: number },
): SteadyTrend | null {
  const { end } = sales
  const [sold, days] = [sales.sold(start, end), sales.days(start, end)]
  if (sold < MIN_UNITS || days < 0.7 * (end - start)) return null
  // A trend that is not worth fitting: what its slope between the outer thirds would explain.
  const third = Math.floor((end - start) / 3)
  const rate = (from: number) =>
    (sales.sold(from, from + third) + 0.5) / Math.max(1, sales.days(from, from + third))
  const rise = Math.log(rate(end - third) / rate(start))
  if (sold * rise * rise * THIRDS < leastGain) return null
  const riseOfDay = rise / (2 * third)
  if (ofYear !== null && ofYear / (riseOfDay * YEAR) < MIN_OF_YEAR_BEFORE_FIT) return null
  // Time runs backwards from the first day ahead, so that the constant is its mean.
  let [constant, slope] = [Math.log(rate(end - third)), riseOfDay]
  let [variance, likelihood, spread] = [0, 0, 1]
  for (let step = 0; step <= STEPS; step++) {
    let g0 = 0
    let g1 = 0
    let h00 = 0
    let h01 = 0
    let h11 = 0
    let squares = 0
    let weeks = 0
    likelihood = 0
    const growth = Math.exp(-BLOCK * slope)
    let t = -(BLOCK + 1) / 2
    let ofDay = Math.exp(constant + slope * t)
    for (let stop = end; stop > start; stop -= BLOCK, t -= BLOCK, ofDay *= growth) {
      const units = sales.sold(stop - BLOCK, stop)
      const mean = sales.days(stop - BLOCK, stop) * ofDay
      likelihood += units * (constant + slope * t) - mean
      if (mean > 0) {
        squares += (units - mean) ** 2 / mean
        weeks++
      }
      g0 += units - mean
      g1 += (units - mean) * t
      h00 += mean
      h01 += mean * t
      h11 += mean * t * t
    }
    const determinant = h00 * h11 - h01 * h01
    if (!(determinant > 0)) return null
    variance = h11 / determinant
    spread = Math.max(1, squares / (weeks - 2))
    if (step === STEPS) break
    constant += (h11 * g0 - h01 * g1) / determinant
    slope += (h00 * g1 - h01 * g0) / determinant
  }
  const gain = likelihood - (sales.likelihoodBefore[end]! - sales.likelihoodBefore[start]!)
  return Number.isFinite(gain)
    ? { mean: Math.exp(constant), slope, relativeVariance: variance, spread, gain }
    : null
}

/** Returns the logarithm of the growth since the year before; null without one. */
function riseOfYear(sales: DampedSales): number | null {
  const before = sales.end - YEAR
  if (before < QUARTER) return null
  const rate = (stop: number) =>
    (sales.sold(stop - QUARTER, stop) + 0.5) / Math.max(1, sales.days(stop - QUARTER, stop))
  return Math.log(rate(sales.end) / rate(before))
}

/** Returns whether the latest days and the year before agree with a trend. */
function agrees(sales: DampedSales, { mean, slope, spread }: SteadyTrend, ofYear: number | null): boolean {
  const { end } = sales
  const from = end - LATEST_DAYS
  const expected = sales.days(from, end) * mean * Math.exp((-slope * LATEST_DAYS) / 2)
  if (Math.abs(sales.sold(from, end) - expected) > DEVIATIONS * Math.sqrt(Math.max(1, expected * spread)))
    return false
  return ofYear === null || ofYear / (slope * YEAR) >= MIN_OF_YEAR
}
