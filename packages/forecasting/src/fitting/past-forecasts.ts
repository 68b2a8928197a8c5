import type { Histories } from '../histories.ts'
import type { History } from '../history.ts'
import { LEVELS } from '../models/levels.ts'
import type { PooledVarianceToMean } from '../models/variance-to-mean.ts'
import { type PooledProfile, weekdayProfile } from '../models/weekday-profile.ts'
import type { BulkDay } from '../types.ts'
import { crossFitted } from './boosted-residuals.ts'
import { dailyMeans } from './daily-means.ts'
import type { View } from './features.ts'
import { type LevelModel, segmentLevels } from './pooled-level.ts'
import type { TrainedSeries, TrainingOrigins } from './training-origins.ts'

/** What forecasts past demand from earlier days. */
export interface PastModel {
  origins: TrainingOrigins
  profile: PooledProfile
  varianceToMean: PooledVarianceToMean
  model: LevelModel
}

/** Some series of a shop: their histories and levels, and the place of the first of them among all. */
export interface SeriesBlock {
  histories: Histories
  trained: readonly TrainedSeries[]
  first: number
}

/** What was expected after one past origin of one series. */
export interface PastForecast {
  view: View
  /** Days from that origin to the last one. */
  back: number
  /** Bulk orders of the whole history. */
  bulkDays: readonly BulkDay[]
  /** Weekday ratios. */
  ratios: Float64Array
  /** Expected units of each day after the origin. */
  daily: Float64Array
}

const MIN_SELLING_DAYS = 8

/**
 * Forecasts demand after past origins of some series that are at most `longest` days ago, by trees that the series has
 * not taught. Every `stride`-th series of the shop is used at each origin.
 */
export function forEachPastForecast(
  { histories, trained, first }: SeriesBlock,
  args: PastModel,
  { stride, longest }: { stride: number; longest: number },
  use: (forecast: PastForecast) => void,
): void {
  const { level, boost } = args.model
  const models = [0, 1].map((half) => ({ level, boost: boost && crossFitted(boost, half) }))
  trained.forEach((series, index) => {
    let history: History | null = null
    series.backs.forEach((back, row) => {
      if ((first + index + row) % stride !== 0 || back > longest) return
      history ??= histories.at(index)
      const end = series.ends[row] as number
      if ((history.sellingDaysBefore[end] as number) < MIN_SELLING_DAYS) return
      const view = { history, end, levels: series.levels, offset: row * LEVELS }
      const segments = segmentLevels(view, models[series.half]!, args.origins.earlierYears.get(back) ?? null)
      const ratios = weekdayProfile(history, end, args.profile)
      use({
        view,
        back,
        bulkDays: series.bulkDays,
        ratios,
        daily: dailyMeans(segments, ratios, history.firstDay + end, args.origins.days),
      })
    })
  })
}
