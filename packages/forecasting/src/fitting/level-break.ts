import type { History } from '../history.ts'
import { type PooledVarianceToMean, pooledVarianceToMean } from '../models/variance-to-mean.ts'
import { type DampedSales, sellingShare } from './damped-sales.ts'
import { type FadingRush, fadingRush } from './fading-rush.ts'
import { type SteadyTrend, steadyTrend } from './steady-trend.ts'

/** Candidate numbers of days since a change of level. */
const SINCE = [
  3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 24, 28, 34, 40, 48, 57, 68, 82, 98, 118, 140, 170, 200, 240,
]
/** Minimum days before a change. */
const MIN_DAYS_BEFORE = 28
/** Days before the origin whose sums of two weeks say how much the level moves by itself. */
const SPREAD_DAYS = 364
const BLOCK_DAYS = 14
const BLOCK_ANCHOR = 2
/** Largest variance-to-mean ratio of a typical sum: above it, sales are lumpy, and a pause or a rush is not a break. */
const MAX_SPREAD = 3
/** Sales with a smaller coefficient of variation are not lumpy, however large the ratio is. */
const MAX_VARIATION = 0.1
const MIN_SELLING = 0.25
/** Weight, in sums, of the shop's spread. */
const SHRINKAGE = 3
/** Logarithm of the odds against one change of level. */
const AGAINST = 8
/** Weight, in units, of the earlier level after a change. */
const UNITS_OF_EARLIER = 0.2
/** Latest days that must agree with the level, and by how many standard deviations. */
const LATEST_DAYS = 28
const DEVIATIONS = 2.2
/** How many products pause for each one that ends, and the days after which a third of the pauses go on. */
const PAUSES = 5
const PAUSE_DAYS = 3.5
/** Days without sales that are as long as two of the two-week sums. */
const LONG_DAYS = 28
/** Logarithm of the prior odds against a fading rush, relative to a steady level since the same day. */
const AGAINST_RUSH = 3.5
/** Minimum logarithm of the odds of a trend. */
const MIN_EVIDENCE_OF_TREND = 1
/** Minimum logarithm of the odds of a change from which on a rush is searched for. */
const MIN_EVIDENCE_OF_RUSH = 4
/** Relative standard deviation of the excess of a rush, and the days ahead for which it counts. */
const RUSH_DEVIATION = 0.35
const RUSH_DAYS = 14
/** Logarithm of the prior odds against a trend, relative to a smoothed level. */
const AGAINST_TREND = 6
/** Smallest gain ÷ variance-to-mean ratio at which a trend is fitted: a third of what it needs to be accepted. */
const MIN_GAIN_OF_TREND = 2
/** Share of a trend's growth ahead that is uncertain. */
const TREND_DEVIATION = 0.3
/** Below this probability, the level counts as unchanged. */
const MIN_CHANCE = 0.02

/** A level that changed lately. */
export interface LevelBreak {
  /** Probability that the level changed at all, 0–1, and the logarithm of its odds. */
  chance: number
  logOdds: number
  /** Daily demand since, and its variance ÷ mean². */
  mean: number
  /** The excess of a rush on the first day ahead, and the share of it that is left after each day. */
  rush?: Pick<FadingRush, 'excess' | 'left'>
  /** Logarithm of the growth from one day to the next. */
  slope?: number
  relativeVariance: number
  /** Variance-to-mean ratio of a day and of longer sums. */
  ofDay: number
  ofSums: number
}

/** Returns whether a product sells often enough for a change of its level to show; cheap to compute. */
export function mayHaveBreak(history: History, end: number): boolean {
  return end - SINCE[0]! >= MIN_DAYS_BEFORE && sellingShare(history, end) >= MIN_SELLING
}

/**
 * Returns the level of a product since its latest break, if it may have one; null if a break is improbable. Steady levels since
 * some days, also several one after the other, compete with one that is smoothed, by their likelihoods in counts whose
 * variance-to-mean ratio is that of two weeks around the smoothed level: a product whose level moves anyway has no breaks. Days
 * without sales may be a pause, after which the product sells as before; the more days, the less probable. The levels since
 * each time are averaged by their probabilities. A rush that fades competes with them. Sources: Adams and MacKay 2007,
 * "Bayesian online changepoint detection"; Fearnhead 2006, "Exact and efficient Bayesian inference for multiple changepoint
 * problems"; Wedderburn 1974 (quasi-likelihood).
 */
