import { type DemandDistribution, makeDistribution } from './distribution/demand-distribution.ts'

import { calibratedAt } from './fitting/calibration.ts'
import { applyAhead, applyCalendar, dailyMeans, sumOver, withDeviations } from './fitting/daily-means.ts'
import { SEGMENTS } from './fitting/segments.ts'
import type { ShopKnowledge } from './fitting/shop-knowledge.ts'
import type { History } from './history.ts'
import { ANCHOR_DAYS, pooledVarianceToMean, spreadAnchors } from './models/variance-to-mean.ts'
import { toWeekday } from './models/weekday-profile.ts'
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
  const anchor = anchorOfOwn(history)
  return levelOfNewProduct({
    ...ownDays(history, knowledge, ratios),
    likeness: history.likeness,
    products: knowledge.similar,
    varianceToMean: (sum) => getRatio(knowledge, anchor, sum),
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

/** Minimum days in each half when the product's own days are split. */
const MIN_PART = 5
/** A day this many times above the others is a bulk order; halves that differ by this many standard deviations have different levels. */
const BULK_TIMES = 8
const DEVIATIONS = 3

/**
 * Returns the units sold on the latest days in stock, and how many average days those are worth. Leaves out the largest day if it is
 * far above all others, and the earlier half, again and again, as long as the later half sells clearly more or less.
 */
export function ownDays(
  history: History,
  knowledge: ShopKnowledge,
  ratios: Float64Array,
): { sold: number; exposure: number } {
  const { units, inStock, n, firstDay } = history
  const anchor = anchorOfOwn(history)
  const days: { sold: number; exposure: number }[] = []
  for (let t = Math.max(0, n - LATEST_DAYS); t < n; t++)
    if (inStock[t]) days.push({ sold: units[t]!, exposure: ratios[toWeekday(firstDay + t)]! })
  const all = sumOf(days)
  const largest = days.reduce((most, one, i) => (one.sold > days[most]!.sold ? i : most), 0)
  const rate = (all.sold - (days[largest]?.sold ?? 0)) / (days.length - 1)
  if (days.length > MIN_PART && days[largest]!.sold > BULK_TIMES * (rate + 1)) days.splice(largest, 1)
  let part = days
  while (part.length >= 2 * MIN_PART) {
    const half = part.length >> 1
    const [before, since] = [sumOf(part.slice(0, half)), sumOf(part.slice(half))]
    const times = since.exposure / before.exposure
    const sold = before.sold + since.sold
    const variance = getRatio(knowledge, anchor, sold / 2) * times * sold
    if (Math.abs(since.sold - times * before.sold) <= DEVIATIONS * Math.sqrt(variance)) break
    part = part.slice(half)
  }
  return sumOf(part)
}

function sumOf(days: readonly { sold: number; exposure: number }[]): { sold: number; exposure: number } {
  let sold = 0
  let exposure = 0
  for (const one of days) {
    sold += one.sold
    exposure += one.exposure
  }
  return { sold, exposure }
}

/** Returns the index of the length of sums that is nearest to the own days, on a log scale. */
function anchorOfOwn({ n }: History): number {
  const days = Math.max(1, Math.min(n, LATEST_DAYS))
  const distances = ANCHOR_DAYS.map((anchor) => Math.abs(Math.log(days / anchor)))
  return distances.indexOf(Math.min(...distances))
}
