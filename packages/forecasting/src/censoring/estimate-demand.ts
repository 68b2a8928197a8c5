import { MIN_MEAN, MIN_VARIANCE_TO_MEAN, negativeBinomialTail } from '../distribution/negative-binomial.ts'
import type { SeriesInput } from '../types.ts'
import { inferStockouts } from './infer-stockouts.ts'

/** Passes over the history: each estimate changes the level and the variance that the next one uses. */
const PASSES = 3
/** Smoothing constant of the running level, and the days from which it starts. */
const SMOOTHING = 0.05
const STARTING_DAYS = 28

/** Returns whether a series has a day that sold its last unit. */
function hasCensoredDays({ unitsSold, outOfStock }: SeriesInput): boolean {
  if (!outOfStock) return false
  for (let t = 0; t < unitsSold.length; t++) if (outOfStock[t] && (unitsSold[t] as number) > 0) return true
  return false
}

/**
 * Tells three kinds of day apart: days in stock measure demand; days that ended without stock after sales are
 * censored, demand was more than the units sold; days without stock that sold nothing say nothing. Returns the
 * series with the expected demand in place of the sales of censored days, which are then like days in stock: the
 * negative binomial expectation above the sales, around a running level. Dropping censored days instead would keep
 * only those of low demand. A series without them is returned as it is. Stockouts before the stock was recorded are
 * inferred first.
 */
export function estimateDemand(told: SeriesInput): SeriesInput {
  const series = inferStockouts(told)
  const { unitsSold, outOfStock } = series
  if (!outOfStock || !hasCensoredDays(series)) return series
  const demand = unitsSold.slice()
  const isEmpty = outOfStock.map((flag, t) => (flag && unitsSold[t] === 0 ? 1 : 0))
  const level = new Float64Array(demand.length)
  for (let pass = 0; pass < PASSES; pass++) {
    fillRunningLevel(demand, isEmpty, level)
    const varianceToMean = varianceAround(level, demand, isEmpty)
    for (let t = 0; t < demand.length; t++) {
      if (!outOfStock[t] || isEmpty[t]) continue
      const sold = unitsSold[t] as number
      const expected = expectedDemandAbove(sold, level[t] as number, varianceToMean)
      // A negative binomial varies at least like Poisson; demand that varies less exceeds sales by less.
      demand[t] = sold + Math.min(1, varianceToMean) * (expected - sold)
    }
  }
  return { ...series, unitsSold: demand, outOfStock: isEmpty }
}

/** Writes the mean of two exponential smoothings of the other days, of the days before and of those after. */
function fillRunningLevel(demand: Float64Array, isEmpty: Uint8Array, level: Float64Array): void {
  const n = demand.length
  let mean = startOf(demand, isEmpty, 0, 1)
  for (let t = 0; t < n; t++) {
    level[t] = mean / 2
    if (!isEmpty[t]) mean += SMOOTHING * ((demand[t] as number) - mean)
  }
  mean = startOf(demand, isEmpty, n - 1, -1)
  for (let t = n - 1; t >= 0; t--) {
    level[t] = (level[t] as number) + mean / 2
    if (!isEmpty[t]) mean += SMOOTHING * ((demand[t] as number) - mean)
  }
}

/** Returns the mean of the first days that are not empty, from one end. */
function startOf(demand: Float64Array, isEmpty: Uint8Array, from: number, step: number): number {
  let sum = 0
  let days = 0
  for (let t = from; t >= 0 && t < demand.length && days < STARTING_DAYS; t += step) {
    if (isEmpty[t]) continue
    sum += demand[t] as number
    days++
  }
  return days === 0 ? 0 : sum / days
}

/** Returns the variance around the level ÷ mean. */
function varianceAround(level: Float64Array, demand: Float64Array, isEmpty: Uint8Array): number {
  let squares = 0
  let sum = 0
  for (let t = 0; t < demand.length; t++) {
    if (isEmpty[t]) continue
    squares += ((demand[t] as number) - (level[t] as number)) ** 2
    sum += demand[t] as number
  }
  return sum > 0 ? squares / sum : 1
}

/** Smaller probabilities are not divided by, because they are too near to the smallest number. */
const MIN_TAIL = 1e-290

/**
 * Returns E[D | D > sold], units, for negative binomial demand with this mean and variance-to-mean ratio v: what a
 * day wanted that sold its last unit. Since k p(k; r) = mean × p(k − 1; r + 1), it is
 * mean × P(D′ ≥ sold) ÷ P(D > sold), where D′ has r + 1 in place of r, so the mean + v − 1. So far above the
 * mean that the probability is almost 0, the distribution is geometric, and the excess has the mean v. A mean
 * of zero gives the units sold.
 * Sources: Nahmias 1994, "Demand estimation in lost sales inventory systems"; Agrawal and Smith 1996,
 * "Estimating negative binomial demand for retail inventory management with unobservable lost sales".
 */
export function expectedDemandAbove(sold: number, mean: number, varianceToMean: number): number {
  if (!(mean > 0)) return sold
  const v = Math.max(MIN_VARIANCE_TO_MEAN, varianceToMean)
  const units = Math.floor(sold)
  const counted = Math.max(MIN_MEAN, mean)
  const above = negativeBinomialTail(units + 1, counted, v)
  if (above < MIN_TAIL) return sold + v
  return Math.max(sold, (counted * negativeBinomialTail(units, counted + v - 1, v)) / above)
}