export function levelBreak(
  sales: DampedSales,
  pooled: PooledVarianceToMean,
  leastChance = MIN_CHANCE,
): LevelBreak | null {
  const { end } = sales
  const starts = SINCE.map((since) => end - since).filter((start) => start >= MIN_DAYS_BEFORE)
  const { ofSums, typical, mean: ofBlock } = getSpread(sales, pooled)
  const most = Math.max(MAX_SPREAD, MAX_VARIATION ** 2 * ofBlock)
  // A smoothed level lags behind a trend, so that its own spread seems large.
  const isLumpy = typical > most
  const trend = steadyTrend(sales, MIN_GAIN_OF_TREND * (isLumpy ? 1 : ofSums))
  if (isLumpy) return trend && trend.spread <= most ? ofTrend(sales, trend, trend.spread) : null
  const { evidence, before, most: likeliest } = chains(sales, starts, ofSums)
  const rush = likeliestRush(sales, starts, { likeliest, before, ofSums })
  const trending = trend && ofTrend(sales, trend, ofSums)
  if (trending && trending.logOdds > Math.max(rush?.logOdds ?? 0, likeliest)) return trending
  if (rush) return rush
  let total = 0
  let mean = 0
  let square = 0
  let variance = 0
  let paused = 0
  const largest = Math.max(0, likeliest)
  for (let i = 0; i < starts.length; i++) {
    const start = starts[i]!
    const sold = sales.sold(start, end)
    const days = sales.days(start, end)
    const all = Math.exp(evidence[i]! - largest)
    const weight = sold > 0 ? all : all / (1 + PAUSES * Math.exp(-days / PAUSE_DAYS))
    paused += all - weight
    if (!(weight > 1e-6)) continue
    // A gamma distribution, whose prior has little weight.
    const shape = UNITS_OF_EARLIER + sold / ofSums
    const level = shape / (UNITS_OF_EARLIER / Math.max(sales.levels[start]!, 1e-3) + days / ofSums)
    total += weight
    mean += weight * level
    square += weight * level * level
    variance += (weight * level * level) / shape
  }
  const chance = total / (Math.exp(-largest) + paused + total)
  if (chance < leastChance) return null
  const level = mean / total
  const ofDay = Math.max(1, sales.spread(Math.max(0, end - SPREAD_DAYS), end, 1).ratio)
  const logOdds = Math.log(total / (Math.exp(-largest) + paused))
  if (!isSteady(sales, starts[evidence.indexOf(largest)] ?? end, level, ofDay)) return null
  return {
    chance,
    logOdds,
    mean: level,
    relativeVariance: level > 0 ? Math.max(0, (square + variance) / total / (level * level) - 1) : 0,
    ofDay,
    ofSums,
  }
}

/** Returns whether the latest days agree with the level since a change, so that it does not fall or rise further. */
function isSteady(sales: DampedSales, start: number, level: number, ratio: number): boolean {
  const { end } = sales
  const from = Math.max(start, end - Math.min(LATEST_DAYS, Math.ceil((end - start) / 2)))
  const expected = level * sales.days(from, end)
  return Math.abs(sales.sold(from, end) - expected) <= DEVIATIONS * Math.sqrt(Math.max(1, expected * ratio))
}

/**
 * Returns for each start the logarithm of the odds that the latest level began there, relative to no change at all, and the
 * largest of them.
 */
function chains(
  sales: DampedSales,
  starts: readonly number[],
  ratio: number,
): { evidence: Float64Array; before: Float64Array; most: number } {
  const { end } = sales
  const oldest = Math.max(0, end - SPREAD_DAYS)
  // No change: the level is steady or moves by itself.
  const unchanged = (stop: number) => 1 + Math.exp(Math.min(600, sales.gain(oldest, stop) / ratio))
  // From the oldest start on: what led to each of them, no change or steady levels.
  const before = new Float64Array(starts.length)
  for (let i = starts.length - 1; i >= 0; i--) {
    let sum = unchanged(starts[i]!)
    for (let j = i + 1; j < starts.length; j++)
      sum += Math.exp(Math.min(600, before[j]! + sales.gain(starts[j]!, starts[i]!) / ratio - AGAINST))
    before[i] = Math.log(sum)
  }
  const none = Math.log(unchanged(end))
  const evidence = new Float64Array(starts.length).fill(Number.NEGATIVE_INFINITY)
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i < starts.length; i++) {
    const start = starts[i]!
    before[i]! -= none
    if (sales.days(start, end) < 2) continue
    const gain = Math.max(sales.gain(start, end), gainOfNothing(sales, start)) / ratio
    evidence[i] = before[i]! + gain - AGAINST
    most = Math.max(most, evidence[i]!)
  }
  return { evidence, before, most }
}

