import { fillHistory, historyBuffers } from '../../packages/forecasting/src/history.ts'
import type { DemandDistribution } from '../../packages/forecasting/src/index.ts'
import {
  ANCHOR_DAYS,
  spreadAnchors,
  sumVarianceToMean,
} from '../../packages/forecasting/src/models/variance-to-mean.ts'

const HORIZON = 30

/** Returns a level × the ratios of the days, all 1 if not given, with the variance-to-mean ratios of sums over the last year. */
export function plainDistribution(
  unitsSold: Float64Array,
  level: number,
  ratios?: Float64Array,
): DemandDistribution {
  const history = fillHistory({ id: '', firstDay: 0, unitsSold }, historyBuffers(unitsSold.length))
  const anchors = Float64Array.from(ANCHOR_DAYS, (days) =>
    Math.max(1.01, sumVarianceToMean(history, history.n, days)?.varianceToMean ?? 1),
  )
  let mean = 0
  const cumulativeMean = Float64Array.from({ length: HORIZON }, (_, i) => {
    mean += level * (ratios?.[i] ?? 1)
    return mean
  })
  const varianceToMean = spreadAnchors(anchors, HORIZON)
  return { horizonDays: HORIZON, cumulativeMean, varianceToMean, dayVarianceToMean: anchors[0]! }
}

export function meanOfLast(history: Float64Array, days: number): number {
  const recent = history.subarray(-days)
  return recent.length === 0 ? 0 : recent.reduce((sum, units) => sum + units, 0) / recent.length
}
