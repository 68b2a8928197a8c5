import type { PooledVarianceToMean } from '../models/variance-to-mean.ts'
import type { PooledProfile } from '../models/weekday-profile.ts'
import type { SimilarProducts } from '../new-products/similar-products.ts'
import type { LeftOut } from '../shop-days/left-out.ts'
import type { EventEffect, ShopPeriod } from '../types.ts'
import type { BoostedResiduals } from './boosted-residuals.ts'
import type { BreakTrust } from './break-trust.ts'
import type { Calibration } from './calibration.ts'
import type { DaysAhead } from './days-ahead.ts'
import type { EarlierYears } from './earlier-years.ts'
import type { PooledLevel } from './segments.ts'
import type { ShopDrift } from './shop-drift.ts'

/** Parameters learned from all series of a shop. Plain data, which can be sent to a worker thread. */
export interface ShopKnowledge {
  /** Last day of data, epoch day. */
  origin: number
  horizonDays: number
  profile: PooledProfile
  varianceToMean: PooledVarianceToMean
  level: PooledLevel
  /** Trees that correct the level; null for a shop with few rows. */
  boost: BoostedResiduals | null
  /** What the earlier years say at the origin; null if the shop's history is too short. */
  earlierYears: EarlierYears | null
  /** Days of the year after the origin on which the shop will be closed, epoch days. */
  closedDays: readonly number[]
  /** Past closings and sales of the whole shop, detected or entered by the merchant. */
  periods: readonly ShopPeriod[]
  /** Past days that are left out of learning. */
  leftOut: readonly LeftOut[]
  /** Past days that are left out of single series with events of their own, by id. */
  leftOutOfSome: ReadonlyMap<string, readonly LeftOut[]>
  /** One-off orders of a series in a year. */
  oneOffs: number
  /** Closings and sales of the horizon; null without one. */
  ahead: DaysAhead | null
  /** Closings and sales of the horizon for single series that the merchant entered them for, by id. */
  toldOfSome: ReadonlyMap<string, DaysAhead | null>
  /** What the shop sells on the events of the horizon. */
  events: readonly EventEffect[]
  /** For each day of the horizon, its sales ÷ those of a usual day; null without an event. */
  eventRatios: Float64Array | null
  /** Deviation of the whole shop from its forecasts at the origin; null if it does not persist. */
  drift: ShopDrift | null
  calibration: Calibration
  /** Weight of the empirical distribution of a series' days in the quantiles of single days, 0 to 1. */
  empiricalWeight: number
  /** How far a break of level is trusted. */
  breakTrust: BreakTrust
  /** The products from which new ones start. */
  similar: SimilarProducts
  /** Whether a new product without a sale starts from them too. */
  expectsFirstSales: boolean
}
