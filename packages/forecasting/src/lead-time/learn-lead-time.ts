import { requireNotNegative } from '../arguments.ts'
import { studentTMeanAbove, studentTQuantile } from './student-t.ts'

/**
 * The logarithm of the next lead time in days: Student's t with `degrees` of freedom, shifted by `centre` and
 * stretched by `scale`.
 */
export interface LeadTimeDistribution {
  readonly degrees: number
  readonly centre: number
  readonly scale: number
}

/** What is known of a supplier's lead times. */
export interface LeadTimeRecord {
  /** The lead time that the supplier states, days; the centre of the prior. */
  statedDays: number
  /** Days from ordering to arrival of past orders. */
  observedDays: readonly number[]
  /** Days since the open orders were placed. */
  openAges?: readonly number[]
}

/** Received orders from which on a lead time is learned. */
export const LEARNED_FROM_ORDERS = 3

/** The prior weighs as much as one order, and expects a log standard deviation near 0.28. */
const PRIOR = { weight: 1, shape: 2, spread: 0.08 }
const LATE_LEVEL = 0.9
const ROUNDS = 2

/** An order received on the day it was placed counts as half a day, because a logarithm needs more than zero. */
const MIN_DAYS = 0.5

/**
 * Learns the distribution of the next lead time from a supplier's orders. ln L is normal with unknown mean and
 * variance under a normal-inverse-gamma prior centred on the stated lead time: κₙ = κ₀ + n,
 * mₙ = (κ₀m₀ + Σx)/κₙ, αₙ = α₀ + n/2, βₙ = β₀ + ½Σ(x − x̄)² + κ₀n(x̄ − m₀)²/(2κₙ), with x = ln days. The next
 * ln L is Student's t with 2αₙ degrees, centre mₙ and scale √(βₙ(κₙ + 1)/(αₙκₙ)). An open order older than the
 * 90 % quantile enters with E[ln L | L > age], in two rounds, so that slow orders count before they arrive.
 * Without observations the result is the prior's.
 * Source: Murphy 2007, "Conjugate Bayesian analysis of the Gaussian distribution", equations 85–89 and 110;
 * for the open orders Schmee and Hahn 1979, "A simple method for regression analysis with censored data".
 */
export function learnLeadTime(record: LeadTimeRecord): LeadTimeDistribution {
  const { statedDays, observedDays, openAges = [] } = record
  for (const days of observedDays) requireNotNegative('observedDays', days)
  if (!(statedDays > 0)) throw new RangeError(`statedDays must be above zero, got ${statedDays}`)
  const logStated = Math.log(statedDays)
  const observed = observedDays.map(logDays)
  const received = posterior(logStated, observed)
  const late = openAges.filter((age) => age > quantileOfLeadTime(received, LATE_LEVEL)).map(logDays)
  let learned = received
  for (let round = 0; round < ROUNDS && late.length > 0; round++) {
    const current = learned
    const expected = late.map((age) => meanLogAbove(current, age))
    learned = posterior(logStated, [...observed, ...expected])
  }
  return learned
}

function posterior(logStated: number, logs: readonly number[]): LeadTimeDistribution {
  const n = logs.length
  const mean = n === 0 ? logStated : logs.reduce((sum, x) => sum + x, 0) / n
  const weight = PRIOR.weight + n
  const shape = PRIOR.shape + n / 2
  const squares = logs.reduce((sum, x) => sum + (x - mean) ** 2, 0)
  const shift = (PRIOR.weight * n * (mean - logStated) ** 2) / (2 * weight)
  const spread = PRIOR.spread + squares / 2 + shift
  return {
    degrees: 2 * shape,
    centre: (PRIOR.weight * logStated + n * mean) / weight,
    scale: Math.sqrt((spread * (weight + 1)) / (shape * weight)),
  }
}

function logDays(days: number): number {
  return Math.log(Math.max(MIN_DAYS, days))
}

function meanLogAbove({ degrees, centre, scale }: LeadTimeDistribution, logAge: number): number {
  return centre + scale * studentTMeanAbove((logAge - centre) / scale, degrees)
}

/** Returns the quantile of the next lead time in days, not rounded. */
export function quantileOfLeadTime(distribution: LeadTimeDistribution, probability: number): number {
  const { degrees, centre, scale } = distribution
  return Math.exp(centre + scale * standardQuantile(degrees, probability))
}

/** Suppliers differ in centre and scale, and share the few degrees of freedom and probabilities. */
const kept = new Map<string, number>()
const MAX_KEPT = 10_000

function standardQuantile(degrees: number, probability: number): number {
  const key = `${degrees} ${probability}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const quantile = studentTQuantile(probability, degrees)
  if (kept.size < MAX_KEPT) kept.set(key, quantile)
  return quantile
}
