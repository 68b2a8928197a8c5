import { incompleteBeta } from './incomplete-beta.ts'

/** Minimum variance-to-mean ratio: demand for single units is at least about as uncertain as Poisson. */
export const MIN_VARIANCE_TO_MEAN = 1.01

/** Smaller means count as zero, because their logarithms lose precision. */
export const MIN_MEAN = 1e-12

/** Larger means are rescaled, so that calculations stay exact and fast at any volume. */
const LARGEST_COUNTED_MEAN = 1e6

/**
 * Returns P(X >= units) of the negative binomial distribution with the given mean and variance-to-mean ratio
 * v: I_{1-1/v}(units, r), r = mean / (v - 1). Fractional units are rounded up. For a mean of zero it is 1 if
 * units <= 0, else 0. Above a million units the count is rescaled (a gamma limit), with an error far below
 * 0.001.
 * Source: Agrawal and Smith 1996, "Estimating negative binomial demand for retail inventory management".
 */
export function negativeBinomialTail(units: number, mean: number, varianceToMean: number): number {
  if (units <= 0) return 1
  if (mean < MIN_MEAN) return 0
  const bundle = Math.max(1, mean / LARGEST_COUNTED_MEAN)
  const v = Math.max(MIN_VARIANCE_TO_MEAN, varianceToMean / bundle)
  const count = bundle === 1 ? Math.ceil(units) : units / bundle
  if (count === Number.POSITIVE_INFINITY) return 0
  return incompleteBeta(1 - 1 / v, count, mean / bundle / (v - 1))
}

/** Returns the smallest whole number of units with P(X <= units) >= probability; zero for a mean of zero. */
export function negativeBinomialQuantile(probability: number, mean: number, varianceToMean: number): number {
  const one = [probability]
  const out = new Float64Array(1)
  fillNegativeBinomialQuantiles(one, mean, varianceToMean, out, 0)
  return out[0] as number
}

/** Maximum number of steps of the probability recursion; beyond them, a search on the tail is faster. */
const LONGEST_RECURSION = 16_000
/** exp(-600) is still a normal number, large enough for sums. */
const MIN_LOG_ZERO_PROBABILITY = -600

/**
 * Writes the quantiles at ascending `probabilities` into `out` from `offset`, in one pass over the recursion
 * p(k+1) = p(k) (k + r)/(k + 1) (1 - 1/v) from p(0) = v^-r. If p(0) is too small a number, the recursion
 * starts eight standard deviations below the mean, where the tail is smaller than the rounding error, and is
 * scaled to sum to 1.
 */
export function fillNegativeBinomialQuantiles(
  probabilities: ArrayLike<number>,
  mean: number,
  varianceToMean: number,
  out: Float64Array,
  offset: number,
): void {
  const total = probabilities.length
  if (!(mean >= MIN_MEAN)) {
    out.fill(0, offset, offset + total)
    return
  }
  const v = Math.max(MIN_VARIANCE_TO_MEAN, varianceToMean)
  const r = mean / (v - 1)
  const logZero = -r * Math.log(v)
  const width = 8 * Math.sqrt(mean * v)
  let k = logZero < MIN_LOG_ZERO_PROBABILITY ? Math.max(0, Math.floor(mean - width)) : 0
  if (mean + width > LONGEST_RECURSION) {
    let found = 0
    for (let i = 0; i < total; i++) {
      found = searchQuantile(probabilities[i] as number, mean, v, found)
      out[offset + i] = found
    }
    return
  }
  const q = 1 - 1 / v
  let p = k === 0 ? Math.exp(logZero) : 1 / sumRelativeTo(k, mean, r, q)
  let cumulative = p
  for (let i = 0; i < total; i++) {
    const target = probabilities[i] as number
    while (cumulative < target && k < 20 * LONGEST_RECURSION) {
      p *= ((k + r) / (k + 1)) * q
      cumulative += p
      k++
    }
    out[offset + i] = k
  }
}

/** Returns (p(k) + p(k + 1) + …) ÷ p(k), up to terms too small to change the sum. */
function sumRelativeTo(k: number, mean: number, r: number, q: number): number {
  let ratio = 1
  let sum = 1
  for (let units = k; units < mean || ratio > 1e-17 * sum; units++) {
    ratio *= ((units + r) / (units + 1)) * q
    sum += ratio
  }
  return sum
}

/**
 * Finds a quantile by bisection on the tail, starting from `least`, a quantile of a smaller probability. P(X
 * <= low) stays below `probability`, and P(X <= high) at or above it.
 */
function searchQuantile(probability: number, mean: number, varianceToMean: number, least: number): number {
  const isEnough = (units: number) => 1 - negativeBinomialTail(units + 1, mean, varianceToMean) >= probability
  const deviation = Math.sqrt(mean * varianceToMean)
  let width = deviation / 4
  let low = least - 1
  let high = Math.max(least, Math.ceil(mean - 2 * deviation))
  while (!isEnough(high) && width < Number.MAX_SAFE_INTEGER) {
    low = high
    high = Math.ceil(high + width)
    width *= 2
  }
  while (high - low > Math.max(1, high * 1e-12)) {
    const middle = Math.floor((low + high) / 2)
    if (middle === low) break
    if (isEnough(middle)) high = middle
    else low = middle
  }
  return high
}

/**
 * Writes P(X >= units) for ascending `units` into `out`, in one pass over the probability recursion if that
 * is faster than one `negativeBinomialTail` for each.
 */
export function fillNegativeBinomialTails(
  units: ArrayLike<number>,
  mean: number,
  varianceToMean: number,
  out: Float64Array,
): void {
  const total = units.length
  const v = Math.max(MIN_VARIANCE_TO_MEAN, varianceToMean)
  const r = mean / (v - 1)
  const logZero = -r * Math.log(v)
  const largest = total > 0 ? Math.min(units[total - 1] as number, mean + 12 * Math.sqrt(mean * v)) : 0
  if (!(mean >= MIN_MEAN) || logZero < MIN_LOG_ZERO_PROBABILITY || largest > LONGEST_RECURSION) {
    for (let i = 0; i < total; i++) out[i] = negativeBinomialTail(units[i] as number, mean, v)
    return
  }
  const q = 1 - 1 / v
  let p = Math.exp(logZero)
  let below = 0
  let k = 0
  for (let i = 0; i < total; i++) {
    const level = units[i] as number
    while (k < level && k <= LONGEST_RECURSION) {
      below += p
      p *= ((k + r) / (k + 1)) * q
      k++
    }
    out[i] = Math.max(0, 1 - below)
  }
}
