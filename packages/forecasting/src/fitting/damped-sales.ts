import { type History, MAX_DAYS } from '../history.ts'
import { getBulkDays, oneOffs } from '../models/bulk-days.ts'
import { toWeekday, WEEKDAYS } from '../models/weekday-profile.ts'
import type { BulkDay } from '../types.ts'

/** Smoothing constant of the level that moves by itself, and the days from which it starts. */
const SMOOTHING = 0.05
const START_DAYS = 28
const SHARE_DAYS = 182
/** Minimum level, as a share of that of all days, because a level of zero could never sell. */
const MIN_SHARE = 0.02
const YEAR = 364
/** Largest number of days between a past origin that is judged and the end of the history. */
export const JUDGED_BACK = 135
/** Latest days whose likelihoods are known: a year before each of the past origins. */
const JUDGED_DAYS = YEAR + JUDGED_BACK

/** The median of the square of a standard normal variable. */
const MEDIAN_OF_SQUARE = 0.455

export interface Spread {
  /** Variance ÷ mean. */
  ratio: number
  sums: number
}

const totals = () => new Float64Array(MAX_DAYS + 1)

/** Element 0 of all but the levels stays 0. */
const memory = {
  sold: totals(),
  days: totals(),
  expected: totals(),
  likelihood: totals(),
  levels: totals(),
  deviations: totals(),
}

/**
 * Running totals of a history without its bulk orders, which say nothing about the level: units, days weighted by their
 * weekdays, and what a smoothed level expected of each day. They are valid until the totals of another history are computed in
 * the same memory.
 */
export class DampedSales {
  readonly end: number
  readonly soldBefore = memory.sold
  readonly daysBefore = memory.days
  readonly expectedBefore = memory.expected
  /** Logarithm of the likelihood of Poisson demand at the smoothed level on the latest days, without terms that all levels have. */
  readonly likelihoodBefore = memory.likelihood
  /** The smoothed level before each day. */
  readonly levels = memory.levels
  /** Days until the last sale. */
  readonly endOfSales: number
  /** What bulk orders sold beyond usual days in the last year, their squares, and their number. */
  readonly bulk = { units: 0, squares: 0, count: 0 }

  /** `bulkDays` are those of the whole history, of which `end` may leave out the latest `JUDGED_BACK` days. */
  constructor(history: History, end: number, ratios: Float64Array, bulkDays?: readonly BulkDay[]) {
    this.end = end
    this.endOfSales = endOfSales(history, end)
    if (latest?.history !== history || !isSame(latest.ratios, ratios)) {
      latest = { history, ratios: ratios.slice(), bulk: oneOffs(history, bulkDays ?? getBulkDays(history)) }
      fillTotals(history, ratios, latest.bulk)
    }
    for (const { day, units } of latest.bulk) {
      const t = day - history.firstDay
      if (t >= end || t < end - YEAR) continue
      const excess = units - this.levels[t]!
      this.bulk.units += excess
      this.bulk.squares += excess * excess
      this.bulk.count++
    }
  }

  sold(from: number, to: number): number {
    return this.soldBefore[to]! - this.soldBefore[from]!
  }

  days(from: number, to: number): number {
    return this.daysBefore[to]! - this.daysBefore[from]!
  }

  /**
   * Returns how much better one steady level explains these days than the smoothed one does, as the logarithm of a likelihood
   * ratio.
   */
  gain(from: number, to: number): number {
    const sold = this.soldBefore[to]! - this.soldBefore[from]!
    const smoothed = this.likelihoodBefore[to]! - this.likelihoodBefore[from]!
    if (!(sold > 0)) return -smoothed
    return sold * Math.log(sold / (this.daysBefore[to]! - this.daysBefore[from]!)) - sold - smoothed
  }

  /**
   * Returns the variance of sums of `length` days around what was expected of them ÷ their mean, between two indices, and of how
   * many sums. The largest deviations are left out, which may be those of a change. Days without stock are skipped.
   */
  spread(from: number, to: number, length: number, isSteady = false): Spread {
    const count = this.fillDeviations(from, to, length, isSteady)
    if (count < 3) return { ratio: 1, sums: 0 }
    let sum = 0
    let largest = 0
    let second = 0
    for (let i = 0; i < count; i++) {
      const one = memory.deviations[i]!
      sum += Math.min(one, second)
      second = Math.min(largest, Math.max(second, one))
      largest = Math.max(largest, one)
    }
    // Of eight squares of normal variables, the two largest are about half of the sum; of many, little.
    const ratio = count < 8 ? (sum + second + largest) / count : (sum / (count - 2)) * (1 + 4 / count)
    return { ratio, sums: count }
  }

