import type { History } from '../history.ts'

export const WEEKDAYS = 7

/** Returns the weekday, 0 for Monday. 1970-01-01 was a Thursday. */
export function toWeekday(epochDay: number): number {
  return (((epochDay + 3) % WEEKDAYS) + WEEKDAYS) % WEEKDAYS
}

/** The weekday profile of the shop, and how much its series differ from it. */
export interface PooledProfile {
  ratios: Float64Array
  /** Variance of the series' true ratios around the pooled one, per weekday. */
  spread: Float64Array
}

/** Weekday statistics of one series over a year: units, days in stock, and variance-to-mean ratio. */
export interface WeekdayTotals {
  units: Float64Array
  days: Float64Array
  mean: number
  varianceToMean: number
}

const PROFILE_DAYS = 364

/** Returns the statistics of the year before index `end`. */
export function weekdayTotals(history: History, end: number): WeekdayTotals {
  const units = new Float64Array(WEEKDAYS)
  const days = new Float64Array(WEEKDAYS)
  let sum = 0
  let squares = 0
  let count = 0
  const start = Math.max(0, end - PROFILE_DAYS)
  let weekday = toWeekday(history.firstDay + start)
  for (let t = start; t < end; t++) {
    if (history.inStock[t]) {
      const sold = history.units[t] as number
      units[weekday] = (units[weekday] as number) + sold
      days[weekday] = (days[weekday] as number) + 1
      sum += sold
      squares += sold * sold
      count++
    }
    weekday = weekday === WEEKDAYS - 1 ? 0 : weekday + 1
  }
  const mean = count > 0 ? sum / count : 0
  return {
    units,
    days,
    mean,
    varianceToMean: mean > 0 ? Math.max(1, (squares / count - mean * mean) / mean) : 1,
  }
}

/**
 * Returns the variance of an observed ratio around the true one: (variance ÷ mean) ÷ units expected that
 * weekday.
 */
function getNoise(totals: WeekdayTotals, weekday: number): number {
  return totals.varianceToMean / (totals.mean * (totals.days[weekday] as number))
}

/**
 * Estimates the shop's weekday profile and its spread by moments: pooled ratio = Σ units on the weekday ÷ Σ
 * units expected in a flat week; spread = weighted mean of (own ratio − pooled)² − noise, not below zero.
 */
export function poolProfile(series: readonly WeekdayTotals[]): PooledProfile {
  const all = series.filter(({ mean }) => mean > 0)
  const ratios = new Float64Array(WEEKDAYS).fill(1)
  const spread = new Float64Array(WEEKDAYS)
  for (let weekday = 0; weekday < WEEKDAYS; weekday++) {
    let sold = 0
    let expected = 0
    for (const totals of all) {
      // Weighted by the inverse variance, so that a single large seller does not dominate the profile.
      const weight = 1 / (totals.varianceToMean * totals.mean)
      sold += weight * (totals.units[weekday] as number)
      expected += weight * totals.mean * (totals.days[weekday] as number)
    }
    ratios[weekday] = expected > 0 ? sold / expected : 1
    spread[weekday] = getSpread(all, weekday, ratios[weekday] as number)
  }
  return { ratios: normalised(ratios), spread }
}

function getSpread(all: readonly WeekdayTotals[], weekday: number, pooled: number): number {
  let excess = 0
  let weights = 0
  for (const totals of all) {
    const days = totals.days[weekday] as number
    if (days < 4) continue
    const noise = getNoise(totals, weekday) * Math.max(pooled, 0.05)
    const own = (totals.units[weekday] as number) / (totals.mean * days)
    const weight = 1 / (noise + 0.05) ** 2
    excess += weight * ((own - pooled) ** 2 - noise)
    weights += weight
  }
  return weights > 0 ? Math.max(0, excess / weights) : 0
}

/**
 * Returns the weekday ratios of a series, estimated over the year before index `end` and shrunk towards the
 * shop's by empirical Bayes: weight of the own ratio = spread ÷ (spread + noise). The ratios average 1. A
 * weekday without sales in the shop has ratio zero.
 */
export function weekdayProfile(history: History, end: number, pooled: PooledProfile): Float64Array {
  const totals = weekdayTotals(history, end)
  const ratios = new Float64Array(pooled.ratios)
  if (totals.mean === 0) return ratios
  for (let weekday = 0; weekday < WEEKDAYS; weekday++) {
    const days = totals.days[weekday] as number
    if (days === 0) continue
    const shop = pooled.ratios[weekday] as number
    const spread = pooled.spread[weekday] as number
    const noise = getNoise(totals, weekday) * Math.max(shop, 0.05)
    const own = (totals.units[weekday] as number) / (totals.mean * days)
    ratios[weekday] = shop + (spread / (spread + noise)) * (own - shop)
  }
  return normalised(ratios)
}

function normalised(ratios: Float64Array): Float64Array {
  let sum = 0
  for (const ratio of ratios) sum += ratio
  return sum > 0 ? ratios.map((ratio) => (ratio * WEEKDAYS) / sum) : ratios.fill(1)
}
