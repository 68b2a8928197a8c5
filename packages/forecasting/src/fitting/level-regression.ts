import { returningSeason } from './features.ts'
import { type NormalEquations, residualVariance, solveRidge } from './ridge.ts'
import type { SegmentEquations } from './segment-equations.ts'
import { type PooledLevel, SEGMENTS } from './segments.ts'

/** Ridge penalty per row, and a fixed one in rows, which keeps small catalogues close to the base level. */
const PENALTY_PER_ROW = 0.005
const PENALTY = 20
/** Variance of what is missed, in variances of a day, at which the penalty is whole, and the least share of it. */
const NOISY = 0.2
const LEAST_SHARE = 0.001
/** Days of the horizon in which the season of earlier years is expected to return. */
const RETURNING_DAYS = 30

/**
 * Learns from all series of the shop how far to move from the base level (the mean of simple levels), given
 * the differences between levels, how much rarer sales have become, and the year before. There is one ridge
 * regression per segment of the horizon, on past origins of all series, with rows scaled by the series'
 * standard deviation. Only segments that begin within the first `days` days are learned. Without evidence the shop's season
 * returns in the first 30 days, as far as `seasons` are reliable: past origins may not have seen those months.
 * Source: Montero-Manso and Hyndman 2021, "Principles and algorithms for forecasting groups of time series".
 */
export function fitPooledLevel(
  equations: SegmentEquations,
  days: number,
  seasons: { reliability: number },
): PooledLevel {
  const learned = SEGMENTS.filter(({ start }) => start < days)
  const prior = returningSeason(seasons.reliability)
  return equations
    .of(learned.length)
    .map((one, s) => fitSegment(one, learned[s]!.end <= RETURNING_DAYS ? prior : undefined))
}

/**
 * Fits one regression twice: what it misses with the whole penalty says how much of the penalty the second one has. Where
 * demand is regular, the coefficients are known well and need little of it; the posterior mode of normal coefficients has a penalty that
 * grows with the variance of the noise (Hoerl, Kennard and Baldwin 1975), here with its square.
 */
function fitSegment(equations: NormalEquations, prior: Float64Array | undefined): Float64Array {
  const penalty = PENALTY_PER_ROW * equations.rows + PENALTY
  const first = solveRidge(equations, penalty, prior)
  const share = (residualVariance(equations, first) / NOISY) ** 2
  if (share >= 1) return first
  return solveRidge(equations, penalty * Math.max(LEAST_SHARE, share), prior)
}
