import type { DampedSales } from './damped-sales.ts'

/** Share of a rush that is left after a day: halves of it are gone in 2 to 21 days. */
const LEFT = [2, 3, 4.5, 6.5, 9.5, 14, 21].map((halfLife) => 0.5 ** (1 / halfLife))
/** Minimum and maximum days since the start of a rush. */
const [MIN_DAYS, MAX_DAYS] = [4, 100]
/** Minimum sales of its first days ÷ those before; the very first day must at least double. */
const MIN_RISE = 1.5
/** Days before a rush whose mean is the level to which demand returns. */
const DAYS_BEFORE = 84
const STEPS = 4

/** Demand that rose at once and falls back by the same share each day. */
export interface FadingRush {
  /**
   * Daily demand before the rush, the demand beyond that on the first day after the origin, and the share of the excess that is
   * left after each day.
   */
  base: number
  excess: number
  left: number
  /**
   * How much better the rush explains the days since its start than the smoothed level does, as the logarithm of a likelihood
   * ratio.
   */
  gain: number
}

/**
 * Returns the likeliest rush that began at an index and fades; null if demand did not double. Each decay is fitted by
 * expectation maximisation. Source: Crane and Sornette 2008, "Robust dynamic classes revealed by measuring the response function of
 * a social system", whose decay is a power of time; over some weeks a geometric one is close to it and has one level to return to.
 */
export function fadingRush(sales: DampedSales, start: number): FadingRush | null {
  const { end } = sales
  if (end - start < MIN_DAYS || end - start > MAX_DAYS) return null
  const from = Math.max(0, start - DAYS_BEFORE)
  const base = Math.max(1e-3, sales.sold(from, start) / Math.max(1, sales.days(from, start)))
  const [sold, days] = [sales.sold(start, end), sales.days(start, end)]
  if (sold < base * days) return null
  const first = start + MIN_DAYS
  if (sales.sold(start, first) < MIN_RISE * base * sales.days(start, first)) return null
  const smoothed = sales.likelihoodBefore[end]! - sales.likelihoodBefore[start]!
  let best: FadingRush | null = null
  for (const left of LEFT) {
    let shares = 0
    for (let t = start, part = 1; t < end; t++, part *= left) shares += part * sales.days(t, t + 1)
    let first = (sold - base * days) / shares
    for (let step = 0; step < STEPS; step++)
      first *= shareOfRush(sales, start, { base, first, left }) / shares
    if (!(first > base)) continue
    const gain = likelihood(sales, start, { base, first, left }) - smoothed
    if (!best || gain > best.gain) best = { base, excess: first * left ** (end - start), left, gain }
  }
  return best
}

/** A rush while it is fitted, with its excess on its first day. */
interface Rush {
  base: number
  first: number
  left: number
}

/** Returns the units expected to be due to the rush, ÷ its excess on the first day. */
function shareOfRush(sales: DampedSales, start: number, { base, first, left }: Rush): number {
  let sum = 0
  for (let t = start, part = 1; t < sales.end; t++, part *= left) {
    sum += (sales.sold(t, t + 1) * part) / (base + first * part)
  }
  return sum
}

function likelihood(sales: DampedSales, start: number, { base, first, left }: Rush): number {
  let sum = 0
  for (let t = start, part = first; t < sales.end; t++, part *= left) {
    const mean = base + part
    sum += sales.sold(t, t + 1) * Math.log(mean) - mean * sales.days(t, t + 1)
  }
  return sum
}
