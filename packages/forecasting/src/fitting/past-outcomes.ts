import type { Histories } from '../histories.ts'
import { type History, meanDemandBetween } from '../history.ts'
import { LEVELS } from '../models/levels.ts'
import { ANCHOR_DAYS, anchorVarianceToMean, type PooledVarianceToMean } from '../models/variance-to-mean.ts'
import { type PooledProfile, weekdayProfile } from '../models/weekday-profile.ts'
import { crossFitted } from './boosted-residuals.ts'
import { dailyMeans, sumOver } from './daily-means.ts'
import { type Outcomes, TERMS, writeTerms } from './dispersion.ts'
import type { View } from './features.ts'
import { type LevelModel, segmentLevels } from './pooled-level.ts'
import type { TrainedSeries, TrainingOrigins } from './training-origins.ts'

/** Days of past outcomes that count. */
const LOOK_BACK_DAYS = 120
/** Approximate number of series sampled at each origin, evenly across the catalogue. */
const SERIES_PER_ORIGIN = 300
const LEAST_SELLING_DAYS = 8

/** What forecasts past demand from earlier days. */
interface PastModel {
  origins: TrainingOrigins
  profile: PooledProfile
  varianceToMean: PooledVarianceToMean
  model: LevelModel
}

/**
 * Forecasts past demand at some of the training origins of some of a shop's series, for each anchor that is learned. `first` is the place of
 * the first series in the shop, which has `series` of them.
 */
export function pastOutcomes(
  { histories, trained }: { histories: Histories; trained: readonly TrainedSeries[] },
  args: PastModel,
  { first, series: all }: { first: number; series: number },
): Outcomes[] {
  const { days } = args.origins
  const outcomes: Outcomes[] = ANCHOR_DAYS.filter((anchor) => anchor <= days).map(() => ({
    mean: [],
    varianceToMean: [],
    actual: [],
    terms: [],
  }))
  const { level, boost } = args.model
  const models = [0, 1].map((half) => ({ level, boost: boost && crossFitted(boost, half) }))
  const stride = Math.max(1, Math.floor(all / SERIES_PER_ORIGIN))
  trained.forEach((series, index) => {
    let history: History | null = null
    series.backs.forEach((back, row) => {
      if ((first + index + row) % stride !== 0 || back > LOOK_BACK_DAYS + days) return
      history ??= histories.at(index)
      const view = { history, end: series.ends[row] as number, levels: series.levels, offset: row * LEVELS }
      if ((history.sellingDaysBefore[view.end] as number) >= LEAST_SELLING_DAYS)
        collect(view, { back, model: models[series.half]! }, args, outcomes)
    })
  })
  return outcomes
}

/** Buffer for the terms of one outcome. */
const terms = new Float64Array(TERMS)

function collect(
  view: View,
  { back, model }: { back: number; model: LevelModel },
  args: PastModel,
  outcomes: readonly Outcomes[],
): void {
  const { history, end } = view
  const seasonalIndices = args.origins.seasonalIndices.get(back) ?? null
  const pieces = segmentLevels(view, model, seasonalIndices)
  const ratios = weekdayProfile(history, end, args.profile)
  const daily = dailyMeans(pieces, ratios, history.firstDay + end, args.origins.days)
  writeTerms(view, terms)
  for (let a = 0; a < outcomes.length; a++) {
    const days = ANCHOR_DAYS[a] as number
    if (days > back || back - days > LOOK_BACK_DAYS) continue
    const mean = sumOver(daily, days)
    if (!(mean > 0)) continue
    const varianceToMean = anchorVarianceToMean(history, end, a, { pooled: args.varianceToMean, mean })
    const actual = meanDemandBetween(history, end, end + days) * days
    addOutcome(outcomes[a] as Outcomes, mean, varianceToMean, actual)
  }
}

function addOutcome(outcomes: Outcomes, mean: number, varianceToMean: number, actual: number): void {
  outcomes.mean.push(mean)
  outcomes.varianceToMean.push(varianceToMean)
  outcomes.actual.push(actual)
  for (let k = 0; k < TERMS; k++) outcomes.terms.push(terms[k]!)
}
