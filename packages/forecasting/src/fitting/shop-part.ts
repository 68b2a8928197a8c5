import { Histories } from '../histories.ts'
import type { HistoryBuffers } from '../history.ts'
import { oneOffDays } from '../models/bulk-days.ts'
import {
  addVarianceToMean,
  emptyLines,
  type Line,
  type PooledVarianceToMean,
} from '../models/variance-to-mean.ts'
import { type PooledProfile, type WeekdayTotals, weekdayTotals } from '../models/weekday-profile.ts'
import { type KnownProduct, knownProduct } from '../new-products/similar-products.ts'
import { AS_RECORDED, type Unteaching } from '../shop-days/left-out.ts'
import type { SeriesList } from '../types.ts'
import type { BoostedResiduals } from './boosted-residuals.ts'
import type { Calibration } from './calibration.ts'
import { getHalf } from './catalogue-halves.ts'
import { ShopDays } from './closed-days.ts'
import type { Outcomes } from './dispersion.ts'
import { empiricalLosses } from './empirical-weight.ts'
import { DailySales } from './event-effects.ts'
import { pastOutcomes } from './past-outcomes.ts'
import { sumLevels } from './pooled-level.ts'
import { type ResidualRows, ResidualSample } from './residual-rows.ts'
import { type SaleOfSome, SalesOfSome, type SoldOnSales } from './sales-of-some.ts'
import type { SegmentSums } from './segment-equations.ts'
import type { PooledLevel } from './segments.ts'
import { addToSteps, emptySteps, type StepSums } from './shop-drift.ts'
import { ShopSales } from './shop-sales.ts'
import { emptyHalves, type SeasonHalves } from './shop-seasons.ts'
import type { TrainedSeries, TrainingOrigins } from './training-origins.ts'

/** Approximate number of series whose one-off orders are counted, evenly across the catalogue. */
const SERIES_OF_ONE_OFFS = 200

/** What learning asks of each part of a shop, in this order. Plain data, as are the answers. */
export type PartStep =
  /** What the shop sold on each day, also weighted for its events, and what some of its series sold on sales of their own. */
  | { kind: 'days'; hasEvents: boolean; salesOfSome: readonly SaleOfSome[]; series: number }
  /** The statistics of the histories without these days, and the seasons before these numbers of days before the origin. */
  | { kind: 'totals'; backs: readonly number[]; unteaching: Unteaching }
  /** The equations of the level; the part keeps the levels of its series. */
  | { kind: 'levels'; origins: TrainingOrigins; series: number }
  /** What the level missed: some rows for the trees, and the sums of the whole part. */
  | { kind: 'errors'; level: PooledLevel; stride: number }
  /** What past forecasts said, and what was sold. */
  | { kind: 'outcomes'; model: PastModel; series: number }
  /** What each weight of the empirical distribution of days would have lost. */
  | { kind: 'losses'; model: PastModel; calibration: Calibration; series: number }

interface PastModel {
  profile: PooledProfile
  varianceToMean: PooledVarianceToMean
  level: PooledLevel
  boost: BoostedResiduals | null
}

export interface PartAnswers {
  days: {
    days: ShopDays
    sales: ShopSales
    dailySales: DailySales | null
    oneOffs: number
    years: number
    soldOnSales: SoldOnSales
  }
  totals: {
    seasons: SeasonHalves[]
    weekdays: WeekdayTotals[]
    lines: Line[]
    products: KnownProduct[]
  }
  levels: { equations: SegmentSums; origins: number }
  errors: { rows: ResidualRows[]; whole: number; steps: StepSums }
  outcomes: Outcomes[]
  losses: Float64Array
}

/**
 * A block of a shop's series. A shop is learned from block by block, and the sums of the blocks are added in their
 * order, so that the result is the same whichever thread has which block.
 */
export class ShopPart {
  /** The levels of the series, after the step `levels`. */
  trained: readonly TrainedSeries[] = []
  readonly histories: Histories
  readonly first: number
  private origins: TrainingOrigins = { backs: [], days: 0, earlierYears: new Map() }

  /** `first` is the place of the first of these series in the shop. Parts may share `buffers`. */
  constructor(series: SeriesList, first: number, buffers: HistoryBuffers) {
    this.histories = new Histories(series, buffers)
    this.first = first
  }

  answer(step: PartStep): PartAnswers[PartStep['kind']] {
    if (step.kind === 'days') return this.days(step)
    if (step.kind === 'totals') return this.totals(step)
    if (step.kind === 'levels') return this.levels(step)
    if (step.kind === 'errors') return this.errors(step)
    const { profile, varianceToMean, ...model } = step.model
    const past = { origins: this.origins, profile, varianceToMean, model }
    if (step.kind === 'outcomes') return pastOutcomes(this, past, step.series)
    return empiricalLosses(this, { ...past, calibration: step.calibration }, step.series)
  }

  private days({ hasEvents, salesOfSome, series }: Extract<PartStep, { kind: 'days' }>): PartAnswers['days'] {
    const onSales = new SalesOfSome(salesOfSome)
    const days = new ShopDays()
    const sales = new ShopSales()
    const dailySales = hasEvents ? new DailySales() : null
    let [oneOffs, years, index] = [0, 0, this.first]
    const stride = Math.max(1, Math.floor(series / SERIES_OF_ONE_OFFS))
    this.histories.leaveOut(AS_RECORDED)
    this.histories.forEach((history, id) => {
      days.add(history)
      onSales.add(history, id)
      sales.add(history)
      if (index++ % stride === 0) {
        oneOffs += oneOffDays(history).length
        years += history.n / 365
      }
      dailySales?.add(history, weekdayTotals(history, history.n))
    })
    return { days, sales, dailySales, oneOffs, years, soldOnSales: onSales.sums }
  }

  private totals({ backs, unteaching }: Extract<PartStep, { kind: 'totals' }>): PartAnswers['totals'] {
    this.histories.leaveOut(unteaching)
    const seasons = backs.map(emptyHalves)
    const weekdays: WeekdayTotals[] = []
    const lines = emptyLines()
    const products: KnownProduct[] = []
    this.histories.forEach((history, id) => {
      const half = getHalf(id)
      for (let i = 0; i < backs.length; i++) seasons[i]![half]!.add(history, backs[i]!)
      weekdays.push(weekdayTotals(history, history.n))
      addVarianceToMean(lines, history)
      const product = knownProduct(history)
      if (product) products.push(product)
    })
    return { seasons, weekdays, lines, products }
  }

  private levels({ origins, series }: { origins: TrainingOrigins; series: number }): PartAnswers['levels'] {
    const { equations, trained } = sumLevels(this.histories, origins, series)
    this.origins = origins
    this.trained = trained
    return { equations, origins: trained.reduce((sum, { ends }) => sum + ends.length, 0) }
  }

  private errors({ level, stride }: { level: PooledLevel; stride: number }): PartAnswers['errors'] {
    const { origins, trained } = this
    const sample = new ResidualSample({ origins, level, stride }, trained)
    const steps = emptySteps(origins)
    trained.forEach((series, i) => {
      if (series.backs.length === 0) return
      const history = this.histories.at(i)
      sample.add(history, series, this.first + i)
      addToSteps(steps, { origins, level }, history, series)
    })
    return { rows: sample.rows(), whole: sample.whole, steps }
  }
}
