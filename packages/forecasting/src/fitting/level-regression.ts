import { returningSeason } from './features.ts'
import { type NormalEquations, residualVariance, solveRidge } from './ridge.ts'
import type { SegmentEquations } from './segment-equations.ts'
import { type PooledLevel, SEGMENTS } from './segments.ts'

/** Ridge penalty per row, and a fixed one in rows, which keeps small catalogues close to the base level. */
const PENALTY_PER_ROW = 0.005
const PENALTY = 20
/** Variance of what is missed, in variances of a day, at which the penalty is whole, and the least share of it. */
const NOISY = 0.2
const MIN_SHARE = 0.001
/**
 * How many times the penalty counts for the shop's seasons where demand is noisy: their indices are the same for all products,
 * so that few origins teach them, however many rows there are.
 */
const STRENGTH_OF_SEASONS = 8

/**
 * Learns from all series of the shop how far to move from the base level (the mean of simple levels), given
 * the differences between levels, how much rarer sales have become, and the year before. There is one ridge
 * regression per segment of the horizon, on past origins of all series, with rows scaled by the series'
 * standard deviation. Only segments that begin within the first `days` days are learned. Without evidence the shop's season
 * returns as far as it is reliable (`reliability`, 0–1): past origins may not have seen those months.
 * Source: Montero-Manso and Hyndman 2021, "Principles and algorithms for forecasting groups of time series".
 */
export function fitPooledLevel(equations: SegmentEquations, days: number, reliability: number): PooledLevel {
  const learned = SEGMENTS.filter(({ start }) => start < days)
  return equations.of(learned.length).map((one) => fitSegment(one, reliability))
}

/**
 * Fits one regression twice: what it misses with the whole penalty says how much of the penalty the second one has. Where
 * demand is regular, the coefficients are known well and need little of it; the posterior mode of normal coefficients has a penalty that
 * grows with the variance of the noise (Hoerl, Kennard and Baldwin 1975), here with its square.
 */
function fitSegment(equations: NormalEquations, reliability: number): Float64Array {
  const penalty = PENALTY_PER_ROW * equations.rows + PENALTY
  const first = solveRidge(equations, penalty, returningSeason(reliability, 1))
  const share = Math.min(1, (residualVariance(equations, first) / NOISY) ** 2)
  const strength = 1 + share * (STRENGTH_OF_SEASONS - 1)
  return solveRidge(equations, penalty * Math.max(MIN_SHARE, share), returningSeason(reliability, strength))
}
