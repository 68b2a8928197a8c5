import { type StockPath, unitsWithin } from '../decisions/stock-path.ts'
import {
  type DemandDistribution,
  getVarianceToMean,
  meanDemand,
} from '../distribution/demand-distribution.ts'
import { fillNegativeBinomialTails } from '../distribution/negative-binomial.ts'
import { demandQuantile } from '../distribution/read-distribution.ts'

/** Lead times and demands during them that are paired. */
const PAIRS = 20

/**
 * Pairs each lead time with a demand of another rank, so that the two are uncorrelated: a long lead time says
 * nothing about the demand in it.
 */
function shuffled(k: number): number {
  return (7 * k + SHIFT) % PAIRS
}
const SHIFT = 2

/** Maximum number of probabilities that are kept for one variant. */
const MAX_BLOCKS = 400

/** How many of the first units of an order are expected to be sold before the next order arrives. */
export interface ExpectedSales {
  /** Units that share one probability. */
  readonly blockUnits: number
  /** Units expected to be sold of the first 1, 2, … blocks. */
  readonly sold: Float64Array
}

/**
 * Returns how many of the first units of an order are expected to be sold in the `coverDays` days after its
 * arrival. The j-th unit is sold with p_j = mean_k P(W_k >= X_k + j): X_k = (stock + receipts before L_k −
 * q_π(k)(D(L_k)))⁺ is what is left of the stock after the lead time L_k, π a fixed shuffle, and W_k the demand of
 * the days after. Beyond 400 units, equal blocks share the probability of their middle unit. Without demand
 * nothing is sold.
 * Source: the marginal analysis of Silver, Pyke and Thomas 2017, 9.3, with the lead time's spread averaged out.
 */
export function expectedSales(
  path: StockPath,
  leadTimes: ArrayLike<number>,
  { coverDays, mostUnits }: { coverDays: number; mostUnits: number },
): ExpectedSales {
  const { distribution } = path
  const blockUnits = Math.max(1, Math.ceil(mostUnits / MAX_BLOCKS))
  const blocks = Math.max(0, Math.ceil(mostUnits / blockUnits))
  const sold = new Float64Array(blocks)
  const units = new Float64Array(blocks)
  const tails = new Float64Array(blocks)
  const middle = (blockUnits + 1) / 2
  for (let k = 0; k < PAIRS; k++) {
    const days = leadTimes[Math.floor((k * leadTimes.length) / PAIRS)] as number
    const demand = demandQuantile(distribution, days, (shuffled(k) + 0.5) / PAIRS)
    const left = Math.max(0, unitsWithin(path, days) - demand)
    for (let i = 0; i < blocks; i++) units[i] = Math.ceil(left + i * blockUnits + middle)
    fillDemandAfter(distribution, { days, coverDays }, units, tails)
    for (let i = 0; i < blocks; i++)
      sold[i] = (sold[i] as number) + ((tails[i] as number) * blockUnits) / PAIRS
  }
  for (let i = 1; i < blocks; i++) sold[i] = (sold[i] as number) + (sold[i - 1] as number)
  return { blockUnits, sold }
}

/** Writes P(demand of the `coverDays` days after the first `days` >= units). */
function fillDemandAfter(
  distribution: DemandDistribution,
  { days, coverDays }: { days: number; coverDays: number },
  units: Float64Array,
  out: Float64Array,
): void {
  const mean = meanDemand(distribution, days + coverDays) - meanDemand(distribution, days)
  fillNegativeBinomialTails(units, mean, getVarianceToMean(distribution, coverDays), out)
}

/** Returns how many of the first `units` units are expected to be sold, linear within a block. */
export function getSold({ blockUnits, sold }: ExpectedSales, units: number): number {
  if (units <= 0 || sold.length === 0) return 0
  const blocks = Math.min(sold.length, Math.floor(units / blockUnits))
  const before = blocks === 0 ? 0 : (sold[blocks - 1] as number)
  if (blocks === sold.length) return before
  const share = (units - blocks * blockUnits) / blockUnits
  return before + share * ((sold[blocks] as number) - before)
}

/** Holding a unit that is not sold costs 25 % of its cost a year, for 60 days on average. */
const HOLDING_RATIO = (0.25 * 60) / 365

/**
 * Returns the value of ordering `units` of which `sold` are expected to be sold: Σ p_j·margin − (1 − p_j)·cost·h with h = 25 %
 * · 60/365, the holding cost of an unsold unit.
 */
export function valueOfOrder(order: {
  units: number
  sold: number
  margin: number
  unitCost: number
}): number {
  const { units, sold, margin, unitCost } = order
  return sold * margin - (units - sold) * unitCost * HOLDING_RATIO
}