  /** Returns the variance-to-mean ratio estimated from the median deviation, which a change of level hardly affects. */
  typicalSpread(from: number, to: number, length: number): number {
    const count = this.fillDeviations(from, to, length, false)
    if (count < 3) return 1
    return memory.deviations.subarray(0, count).sort()[count >> 1]! / MEDIAN_OF_SQUARE
  }

  /** Writes the squares of the deviations of the sums, each ÷ what was expected of it, and returns how many there are. */
  private fillDeviations(from: number, to: number, length: number, isSteady: boolean): number {
    let count = 0
    const level = isSteady ? this.sold(from, to) / this.days(from, to) : 0
    for (let stop = to; stop > from; ) {
      let start = Math.max(from, stop - length)
      while (start > from && this.days(start, stop) < 0.7 * length) start--
      const days = this.days(start, stop)
      if (days < 0.5 * length) break
      const expected = isSteady ? level * days : this.expectedBefore[stop]! - this.expectedBefore[start]!
      if (expected > 0) memory.deviations[count++] = (this.sold(start, stop) - expected) ** 2 / expected
      stop = start
    }
    return count
  }
}

/** The history whose totals are in memory, because it is judged from several origins in a row. */
let latest: { history: History; ratios: Float64Array; bulk: readonly BulkDay[] } | null = null

function isSame(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < WEEKDAYS; i++) if (a[i] !== b[i]) return false
  return true
}

/** Computes the running totals. Of later days, only the least level depends on them. */
function fillTotals(history: History, ratios: Float64Array, bulk: readonly BulkDay[]): void {
  const { units, inStock, firstDay, n } = history
  let level = startOf(history, n)
  const mean = history.soldInStockBefore[n]! / Math.max(1, history.daysInStockBefore[n]!)
  const least = MIN_SHARE * Math.max(level, mean) + 1e-6
  const {
    sold: soldBefore,
    days: daysBefore,
    expected: expectedBefore,
    likelihood: likelihoodBefore,
    levels,
  } = memory
  let allSold = 0
  let allDays = 0
  let allExpected = 0
  let likelihood = 0
  let weekday = toWeekday(firstDay)
  const judged = n - JUDGED_DAYS
  for (let t = 0, next = 0; t < n; t++) {
    const isBulk = next < bulk.length && bulk[next]!.day === firstDay + t
    if (isBulk) next++
    const day = inStock[t] && !isBulk ? ratios[weekday]! : 0
    const sold = day > 0 ? units[t]! : 0
    const expectedADay = Math.max(least, level)
    allSold += sold
    allDays += day
    allExpected += expectedADay * day
    if (t >= judged) likelihood += (sold > 0 ? sold * Math.log(expectedADay) : 0) - expectedADay * day
    levels[t] = level
    soldBefore[t + 1] = allSold
    daysBefore[t + 1] = allDays
    expectedBefore[t + 1] = allExpected
    likelihoodBefore[t + 1] = likelihood
    if (day > 0) level += SMOOTHING * (sold - level * day)
    weekday = weekday === WEEKDAYS - 1 ? 0 : weekday + 1
  }
  levels[n] = level
}

/** Returns the share of days with sales in the half year before the last one of them. */
export function sellingShare(history: History, end: number): number {
  const { daysInStockBefore: days, sellingDaysBefore: selling } = history
  const last = endOfSales(history, end)
  const first = Math.max(0, last - SHARE_DAYS)
  return (selling[last]! - selling[first]!) / Math.max(1, days[last]! - days[first]!)
}

/** Returns the days until the last one with sales. */
function endOfSales({ units }: History, end: number): number {
  let last = end
  while (last > 0 && units[last - 1] === 0) last--
  return last
}

function startOf({ units, inStock }: History, end: number): number {
  let sold = 0
  let days = 0
  for (let t = 0; t < Math.min(START_DAYS, end); t++) {
    if (!inStock[t]) continue
    sold += units[t]!
    days++
  }
  return days > 0 ? sold / days : 0
}
