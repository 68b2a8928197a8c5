import { type DemandDistribution, makeDistribution, meanDemand } from '../distribution/demand-distribution.ts'
import type { History } from '../history.ts'
import type { BulkDay } from '../types.ts'
import { isAnyBreakTrusted, isBreakTrusted, isSeasonTrusted } from './break-trust.ts'
import { applyAhead, applyCalendar, dailyMeans, withDeviations } from './daily-means.ts'
import { DampedSales } from './damped-sales.ts'
import { levelBreak, mayHaveBreak } from './level-break.ts'
import { getWay, mixedDistribution, type Way } from './mixed-distribution.ts'
import { mayHaveSeason, ownSeason } from './own-season.ts'
import { SEGMENTS } from './segments.ts'
import type { ShopKnowledge } from './shop-knowledge.ts'
import { steadyDemand } from './steady-demand.ts'

/** How the past of a product goes on: as usual, with its season, or since a break. */
export type Regime = 'usual' | 'season' | 'break' | 'steady'

/** Above this probability of a change, the level before it is ignored. */
const CERTAIN = 0.98
const MIN_CHANCE = 0.02
/** Days whose mean is the level of the usual forecast. */
const LEVEL_DAYS = 14
/** By how much the usual forecast may differ from a steady level, because of a season for example. */
const MAX_OFF = 0.1

/**
 * Returns the demand of a product whose own history shows that its past does not simply go on: goods of one season, or a level
 * that changed lately. `usual` is the forecast learned from all products of the shop together, which is returned for every
 * other product.
 */
export function regimeDistribution(
  usual: DemandDistribution,
  {
    history,
    ratios,
    bulkDays,
  }: { history: History; ratios: Float64Array; bulkDays: readonly BulkDay[] | undefined },
  knowledge: ShopKnowledge,
): { distribution: DemandDistribution; regime: Regime } {
  const { horizonDays, earlierYears, varianceToMean, breakTrust: trust } = knowledge
  const usualLevel = meanDemand(usual, LEVEL_DAYS) / LEVEL_DAYS
  const steady = steadyDemand(history)
  if (steady && Math.abs(usualLevel / steady.level - 1) < MAX_OFF) {
    const daily = dailyMeans(getLevel(steady.level), ratios, history.firstDay + history.n, horizonDays)
    return { distribution: steadyDistribution(daily, steady.narrowing, history, knowledge), regime: 'steady' }
  }
  const mayBreak = isAnyBreakTrusted(trust) && mayHaveBreak(history, history.n)
  const maySeason = isSeasonTrusted(trust) && mayHaveSeason(history, history.n)
  if (!mayBreak && !maySeason) return { distribution: usual, regime: 'usual' }
  const sales = new DampedSales(history, history.n, ratios, bulkDays)
  const season =
    maySeason && ownSeason(history, sales, { horizonDays, growth: clearGrowth(earlierYears?.growth ?? 1) })
  if (season) {
    const { daily, chance, otherwise, relativeVariance, ofSums } = season
    const returns = way(daily, history, knowledge, { relativeVariance, ofDay: ofSums, ofSums })
    const stays = way(new Float64Array(horizonDays).fill(otherwise), history, knowledge, {
      relativeVariance: 0,
      ofDay: ofSums,
      ofSums,
    })
    return { distribution: mixedDistribution(returns, stays, chance), regime: 'season' }
  }
  const broken = mayBreak ? levelBreak(sales, varianceToMean) : null
  const chance = broken && isBreakTrusted(trust, broken, usualLevel) ? broken.chance : 0
  if (!broken || chance < MIN_CHANCE) return { distribution: usual, regime: 'usual' }
  const bulk = repeatedBulk(sales)
  const daily = dailyMeans(
    getLevel(broken.mean + bulk.mean),
    ratios,
    history.firstDay + history.n,
    horizonDays,
  )
  const { rush, slope } = broken
  if (slope) for (let day = 0; day < horizonDays; day++) daily[day]! *= Math.exp(slope * day)
  if (rush) {
    for (let day = 0, excess = rush.excess; day < horizonDays; day++, excess *= rush.left)
      daily[day]! *= 1 + excess / (broken.mean + bulk.mean)
  }
  const after = way(daily, history, knowledge, broken, bulk.variance)
  return {
    distribution: mixedDistribution(after, getWay(usual), chance > CERTAIN ? 1 : chance),
    regime: 'break',
  }
}

/** Returns the distribution with the variance of Poisson demand, whose quantiles keep a share of their distance from the mean. */
function steadyDistribution(
  daily: Float64Array,
  narrowing: number,
  history: History,
  knowledge: ShopKnowledge,
): DemandDistribution {
  applyCalendar(daily, history.firstDay + history.n, knowledge)
  const added = applyAhead(daily, knowledge.ahead)
  return makeDistribution({
    dailyMean: daily,
    varianceToMean: withDeviations(new Float64Array(daily.length).fill(1), daily, added),
    dayVarianceToMean: 1,
    narrowing: added ? null : narrowing,
  })
}

/** Relative growth below this may be chance. */
const MIN_GROWTH = 0.1

function clearGrowth(growth: number): number {
  return Math.abs(growth - 1) < MIN_GROWTH ? 1 : growth
}

function getLevel(mean: number): Float64Array {
  return new Float64Array(SEGMENTS.length).fill(mean)
}

/** Days from which the rate of bulk orders is taken, and least of them that may return. */
const BULK_DAYS = 364
const MIN_BULK = 2

/** Returns the mean and the variance that bulk orders add to a day, if there was more than one. */
function repeatedBulk({ bulk, end }: DampedSales): { mean: number; variance: number } {
  const days = Math.min(BULK_DAYS, end)
  if (bulk.count < MIN_BULK) return { mean: 0, variance: 0 }
  return { mean: bulk.units / days, variance: bulk.squares / days }
}

function way(
  daily: Float64Array,
  history: History,
  knowledge: ShopKnowledge,
  { relativeVariance, ofDay, ofSums }: { relativeVariance: number; ofDay: number; ofSums: number },
  ofBulk = 0,
): Way {
  applyCalendar(daily, history.firstDay + history.n, knowledge)
  const added = applyAhead(daily, knowledge.ahead)
  let mean = 0
  const variance = daily.map((one, day) => {
    mean += one
    return (
      mean * (day === 0 ? ofDay : ofSums) +
      mean * mean * relativeVariance +
      (day + 1) * ofBulk +
      (added?.[day] ?? 0) ** 2
    )
  })
  return { daily, variance, ofDay }
}
