import { negativeBinomialQuantile } from '../distribution/negative-binomial.ts'
import type { History } from '../history.ts'
import type { BulkDay } from '../types.ts'
import { leftAfter, STEADY, STEADY_SMOOTHING } from './fitted-smoothing.ts'

/** A day counts up to the units that are exceeded once in a million days. */
const PROBABILITY = 0.999999
/** Days from which the distribution starts; they count in full. */
const START_DAYS = 28
/** A day that follows another unusual one within this many days in stock counts in full: demand may have changed. */
const QUIET_DAYS = 7
/** Units above the mean from which a day may be a bulk order, and the quantile of a normal variable, below which no skewed one lies. */
const MIN_UNITS = 2
const NORMAL_QUANTILE = 4.75

/**
 * Dampens bulk orders: a day above a high quantile of the days before it counts as that quantile in the levels, so that a
 * single order does not stay in a level for weeks. The quantile is that of a negative binomial with the exponentially
 * smoothed mean and variance of the days as they counted. Source: Gelper, Fried and Croux 2010, "Robust forecasting with
 * exponential and Holt–Winters smoothing", with a quantile in place of two standard deviations, because demand is skewed.
 */
export class BulkDays {
  private mean = 0
  private square = 0
  private days = 0
  private quietDays = 0

  start({ units, inStock, n }: Pick<History, 'units' | 'inStock' | 'n'>): void {
    this.mean = 0
    this.square = 0
    this.days = 0
    this.quietDays = QUIET_DAYS
    let count = 0
    for (let t = 0; t < Math.min(START_DAYS, n); t++) {
      if (inStock[t] === 0) continue
      count++
      this.mean += units[t]!
      this.square += units[t]! * units[t]!
    }
    if (count === 0) return
    this.mean /= count
    this.square /= count
  }

  /** Returns the number of units that a day in stock with sales counts as, after `idleDays` days in stock without sales. */
  count(demand: number, idleDays: number): number {
    if (idleDays > 0) {
      const left = leftAfter(idleDays, STEADY)
      this.mean *= left
      this.square *= left
    }
    this.days += idleDays + 1
    this.quietDays += idleDays + 1
    const counted = this.dampened(demand)
    this.mean += STEADY_SMOOTHING * (counted - this.mean)
    this.square += STEADY_SMOOTHING * (counted * counted - this.square)
    return counted
  }

  private dampened(demand: number): number {
    const { mean } = this
    if (this.days <= START_DAYS || mean === 0 || demand <= mean + MIN_UNITS) return demand
    const variance = Math.max(this.square - mean * mean, mean)
    // Skewness moves the quantile further out, by at least 1 and by more than this: it is costly to look up.
    if ((demand - mean - 1) ** 2 <= NORMAL_QUANTILE ** 2 * variance) return demand
    const skewed = (2 * variance) / mean - 1
    if (demand <= mean + NORMAL_QUANTILE * Math.sqrt(variance) + skewed) return demand
    const most = Math.max(1, negativeBinomialQuantile(PROBABILITY, mean, variance / mean))
    if (demand <= most) return demand
    const isFirst = this.quietDays > QUIET_DAYS
    this.quietDays = 0
    return isFirst ? most : demand
  }
}

const bulk = new BulkDays()

type SoldDays = Pick<History, 'units' | 'inStock' | 'n' | 'firstDay'>

/** Days after a bulk order whose mean must be below a share of it; otherwise it was the first day of a new level. */
const DAYS_AFTER = 5
const MAX_AFTER = 0.3

/** Returns the bulk days of a history that were not followed by similar days. */
export function oneOffDays(history: SoldDays): BulkDay[] {
  return oneOffs(history, getBulkDays(history))
}

export function oneOffs({ units, inStock, firstDay, n }: SoldDays, bulkDays: readonly BulkDay[]): BulkDay[] {
  return bulkDays.filter((one) => {
    let [sold, days] = [0, 0]
    for (let t = one.day - firstDay + 1; t < n && days < DAYS_AFTER; t++) {
      if (!inStock[t]) continue
      sold += units[t]!
      days++
    }
    return sold <= MAX_AFTER * one.units * days
  })
}

/** Returns the days of a history that count for less than they sold, with the units that they count as. */
export function getBulkDays(history: SoldDays): BulkDay[] {
  const found: BulkDay[] = []
  bulk.start(history)
  let idleDays = 0
  for (let t = 0; t < history.n; t++) {
    if (history.inStock[t] === 0) continue
    const units = history.units[t]!
    if (units === 0) {
      idleDays++
      continue
    }
    const countedAs = bulk.count(units, idleDays)
    idleDays = 0
    if (countedAs < units) found.push({ day: history.firstDay + t, units, countedAs })
  }
  return found
}
