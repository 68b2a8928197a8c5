import { type History, MAX_DAYS, windowMean } from '../history.ts'
import type { BulkDay } from '../types.ts'
import { BulkDays } from './bulk-days.ts'
import { FittedSmoothing, SMOOTHINGS, STEADY } from './fitted-smoothing.ts'

export { SMOOTHINGS }
export const WINDOWS = [7, 14, 28, 56, 91, 182, 364] as const

/** Indices of the levels of one origin: windows, then exponential smoothings, then the fitted one. */
export const SES = WINDOWS.length + SMOOTHINGS.length
export const LEVELS = SES + 1

/** The models of the history that is read. */
const models = new FittedSmoothing()
const bulk = new BulkDays()
/** Running totals of the units that bulk orders do not count. */
const uncountedBefore = new Float64Array(MAX_DAYS + 1)

/**
 * Returns the average daily demand by each simple model just before every index of `ends` (ascending), in
 * rows of `LEVELS` numbers, in units a day. The models, computed in one pass over the history:
 * - means of the last 7 … 364 days;
 * - exponential smoothing with fixed constants, and with the constant of least squared error so far (`ses`).
 *
 * Days out of stock change nothing, and bulk orders are dampened (`BulkDays`). A window with too few days in stock has the mean
 * of the next longer one. A row does not depend on the other indices. Bulk orders up to the last index are added to `bulkDays`.
 */
export function levelsAt(history: History, ends: readonly number[], bulkDays: BulkDay[] = []): Float64Array {
  const out = new Float64Array(ends.length * LEVELS)
  const { units, inStock } = history
  startFrom(history)
  let t = 0
  let uncounted = 0
  for (let row = 0; row < ends.length; row++) {
    const end = ends[row] as number
    for (; t < end; t++) {
      uncountedBefore[t + 1] = uncounted
      if (inStock[t] === 0) continue
      const demand = units[t] as number
      if (demand === 0) {
        models.idleDays++
        continue
      }
      const counted = bulk.count(demand, models.idleDays)
      uncounted += demand - counted
      uncountedBefore[t + 1] = uncounted
      if (counted < demand) bulkDays.push({ day: history.firstDay + t, units: demand, countedAs: counted })
      models.sell(counted)
    }
    const offset = row * LEVELS
    writeWindows(history, end, out, offset, models.level(STEADY))
    for (let i = 0; i < SMOOTHINGS.length; i++) out[offset + WINDOWS.length + i] = models.level(i)
    out[offset + SES] = models.ses()
  }
  return out
}

/**
 * Writes the window means, longest first, so that the next longer one can replace a window with too few days.
 */
function writeWindows(
  history: History,
  end: number,
  out: Float64Array,
  offset: number,
  fallback: number,
): void {
  let mean = fallback
  for (let i = WINDOWS.length - 1; i >= 0; i--) {
    mean = countedMean(history, end, WINDOWS[i] as number) ?? mean
    out[offset + i] = mean
  }
}

/** Returns the mean of a window with bulk orders dampened. */
function countedMean(history: History, end: number, days: number): number | null {
  const mean = windowMean(history, end, days)
  const start = Math.max(0, end - days)
  const uncounted = (uncountedBefore[end] as number) - (uncountedBefore[start] as number)
  if (mean === null || uncounted === 0) return mean
  const { daysInStockBefore } = history
  const counted = (daysInStockBefore[end] as number) - (daysInStockBefore[start] as number)
  return Math.max(0, mean - uncounted / counted)
}

const START_DAYS = 28

function startFrom(history: History): void {
  const end = Math.min(START_DAYS, history.n)
  bulk.start(history)
  models.start(windowMean(history, end, end) ?? 0)
}
