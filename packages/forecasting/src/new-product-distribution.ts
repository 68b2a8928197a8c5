import { type DemandDistribution, makeDistribution } from './distribution/demand-distribution.ts'

import { calibratedAt } from './fitting/calibration.ts'
import { applyAhead, applyCalendar, dailyMeans, sumOver, withDeviations } from './fitting/daily-means.ts'
import { SEGMENTS } from './fitting/segments.ts'
import type { ShopKnowledge } from './fitting/shop-knowledge.ts'
import type { History } from './history.ts'
import { ANCHOR_DAYS, pooledVarianceToMean, spreadAnchors } from './models/variance-to-mean.ts'
import { toWeekday, WEEKDAYS } from './models/weekday-profile.ts'
import { levelOfNewProduct, type NewLevel } from './new-products/level-of-new-product.ts'

/** Own days that count: older ones may be from another season. */
const LATEST_DAYS = 28

/**
 * Returns the demand of a product with too little history for what the shop has learned: the level that similar products and its
 * own days make likely, × the shop's weekdays and season. The uncertainty of the level widens every sum: a sum
 * with mean m has the shop's variance-to-mean ratio + m × relative variance of the level.
 */
export function newProductDistribution(
  history: History,
  knowledge: ShopKnowledge,
  ratios: Float64Array,
): DemandDistribution {
  const { horizonDays } = knowledge
  const { mean, relativeVariance } = newProductLevel(history, knowledge, ratios)
  const levels = Float64Array.from(SEGMENTS, (_, s) => mean * getSeasonalIndex(knowledge, s))
  const dailyMean = dailyMeans(levels, ratios, history.firstDay + history.n, horizonDays)
  applyCalendar(dailyMean, history.firstDay + history.n, knowledge)
  const added = applyAhead(dailyMean, knowledge.ahead)
  let anchor = 0
  const anchors = Float64Array.from(ANCHOR_DAYS, (days, a) => {
    if ((ANCHOR_DAYS[a - 1] ?? 0) >= horizonDays) return anchor
    const sum = sumOver(dailyMean, days)
    anchor = getRatio(knowledge, a, sum) + sum * relativeVariance
    return anchor
  })
  return makeDistribution({
    dailyMean,
    varianceToMean: withDeviations(spreadAnchors(anchors, horizonDays), dailyMean, added),
    dayVarianceToMean: anchors[0] as number,
  })
}

/** Returns what the level of the product may be, before its season. */
export function newProductLevel(history: History, knowledge: ShopKnowledge, ratios: Float64Array): NewLevel {
  const ownAnchor = anchorNear(Math.min(history.n, LATEST_DAYS))
  return levelOfNewProduct({
    ...ownDays(history, ratios),
    likeness: history.likeness,
    products: knowledge.similar,
    varianceToMean: (sum) => getRatio(knowledge, ownAnchor, sum),
  })
}

/** Returns the annual seasonal index of a segment of the horizon for a new product; 1 without one. */
export function getSeasonalIndex({ earlierYears }: ShopKnowledge, segment: number): number {
  // The first base of the indices is the latest four weeks, which the own days belong to.
  const indices = earlierYears?.seasonalIndices
  const bases = (indices?.length ?? 0) / SEGMENTS.length
  return indices?.[segment * bases] ?? 1
}

/** Returns the shop's variance-to-mean ratio of demand over an anchor's days. */
function getRatio({ varianceToMean, calibration }: ShopKnowledge, anchor: number, mean: number): number {
  return calibratedAt(calibration, anchor, pooledVarianceToMean(varianceToMean, anchor, mean), null)
}

/** Returns the units sold on the latest days in stock, and how many average days they are. */
export function ownDays(history: History, ratios: Float64Array): { sold: number; exposure: number } {
  let sold = 0
  let exposure = 0
  const start = Math.max(0, history.n - LATEST_DAYS)
  let weekday = toWeekday(history.firstDay + start)
  for (let t = start; t < history.n; t++) {
    if (history.inStock[t]) {
      sold += history.units[t] as number
      exposure += ratios[weekday] as number
    }
    weekday = weekday === WEEKDAYS - 1 ? 0 : weekday + 1
  }
  return { sold, exposure }
}

/** Returns the index of the length of sums that is nearest to `days`, on a log scale. */
function anchorNear(days: number): number {
  let best = 0
  ANCHOR_DAYS.forEach((anchor, a) => {
    const distance = (one: number) => Math.abs(Math.log(Math.max(1, days) / one))
    if (distance(anchor) < distance(ANCHOR_DAYS[best] as number)) best = a
  })
  return best
}
