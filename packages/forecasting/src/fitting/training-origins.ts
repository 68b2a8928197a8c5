import type { PreparedSeries } from '../histories.ts'
import type { History } from '../history.ts'
import type { BulkDay } from '../types.ts'
import { hasYearBefore } from './annual-seasonal-index.ts'
import type { EarlierYears } from './earlier-years.ts'
import { SEGMENTS } from './segments.ts'

/** Days between training origins. */
export const STEP_DAYS = 15
/** Past origins on which each segment of the horizon is fitted; they span 16 months. */
const ORIGINS_PER_SEGMENT = 32
/** Further, older origins for segments that end 30 to 90 days after their origin. */
const EXTRA_ORIGINS = 6
/** Days of history that a series needs to be learned from, and to be forecast by what was learned. */
export const MIN_HISTORY_DAYS = 60
/** Days with sales that a history needs, in all and within the latest days. */
export const MIN_SELLING_DAYS = 4
const MIN_RECENT_SELLING_DAYS = 1
const RECENT_DAYS = 91
/** Origins with a year of history that are needed to learn from the year before. */
const MIN_ANNUAL_ORIGINS = 8
/** Days that origins must span to have seen a whole season. */
const ANNUAL_DAYS = 24 * STEP_DAYS

/** Past origins from which the combination of simple levels is learned. */
export interface TrainingOrigins {
  /** Days before the origin, oldest first. */
  backs: readonly number[]
  /** Days of the horizon that are learned. */
  days: number
  /**
   * What the earlier years say at those days and at the origin (0); at the origin alone if few past origins have a year
   * before, and empty if the shop's history is too short.
   */
  earlierYears: ReadonlyMap<number, EarlierYears>
}

/**
 * Returns up to 38 origins 15 days apart, in days before the origin, for a shop whose longest history has `oldest`
 * days. In a shop with enough history for seasonal indices, only origins with a year of history are used, so that
 * training has the same inputs as forecasting. `seasonal` has
 * those at which the earlier years count, and the origin itself (0); none before thirteen months.
 */
export function trainingBacks(oldest: number): { backs: readonly number[]; seasonal: readonly number[] } {
  const possible = Math.floor((oldest - MIN_HISTORY_DAYS) / STEP_DAYS)
  const count = Math.max(0, Math.min(ORIGINS_PER_SEGMENT + EXTRA_ORIGINS, possible))
  const backs = Array.from({ length: count }, (_, i) => STEP_DAYS * (count - i))
  const annual = backs.filter((back) => hasYearBefore(oldest - back))
  if (annual.length >= MIN_ANNUAL_ORIGINS) return { backs: annual, seasonal: [...annual, 0] }
  return { backs, seasonal: hasYearBefore(oldest) ? [0] : [] }
}

/** Returns, for each segment of the horizon, which share of a year these past origins span, in days before the origin. */
export function seasonLearned(seasonal: readonly number[]): Float64Array {
  return Float64Array.from(SEGMENTS, ({ end }) => {
    const known = seasonal.filter((back) => back >= end).length
    return Math.min(1, (known * STEP_DAYS) / ANNUAL_DAYS)
  })
}

/** The levels of one series at its training origins, for use in the calibration and the forecast. */
export interface TrainedSeries {
  /**
   * Training origins in days before the origin, oldest first; `ends` has the index at which each one ends.
   */
  backs: readonly number[]
  ends: readonly number[]
  /** Half of the catalogue that the series belongs to. */
  half: number
  /** One row of levels for each of `ends`, and a last row at the origin. */
  levels: Float64Array
  bulkDays: readonly BulkDay[]
  /** Returns the whole series as it was learned from; it may be used until another one is read. */
  prepared: () => PreparedSeries
}

/** Returns whether demand up to `days` days after an origin `back` days ago can be used for training. */
export function isTrainingOrigin(back: number, days: number): boolean {
  return days <= back && back - days <= STEP_DAYS * ORIGINS_PER_SEGMENT
}

/** Returns whether the history before index `end` has enough days and sales for training. */
export function isInstructive(history: History, end: number): boolean {
  const selling = history.sellingDaysBefore
  const all = selling[end] as number
  const recent = all - (selling[Math.max(0, end - RECENT_DAYS)] as number)
  return end >= MIN_HISTORY_DAYS && all >= MIN_SELLING_DAYS && recent >= MIN_RECENT_SELLING_DAYS
}
