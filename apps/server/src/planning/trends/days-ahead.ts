import { NO_SALES_DAYS, SALES_WINDOW_DAYS, type TrendAhead, type TrendRange } from '@stockcast/contract'
import { type DemandDistribution, type Incoming, stockoutFutures } from '@stockcast/forecasting/decisions'
import { type DailyBand, demandRange } from '../catalog/planning.ts'
import type { StockoutDays } from '../catalog/totals/queries.ts'
import { expectedLostSales } from '../projection/derive-projection.ts'

/** Returns the range of the demand within the days, as low, likely and high. */
export function unitsWithin(distribution: DemandDistribution, days: number): TrendRange {
  const { p10, p50, p90 } = demandRange(distribution, days)
  return { low: p10, likely: p50, high: p90 }
}

/**
 * Returns the days of cover at the end of each day if nothing arrives: the stock that remains after the
 * demand so far ÷ the expected units a day. `share` is the part of the demand that the stock serves.
 */
export function coverAhead(args: {
  distribution: DemandDistribution
  days: number
  stock: number
  unitsADay: number
  share?: number
}): (TrendRange | null)[] {
  const { distribution, days, stock, unitsADay, share = 1 } = args
  return Array.from({ length: days }, (_, i) => {
    if (!(unitsADay > 0)) return null
    const { p10, p50, p90 } = demandRange(distribution, i + 1)
    const left = (demand: number) => Math.max(0, stock - share * demand) / unitsADay
    return { low: left(p90), likely: left(p50), high: left(p10) }
  })
}

/**
 * Returns how many variants are out of stock at the end of each day: almost surely, more likely than not,
 * possibly.
 */
export function stockoutsAhead(found: readonly StockoutDays[], days: number): TrendRange[] {
  const low = new Array<number>(days).fill(0)
  const likely = new Array<number>(days).fill(0)
  const high = new Array<number>(days).fill(0)
  const add = (sums: number[], day: number | null, variants: number) => {
    if (day !== null && day < days) sums[day] = (sums[day] ?? 0) + variants
  }
  for (const each of found) {
    add(low, each.high, each.variants)
    add(likely, each.likely, each.variants)
    add(high, each.low, each.variants)
  }
  const running = { low: 0, likely: 0, high: 0 }
  return Array.from({ length: days }, (_, i) => {
    running.low += low[i] ?? 0
    running.likely += likely[i] ?? 0
    running.high += high[i] ?? 0
    return { ...running }
  })
}

const FUTURES = 200

interface StockPath {
  distribution: DemandDistribution
  available: number
  incoming: readonly Incoming[]
}

/** Returns the probability that one variant has run out by the end of each day, to half a percent. */
export function stockoutOddsAhead(path: StockPath, days: number): TrendRange[] {
  const futures = stockoutFutures({ ...path, count: FUTURES })
  return Array.from({ length: days }, (_, i) => {
    const out = futures.filter((day) => day !== null && day <= i + 1).length
    return { low: null, likely: out / FUTURES, high: null }
  })
}

/**
 * Returns the lost sales (value) of one variant up to the end of each day: expected, and in 8 of 10 cases.
 */
export function valueAhead(path: StockPath & { price: number | null }, days: number): (TrendRange | null)[] {
  const { distribution, available, incoming, price } = path
  return Array.from({ length: days }, (_, i) => {
    const likely = expectedLostSales({ ...path, policy: { leadTimeDays: i + 1 } })
    if (price === null || likely === null) return null
    const arrived = incoming.reduce((sum, { day, units }) => sum + (day < i + 1 ? units : 0), 0)
    const { p10, p90 } = demandRange(distribution, i + 1)
    const missed = (demand: number) => Math.max(0, demand - Math.max(0, available) - arrived) * price
    return { low: missed(p10), likely, high: missed(p90) }
  })
}

/** Returns one element per day with all that is expected. */
export function joinAhead(args: {
  days: readonly string[]
  bands: readonly DailyBand[]
  cover: readonly (TrendRange | null)[]
  stockouts: readonly (TrendRange | null)[]
  value: readonly (TrendRange | null)[]
}): TrendAhead[] {
  return args.days.map((day, i) => {
    const band = args.bands[i]
    return {
      day,
      unitsSold: band ? { p10: band.p10, p25: band.p25, p50: band.p50, p75: band.p75, p90: band.p90 } : null,
      daysOfCover: args.cover[i] ?? null,
      outOfStock: args.stockouts[i] ?? null,
      expectedLostSales: args.value[i] ?? null,
    }
  })
}

/** Returns the units of the 30 days before each day ÷ 30; days before the list count as without sales. */
export function averagesBefore(units: readonly number[]): number[] {
  let sum = 0
  return units.map((_, i) => {
    sum += (units[i - 1] ?? 0) - (units[i - 1 - SALES_WINDOW_DAYS] ?? 0)
    return sum / SALES_WINDOW_DAYS
  })
}

/** Returns stock ÷ units a day, at most 999; null when either is unknown or nothing sells. */
export function daysOfCover(stock: number | null, unitsADay: number | null): number | null {
  if (stock === null || unitsADay === null || !(unitsADay > 0)) return null
  return Math.min(NO_SALES_DAYS, Math.max(0, stock) / unitsADay)
}

export function getSum(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
