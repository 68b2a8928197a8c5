import { type History, meanDemandBetween } from '../history.ts'
import { SEGMENTS, type Segment } from './segments.ts'

/** 52 weeks, so that weekdays of a series match those of a year ago. */
export const YEAR_DAYS = 364
/** Lengths of the base periods, in days, with which a segment of a year ago is compared. */
export const SEASONAL_INDEX_BASES = [28, 91] as const

const MIN_SEASONAL_INDEX = 0.4
const MAX_SEASONAL_INDEX = 2.5

/** Average length of a year in the calendar. */
const CALENDAR_YEAR_DAYS = 365.25

/**
 * Returns the days from the same date some years ago until today. Whole weeks would be up to three days off, and a season
 * of a few weeks would begin in the wrong segment.
 */
function daysOfYears(years: number): number {
  return Math.round(years * CALENDAR_YEAR_DAYS)
}

/** Returns whether the history before index `end` is long enough for a comparison with the year before. */
export function hasYearBefore(end: number): boolean {
  return end >= daysOfYears(1) + SEASONAL_INDEX_BASES[0]
}

const INDICES = SEGMENTS.length * SEASONAL_INDEX_BASES.length

/** Weighted sales in each segment of one earlier year, and in the days before it, by segment, then base. */
export interface YearSums {
  pieces: Float64Array
  before: Float64Array
}

/**
 * The sums from which the annual seasonal indices of the shop follow: sales in each segment of the horizon in all the
 * years before, relative to the 28 and the 91 days before it. Index = Σ w · mean(segment) ÷ Σ w · mean(base) over series
 * and years, w = 1 ÷ the series' mean of that year, clipped to 0.4–2.5; 1 if no series is old enough. Ordered by segment,
 * then base.
 */
export class SeasonalIndexSums {
  /** The sums of each earlier year, the latest first. */
  readonly years: YearSums[] = []

  /** Adds a series as it was `daysBack` days before the end of its history. */
  add(history: History, daysBack: number): void {
    const end = history.n - daysBack
    for (let year = 0; ; year++) {
      const origin = end - daysOfYears(year + 1)
      if (origin < SEASONAL_INDEX_BASES[0]) return
      const volume = meanDemandBetween(history, Math.max(0, origin - 182), origin + 182)
      if (volume > 0) this.#addYear(history, origin, 1 / volume, this.#year(year))
    }
  }

  addAll({ years }: Pick<SeasonalIndexSums, 'years'>): void {
    for (const [year, sums] of years.entries()) addSums(this.#year(year), sums)
  }

  /** Returns the indices of all years together. */
  indices(): Float64Array {
    const all = emptyYear()
    for (const year of this.years) addSums(all, year)
    return getIndices(all)
  }

  #year(year: number): YearSums {
    while (this.years.length <= year) this.years.push(emptyYear())
    return this.years[year]!
  }

  #addYear(history: History, origin: number, weight: number, { pieces, before }: YearSums): void {
    for (let b = 0; b < SEASONAL_INDEX_BASES.length; b++) {
      const base = SEASONAL_INDEX_BASES[b] as number
      if (origin < base) continue
      const level = weight * meanDemandBetween(history, origin - base, origin)
      for (let s = 0; s < SEGMENTS.length; s++) {
        const { start, end } = SEGMENTS[s] as Segment
        const at = s * SEASONAL_INDEX_BASES.length + b
        pieces[at]! += weight * meanDemandBetween(history, origin + start, origin + end)
        before[at]! += level
      }
    }
  }
}

function emptyYear(): YearSums {
  return { pieces: new Float64Array(INDICES), before: new Float64Array(INDICES) }
}

function addSums(sums: YearSums, { pieces, before }: YearSums): void {
  for (let i = 0; i < INDICES; i++) {
    sums.pieces[i]! += pieces[i]!
    sums.before[i]! += before[i]!
  }
}

/** Returns the clipped indices; 1 where nothing was sold before. */
export function getIndices({ pieces, before }: YearSums): Float64Array {
  return pieces.map((piece, i) => (before[i]! > 0 ? clip(piece / before[i]!) : 1))
}

/** Clips a seasonal index to 0.4–2.5, because a few years are few observations. */
export function clip(seasonalIndex: number): number {
  return Math.min(MAX_SEASONAL_INDEX, Math.max(MIN_SEASONAL_INDEX, seasonalIndex))
}
