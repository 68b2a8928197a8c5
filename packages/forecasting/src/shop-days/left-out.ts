import { oneOffDays } from '../models/bulk-days.ts'
import type { SeriesInput } from '../types.ts'
import { regularOrders } from './regular-orders.ts'

/** Days that are left out of learning: epoch days, both included. */
export interface LeftOut {
  from: number
  to: number
}

/**
 * Returns a series with the days of these periods marked as missing, so that nothing is known of their demand; the series
 * itself if it has none of these days.
 */
export function withoutDays(series: SeriesInput, leftOut: readonly LeftOut[]): SeriesInput {
  const { firstDay, unitsSold: sold } = series
  let unitsSold: Float64Array | null = null
  let outOfStock: Uint8Array | null = null
  for (const { from, to } of leftOut) {
    const [start, end] = [Math.max(0, from - firstDay), Math.min(sold.length, to - firstDay + 1)]
    if (start >= end) continue
    outOfStock ??= series.outOfStock?.slice() ?? new Uint8Array(sold.length)
    outOfStock.fill(1, start, end)
    if (sellsBetween(sold, start, end)) unitsSold = (unitsSold ?? sold.slice()).fill(0, start, end)
  }
  if (!outOfStock) return series
  const isStockUnrecorded = series.outOfStock === undefined && series.stockKnownFrom === undefined
  return { ...series, unitsSold: unitsSold ?? sold, outOfStock, isStockUnrecorded }
}

function sellsBetween(units: Float64Array, start: number, end: number): boolean {
  for (let t = start; t < end; t++) if (units[t]! > 0) return true
  return false
}

/** Parts of the past that say nothing about usual days. Plain data. */
export interface Unteaching {
  leftOut: readonly LeftOut[]
  /** Days that are left out of single series with events of their own, by id. */
  leftOutOfSome?: ReadonlyMap<string, readonly LeftOut[]>
  /** One-off orders of a series in a year, in this shop. */
  oneOffs: number
  /** Whether nothing is inferred either, neither closings nor stockouts. */
  isRecorded?: boolean
}

export const ALL_TEACHES: Unteaching = { leftOut: [], oneOffs: Number.POSITIVE_INFINITY }
export const AS_RECORDED: Unteaching = { ...ALL_TEACHES, isRecorded: true }

/** Weight of the shop's rate of one-off orders, in years of a series. */
const SHRINKAGE_IN_YEARS = 3
/** The days ahead in which another one may come. */
const DAYS_AHEAD = 30
/** Below this probability of another one, a large order counts as a one-off. */
const MIN_CHANCE = 0.035

/**
 * Returns a series without the days that teach nothing of usual ones: closings, sales, large orders at even distances, and
 * large orders in a shop where such orders hardly ever come.
 */
export function teachingDays(
  series: SeriesInput,
  unteaching: Unteaching,
  regular = unteaching.isRecorded ? null : regularOrders(series),
): SeriesInput {
  const { leftOut, leftOutOfSome, oneOffs, isRecorded } = unteaching
  if (isRecorded) return { ...series, stockKnownFrom: series.firstDay }
  const own = leftOutOfSome?.get(series.id)
  const usual = regular ? withoutDays(series, regular.days.map(only)) : series
  return withoutOneOffs(withoutDays(usual, own ? [...leftOut, ...own] : leftOut), oneOffs)
}

function withoutOneOffs(series: SeriesInput, rate: number): SeriesInput {
  const { unitsSold, outOfStock, firstDay } = series
  const years = unitsSold.length / 365
  const mayReturn = (orders: number) => {
    const yearly = (orders + SHRINKAGE_IN_YEARS * rate) / (years + SHRINKAGE_IN_YEARS)
    return (yearly * DAYS_AHEAD) / 365 >= MIN_CHANCE
  }
  if (mayReturn(1)) return series
  const inStock = outOfStock ? outOfStock.map((flag) => 1 - flag) : new Uint8Array(unitsSold.length).fill(1)
  const orders = oneOffDays({ units: unitsSold, inStock, firstDay, n: unitsSold.length })
  if (orders.length === 0 || mayReturn(orders.length)) return series
  return withoutDays(
    series,
    orders.map(({ day }) => only(day)),
  )
}

/** Returns one day. */
export function only(day: number): LeftOut {
  return { from: day, to: day }
}
