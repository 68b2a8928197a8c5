import { digamma } from '../distribution/digamma.ts'
import { logGamma } from '../distribution/incomplete-beta.ts'
import { MIN_VARIANCE_TO_MEAN } from '../distribution/negative-binomial.ts'
import type { View } from './features.ts'
import { NormalEquations, solveRidge } from './ridge.ts'
import { STATES, writeState } from './state-features.ts'

/** Number of terms of ln κ: the features of the state, and a constant. */
export const TERMS = STATES + 1

/** Past forecasts for one number of days, with the actual demand. */
export interface Outcomes {
  mean: number[]
  varianceToMean: number[]
  actual: number[]
  /** `TERMS` numbers for each outcome. */
  terms: number[]
}

/** Writes the terms of ln κ of a series. */
export function writeTerms(view: View, terms: Float64Array): void {
  writeState(view, terms, 0)
  terms[STATES] = 1
}

/** Weight of the prior that κ is the same in every state, in squares of the terms. */
const PENALTY = 100
const MAX_STEPS = 15
const MIN_STEP = 1e-3
const MIN_LOG_FACTOR = -5
const MAX_LOG_FACTOR = 2.5

/** Returns κ in a state: the exponential of the sum of coefficients × terms. */
export function stateFactor(coefficients: Float64Array, terms: ArrayLike<number>, offset = 0): number {
  let sum = 0
  for (let k = 0; k < TERMS; k++) sum += coefficients[k]! * terms[offset + k]!
  return Math.exp(Math.min(MAX_LOG_FACTOR, Math.max(MIN_LOG_FACTOR, sum)))
}

/** Applies κ to one variance-to-mean ratio. */
export function calibrated(varianceToMean: number, factor: number): number {
  return Math.max(MIN_VARIANCE_TO_MEAN, 1 + factor * Math.max(MIN_VARIANCE_TO_MEAN - 1, varianceToMean - 1))
}

/**
 * Fits the coefficients of ln κ, a linear function of the state of the series, by the likelihood of the actual
 * demand with a ridge penalty; zeros without outcomes. `weight` is that of one outcome, below 1 where outcomes
 * overlap. The steps are those of Berndt, Hall, Hall and Hausman 1974: the slope of the likelihood over the sum of
 * the squares of its parts.
 * Source: Smyth 1989, "Generalized linear models with varying dispersion".
 */
export function fitDispersion(outcomes: Outcomes, weight: number): Float64Array {
  let best: Float64Array = new Float64Array(TERMS)
  let most = logLikelihood(outcomes, best, weight)
  let step = 1
  for (let n = 0; n < MAX_STEPS && step > MIN_STEP; n++) {
    const move = ascent(outcomes, best, weight)
    for (step = Math.min(1, 2 * step); step > MIN_STEP; step /= 2) {
      const next = best.map((value, k) => value + step * move[k]!)
      const value = logLikelihood(outcomes, next, weight)
      if (value <= most) continue
      const isLast = value < most + 0.5
      best = next
      most = value
      if (isLast) return best
      break
    }
  }
  return best
}

/** Returns the penalised log-likelihood without the terms that do not depend on κ. */
function logLikelihood(outcomes: Outcomes, coefficients: Float64Array, weight: number): number {
  const { mean, varianceToMean, actual, terms } = outcomes
  let sum = 0
  for (let i = 0; i < mean.length; i++) {
    const v = calibrated(varianceToMean[i]!, stateFactor(coefficients, terms, i * TERMS))
    sum += negativeBinomialLogLikelihood(actual[i]!, mean[i]!, v)
  }
  return weight * sum - 0.5 * PENALTY * coefficients.reduce((squares, one) => squares + one * one, 0)
}

/** Returns ln P(units) without the term that depends on the units alone. */
export function negativeBinomialLogLikelihood(units: number, mean: number, varianceToMean: number): number {
  const r = mean / (varianceToMean - 1)
  const log = -r * Math.log(varianceToMean)
  return units > 0 ? log + logGamma(units + r) - logGamma(r) + units * Math.log1p(-1 / varianceToMean) : log
}

/** Returns the derivative of the log-likelihood in ln κ, where variance ÷ mean − 1 is proportional to κ. */
export function slopeInLogFactor(units: number, mean: number, varianceToMean: number): number {
  const r = mean / (varianceToMean - 1)
  const difference = units > 0 ? digamma(units + r) - digamma(r) : 0
  return r * (Math.log(varianceToMean) - difference) + (units - mean) / varianceToMean
}

function ascent(outcomes: Outcomes, coefficients: Float64Array, weight: number): Float64Array {
  const { mean, varianceToMean, actual, terms } = outcomes
  const equations = new NormalEquations(TERMS)
  const x = new Float64Array(TERMS)
  const root = Math.sqrt(weight)
  for (let i = 0; i < mean.length; i++) {
    const v = calibrated(varianceToMean[i]!, stateFactor(coefficients, terms, i * TERMS))
    const slope = slopeInLogFactor(actual[i]!, mean[i]!, v)
    for (let k = 0; k < TERMS; k++) x[k] = root * slope * terms[i * TERMS + k]!
    equations.add(x, root)
  }
  for (let k = 0; k < TERMS; k++) equations.right[k]! -= PENALTY * coefficients[k]!
  return solveRidge(equations, PENALTY)
}
