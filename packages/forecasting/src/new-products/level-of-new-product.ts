import { logGamma } from '../distribution/incomplete-beta.ts'
import { MIN_VARIANCE_TO_MEAN } from '../distribution/negative-binomial.ts'
import type { Likeness } from '../types.ts'
import { type SimilarProducts, similarity } from './similar-products.ts'

const MIN_LOG_VARIANCE = 1e-9
/** Days at the median level that dampen a first bulk order; they fade as own days are added. */
const PRIOR_DAYS = 3
/** Power of the level by which the weights are divided. */
const SLOW_SELLER_POWER = 0.5

export interface NewLevel {
  /** Expected daily demand. */
  mean: number
  /** Variance of the daily demand that the product may turn out to have, ÷ mean². */
  relativeVariance: number
}

/**
 * Returns what the level of a new product may be: the levels of the shop's other products, weighted by their
 * likeness and by the likelihood of the units sold so far, `exposure` average days long, at each of them. Its own
 * days count as one more product. Without other products the own mean is certain; without either, 0. Empirical
 * Bayes with the other products as the prior: Robbins 1956, "An empirical Bayes approach to statistics". An error
 * of one unit matters more for a slow seller, so that the weights are divided by the root of the level.
 */
export function levelOfNewProduct(args: {
  sold: number
  exposure: number
  likeness: Likeness | undefined
  products: SimilarProducts
  /** Variance-to-mean ratio of the units sold in the exposure, for their mean. */
  varianceToMean: (mean: number) => number
}): NewLevel {
  const { sold, exposure, likeness, products } = args
  const count = products.levels.length
  const own = ownLevel(sold, exposure, products.levels)
  const weights = new Float64Array(count + 1)
  let total = 0
  for (let i = 0; i < count; i++) total += similarity(likeness, products.likeness[i])
  for (let i = 0; i < count; i++) weights[i] = Math.log(similarity(likeness, products.likeness[i]))
  weights[count] = own > 0 ? Math.log(count > 0 ? total / count : 1) : Number.NEGATIVE_INFINITY
  const levelAt = (i: number) => (i < count ? (products.levels[i] as number) : own)
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i <= count; i++) {
    if (weights[i] === Number.NEGATIVE_INFINITY) continue
    const mean = levelAt(i) * exposure
    weights[i] = (weights[i] as number) - SLOW_SELLER_POWER * Math.log(levelAt(i))
    if (exposure > 0)
      weights[i] = (weights[i] as number) + logLikelihood(sold, mean, args.varianceToMean(mean))
    most = Math.max(most, weights[i] as number)
  }
  if (most === Number.NEGATIVE_INFINITY) return { mean: 0, relativeVariance: 0 }
  const level = getGamma(weights, most, levelAt)
  if (sold === 0 || count === 0) return level
  // The product's own level is as uncertain as the few days it is estimated from.
  const sumOfWeights = weights.reduce((sum, weight) => sum + Math.exp(weight - most), 0)
  const share = Math.exp(weights[count]! - most) / sumOfWeights
  return { ...level, relativeVariance: level.relativeVariance + (share * args.varianceToMean(sold)) / sold }
}

/** Returns the mean of the own days and of a few days at the median level of the others. */
function ownLevel(sold: number, exposure: number, levels: Float64Array): number {
  if (!(exposure > 0)) return 0
  const median = levels.toSorted()[levels.length >> 1]
  if (median === undefined || sold === 0) return sold / exposure
  const prior = PRIOR_DAYS * Math.min(1, PRIOR_DAYS / exposure)
  return (sold + prior * median) / (exposure + prior)
}

/**
 * Returns the gamma distribution whose logarithm has the mean and variance of the weighted levels. The levels of a
 * shop have a long tail, and their own variance would say of most products that they may be best sellers.
 */
function getGamma(weights: Float64Array, most: number, levelAt: (i: number) => number): NewLevel {
  let total = 0
  let sum = 0
  let squares = 0
  for (let i = 0; i < weights.length; i++) {
    const weight = Math.exp((weights[i] as number) - most)
    if (weight === 0) continue
    const log = Math.log(levelAt(i))
    total += weight
    sum += weight * log
    squares += weight * log * log
  }
  const mean = sum / total
  const variance = squares / total - mean * mean
  if (!(variance > MIN_LOG_VARIANCE)) return { mean: Math.exp(mean), relativeVariance: 0 }
  // Inverts trigamma(shape) ≈ 1 / shape + 1 / (2 shape²).
  const shape = (1 + Math.sqrt(1 + 2 * variance)) / (2 * variance)
  return { mean: shape * Math.exp(mean - digamma(shape)), relativeVariance: 1 / shape }
}

/** Returns ψ(x) by its asymptotic series, from where that is exact (Abramowitz and Stegun 6.3.5 and 6.3.18). */
function digamma(x: number): number {
  let value = 0
  let at = x
  for (; at < 6; at++) value -= 1 / at
  const inverse = 1 / (at * at)
  return value + Math.log(at) - 0.5 / at - inverse * (1 / 12 - inverse * (1 / 120 - inverse / 252))
}

/** Returns the logarithm of the negative binomial probability, up to a constant for these units. */
function logLikelihood(units: number, mean: number, varianceToMean: number): number {
  const v = Math.max(MIN_VARIANCE_TO_MEAN, varianceToMean)
  const r = mean / (v - 1)
  if (units === 0) return -r * Math.log(v)
  return logGamma(units + r) - logGamma(r) - r * Math.log(v) + units * Math.log1p(-1 / v)
}
