import type { DemandDistribution } from '../../packages/forecasting/src/index.ts'
import { ANCHOR_DAYS, spreadAnchors } from '../../packages/forecasting/src/models/variance-to-mean.ts'

const HORIZON = 30
const YEAR = 364

/**
 * Returns a level × the ratios of the days, all 1 if not given, with the variance-to-mean ratio of the series'
 * sums over the last year.
 */
export function plainDistribution(
  history: Float64Array,
  level: number,
  ratios?: Float64Array,
): DemandDistribution {
  const lastYear = history.subarray(-YEAR)
  const anchors = Float64Array.from(ANCHOR_DAYS, (days) =>
    Math.max(1.01, varianceToMeanOfSums(lastYear, days)),
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

function varianceToMeanOfSums(units: Float64Array, days: number): number {
  let sum = 0
  let total = 0
  let squares = 0
  let count = 0
  for (let t = 0; t < units.length; t++) {
    sum += units[t] as number
    if (t >= days) sum -= units[t - days] as number
    if (t < days - 1) continue
    total += sum
    squares += sum * sum
    count++
  }
  const mean = total / count
  return mean > 0 ? (squares / count - mean * mean) / mean : 1
}