/** Returns the rush that explains the days since its start better than any steady levels do; null if there is none. */
function likeliestRush(
  sales: DampedSales,
  starts: readonly number[],
  { likeliest, before, ofSums }: { likeliest: number; before: Float64Array; ofSums: number },
): LevelBreak | null {
  if (likeliest <= MIN_EVIDENCE_OF_RUSH) return null
  let most = likeliest
  let best: FadingRush | null = null
  starts.forEach((since, i) => {
    // A rush begins on one day, and starts are further apart.
    const next = starts[i - 1] ?? since + 1
    for (let start = since; start < next; start++) {
      const rush = fadingRush(sales, start)
      const logOdds = rush ? before[i]! + rush.gain / ofSums - AGAINST - AGAINST_RUSH : 0
      if (!rush || logOdds <= most || (rush.gain - sales.gain(start, sales.end)) / ofSums < AGAINST_RUSH)
        continue
      most = logOdds
      best = rush
    }
  })
  return best && ofRush(best, most, sales, ofSums)
}

function ofRush(
  { base, excess, left }: FadingRush,
  logOdds: number,
  sales: DampedSales,
  ofSums: number,
): LevelBreak {
  const ahead = (excess * (1 - left ** RUSH_DAYS)) / (1 - left) / RUSH_DAYS
  const ofRush = (RUSH_DEVIATION * ahead) / (base + ahead)
  return {
    chance: 1 / (1 + Math.exp(-logOdds)),
    logOdds,
    mean: base,
    rush: { excess, left },
    relativeVariance: ofRush ** 2 + ofSums / (base * LONG_DAYS * 3),
    ofDay: Math.max(1, sales.spread(Math.max(0, sales.end - SPREAD_DAYS), sales.end, 1).ratio),
    ofSums,
  }
}

/** Returns the level of a trend; null if the trend is not clear, given the variance-to-mean ratio of sums. */
function ofTrend(
  sales: DampedSales,
  { mean, slope, relativeVariance, gain }: SteadyTrend,
  ofSums: number,
): LevelBreak | null {
  const { end } = sales
  const steady = sales.gain(Math.max(0, end - SPREAD_DAYS), end)
  const logOdds = (gain - Math.max(0, steady)) / ofSums - AGAINST_TREND
  if (logOdds < MIN_EVIDENCE_OF_TREND) return null
  return {
    chance: 1 / (1 + Math.exp(-logOdds)),
    logOdds,
    mean,
    slope,
    relativeVariance: relativeVariance * ofSums + (TREND_DEVIATION * slope * LONG_DAYS) ** 2,
    ofDay: Math.max(1, sales.spread(Math.max(0, end - SPREAD_DAYS), end, 1).ratio),
    ofSums,
  }
}

/** Returns the daily demand since a change, on average of this many days ahead. */
export function meanAhead(
  { mean, rush, slope }: Pick<LevelBreak, 'mean' | 'rush' | 'slope'>,
  days: number,
): number {
  if (slope) return (mean * Math.expm1(slope * days)) / (slope * days)
  return rush ? mean + (rush.excess * (1 - rush.left ** days)) / (1 - rush.left) / days : mean
}

/**
 * Returns how much better "sells nothing any more" explains the days than the level before, which does not fall while nothing
 * is sold.
 */
function gainOfNothing(sales: DampedSales, start: number): number {
  const { end } = sales
  return sales.sold(start, end) > 0 ? 0 : sales.levels[start]! * sales.days(start, end)
}

function getSpread(sales: DampedSales, pooled: PooledVarianceToMean) {
  // The days since the last sale would add to the spread, although the product did not vary like this while it sold.
  const end = sales.end - sales.endOfSales < LONG_DAYS ? sales.end : sales.endOfSales
  const from = Math.max(0, end - SPREAD_DAYS)
  const { ratio, sums } = sales.spread(from, end, BLOCK_DAYS)
  const mean = (BLOCK_DAYS * sales.sold(from, end)) / Math.max(1, sales.days(from, end))
  const shop = Math.max(1, pooledVarianceToMean(pooled, BLOCK_ANCHOR, mean))
  const own = Math.exp(
    (sums * Math.log(Math.max(0.2, ratio)) + SHRINKAGE * Math.log(shop)) / (sums + SHRINKAGE),
  )
  return { ofSums: Math.max(1, own), typical: sales.typicalSpread(from, end, BLOCK_DAYS), mean }
}
