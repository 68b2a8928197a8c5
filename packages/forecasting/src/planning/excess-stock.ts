import type { DemandDistribution } from '../distribution/demand-distribution.ts'
import { demandQuantileDuring } from '../lead-time/demand-during.ts'

const OVERSTOCK_LEVEL = 0.95
const OVERSTOCK_DAYS = 90
/** Days in stock without a sale that make a stock dead. */
export const DEAD_STOCK_DAYS = 90

/**
 * Returns the units beyond the 95 % quantile of demand over lead time, review period and 90 days, and beyond what a later
 * season is expected to sell (`laterSeasonUnits`). Without demand and season it is the whole stock.
 */
export function excessUnits(args: {
  distribution: DemandDistribution
  available: number
  leadTimes: ArrayLike<number>
  reviewPeriodDays: number
  seasonUnits?: number
}): number {
  const { distribution, available, leadTimes, reviewPeriodDays, seasonUnits = 0 } = args
  if (available <= 0) return 0
  const days = Array.from(leadTimes, (each) => each + reviewPeriodDays + OVERSTOCK_DAYS)
  const needed = demandQuantileDuring(distribution, days, OVERSTOCK_LEVEL) + seasonUnits
  return Math.max(0, Math.floor(available) - needed)
}

const YEAR_DAYS = 365
/** Days before a year that must be known, to tell a season from the start of sales. */
const DAYS_BEFORE_YEAR = 14
/** A shorter history shows no season. */
export const SEASON_NEEDS_DAYS = YEAR_DAYS + DAYS_BEFORE_YEAR

/**
 * Returns whether a stock is dead: no sale on its last 90 days in stock, and no season due in the next year. Days out of
 * stock count neither way; with fewer days in stock the answer is no.
 */
export function isDeadStock(unitsSold: ArrayLike<number>, outOfStock: ArrayLike<number> | null): boolean {
  return hasStoppedSelling(unitsSold, outOfStock) && !isSeasonDue(unitsSold)
}

/** Earlier years that may show a season. */
const SEASON_YEARS = 2
/** Largest share of a year's average daily sales that the days before its season may sell. */
const QUIET_SHARE = 0.1

/**
 * Returns whether a product that sells nothing now is out of season: in one of the last two years it sold next to nothing on
 * the same 90 days, and then in the year that followed. If those days sold as well, or two years passed without a sale, the
 * product has ended. A history of little more than a year or less shows no season.
 */
function isSeasonDue(unitsSold: ArrayLike<number>): boolean {
  for (let year = 1; year <= SEASON_YEARS; year++) {
    const start = unitsSold.length - year * YEAR_DAYS
    if (start < DAYS_BEFORE_YEAR) return false
    const sold = unitsBetween(unitsSold, start, start + YEAR_DAYS)
    const from = Math.max(0, start - DEAD_STOCK_DAYS)
    const before = unitsBetween(unitsSold, from, start) / (start - from)
    if (sold > 0 && before <= (QUIET_SHARE * sold) / YEAR_DAYS) return true
  }
  return false
}

const PART_DAYS = 30
const PARTS = 12
/** Number of parts of the year that the 90 days of overstock cover. */
const NEAR_PARTS = OVERSTOCK_DAYS / PART_DAYS
/** Minimum sales of a part of the season ÷ those of a usual one. */
const SEASON_RATIO = 3

/**
 * Returns the units that a season in the next year, but beyond 90 days, is expected to sell: those of the same days of the last
 * year, or of the year before if it sold more, in parts of 30 days that sold at least three times as much as a usual (median)
 * part. If two years are known, both have to show the season. The two largest days of a part count as the third largest, so
 * that single orders do not look like a season. Returns 0 if the history shows no season.
 */
export function laterSeasonUnits(unitsSold: ArrayLike<number>): number {
  const years: number[][] = []
  for (let year = 1; year <= SEASON_YEARS; year++) {
    const start = unitsSold.length - year * YEAR_DAYS
    if (start < DAYS_BEFORE_YEAR) break
    const parts = Array.from({ length: PARTS }, (_, part) => dampedPart(unitsSold, start + part * PART_DAYS))
    const usual = parts.toSorted((a, b) => a - b)[PARTS / 2] as number
    years.push(parts.map((units) => (units > SEASON_RATIO * usual ? units : 0)))
  }
  let units = 0
  for (let part = NEAR_PARTS; part < PARTS; part++) {
    const seen = years.map((parts) => parts[part] as number)
    if (seen.length > 0 && Math.min(...seen) > 0) units += Math.max(...seen)
  }
  return units
}

function dampedPart(unitsSold: ArrayLike<number>, start: number): number {
  const days = Array.from({ length: PART_DAYS }, (_, day) => unitsSold[start + day] as number)
  const third = days.toSorted((a, b) => b - a)[2] as number
  return days.reduce((sum, units) => sum + Math.min(units, third), 0)
}

function unitsBetween(unitsSold: ArrayLike<number>, from: number, to: number): number {
  let units = 0
  for (let t = from; t < to; t++) units += unitsSold[t] as number
  return units
}

function hasStoppedSelling(unitsSold: ArrayLike<number>, outOfStock: ArrayLike<number> | null): boolean {
  let days = 0
  for (let t = unitsSold.length - 1; t >= 0; t--) {
    if ((unitsSold[t] as number) > 0) return false
    if (outOfStock && outOfStock[t] === 1) continue
    if (++days === DEAD_STOCK_DAYS) return true
  }
  return false
}
