import { type DemandDistribution, makeDistribution } from './distribution/demand-distribution.ts'
import { calibratedAt } from './fitting/calibration.ts'
import { sumOver, withDeviations } from './fitting/daily-means.ts'
import { TERMS, writeTerms } from './fitting/dispersion.ts'
import type { View } from './fitting/features.ts'
import { getRecalibration } from './fitting/recalibration.ts'
import type { ShopKnowledge } from './fitting/shop-knowledge.ts'
import { isInstructive } from './fitting/training-origins.ts'
import { addedByUnknownSeason } from './fitting/unknown-season.ts'
import { empiricalDays } from './models/empirical-days.ts'
import { ANCHOR_DAYS, anchorVarianceToMean, spreadAnchors } from './models/variance-to-mean.ts'

/** Buffer for the terms of one forecast. */
const terms = new Float64Array(TERMS)

/** Returns the distribution of demand around these means of each day, with the spread of the series, its state and the shop. */
export function distributionAround(
  dailyMean: Float64Array,
  view: View & { ratios: Float64Array },
  { horizonDays, varianceToMean: pooled, calibration, empiricalWeight: weight, earlierYears }: ShopKnowledge,
  added: Float64Array | null,
): DemandDistribution {
  const { history, end } = view
  const isLearned = isInstructive(history, end)
  if (isLearned) writeTerms(view, terms)
  let anchor = 0
  const anchors = Float64Array.from(ANCHOR_DAYS, (days, a) => {
    if ((ANCHOR_DAYS[a - 1] ?? 0) >= horizonDays) return anchor
    const own = anchorVarianceToMean(history, end, a, { pooled, mean: sumOver(dailyMean, days) })
    anchor = calibratedAt(calibration, a, own, isLearned ? terms : null)
    return anchor
  })
  const days = isLearned && weight > 0 ? empiricalDays(history, end, view.ratios) : null
  // The anchors after the first one are the ends of the segments.
  const sums = anchors.map(
    (ratio, a) =>
      ratio + addedByUnknownSeason(earlierYears, Math.max(0, a - 1), sumOver(dailyMean, ANCHOR_DAYS[a]!)),
  )
  return makeDistribution({
    dailyMean,
    varianceToMean: withDeviations(spreadAnchors(sums, horizonDays), dailyMean, added),
    dayVarianceToMean: anchors[0] as number,
    empiricalDays: days && { ...days, weight },
    recalibration: isLearned ? getRecalibration(calibration.recalibration, sumOver(dailyMean, 30)) : null,
  })
}
