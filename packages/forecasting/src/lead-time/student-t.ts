import { requireProbability } from '../arguments.ts'
import { incompleteBeta, logGamma } from '../distribution/incomplete-beta.ts'

/**
 * Returns P(T <= t) of Student's t distribution with `degrees` of freedom: 1 − I_x(ν/2, 1/2)/2 for t > 0 with
 * x = ν/(ν + t²), and its complement below zero.
 * Source: Abramowitz and Stegun 1964, 26.7.1.
 */
export function studentTCumulative(t: number, degrees: number): number {
  const tail = 0.5 * incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5)
  return t > 0 ? 1 - tail : tail
}

/** Returns the density of Student's t distribution at t. */
export function studentTDensity(t: number, degrees: number): number {
  const logFront = logGamma((degrees + 1) / 2) - logGamma(degrees / 2) - 0.5 * Math.log(degrees * Math.PI)
  return Math.exp(logFront - ((degrees + 1) / 2) * Math.log1p((t * t) / degrees))
}

const MAX_STEPS = 200
const WIDEST = 1e12

/**
 * Returns the t with P(T <= t) = probability (strictly between 0 and 1), by Newton's method within a bracket that
 * is halved where a step would leave it. The distribution is symmetric, so only the lower half is searched, where
 * the tail keeps its relative precision.
 */
export function studentTQuantile(probability: number, degrees: number): number {
  requireProbability('probability', probability)
  if (probability > 0.5) return -studentTQuantile(1 - probability, degrees)
  if (probability === 0.5) return 0
  let low = -1
  while (studentTCumulative(low, degrees) > probability && low > -WIDEST) low *= 2
  let high = low === -1 ? 0 : low / 2
  let t = (low + high) / 2
  for (let i = 0; i < MAX_STEPS; i++) {
    const excess = studentTCumulative(t, degrees) - probability
    if (excess < 0) low = t
    else high = t
    const step = excess / studentTDensity(t, degrees)
    const next = t - step
    const previous = t
    t = next > low && next < high ? next : (low + high) / 2
    if (Math.abs(t - previous) <= 1e-14 * Math.abs(t)) break
  }
  return t
}

/**
 * Returns E[T | T > t] for more than one degree of freedom: (ν + t²)/(ν − 1) · density(t) ÷ P(T > t). Far in
 * the tail, where P(T > t) is zero in floating point, it is the limit t·ν/(ν − 1).
 * Source: Kim 2008, "Moments of truncated Student-t distribution", proposition 2.1.
 */
export function studentTMeanAbove(t: number, degrees: number): number {
  const above = studentTCumulative(-t, degrees)
  if (!(above > 0)) return (t * degrees) / (degrees - 1)
  return (((degrees + t * t) / (degrees - 1)) * studentTDensity(t, degrees)) / above
}
