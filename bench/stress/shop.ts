import type { SeriesInput, ToldEvent } from '../../packages/forecasting/src/index.ts'
import type { Draws } from './random-units.ts'

/** 2026-10-31, a Saturday. Days of a process count from it: 0 is the origin, 1 the first day ahead. */
export const ORIGIN = 20_757
/** Days ahead that are scored. */
export const HORIZONS = [14, 30] as const

export interface Process {
  days: number
  /** Expected units of usual demand on a day. */
  mean: (day: number) => number
  /** Variance ÷ mean of a day; 0 sells its mean exactly. */
  varianceToMean: number
  /** Large orders before the origin, by their day, and draws of those after it, by day. */
  orders?: ReadonlyMap<number, number>
  laterOrders?: (draws: Draws) => ReadonlyMap<number, number>
  /** On which days it was sold out. With `isTold` the history that the engine gets marks them. */
  soldOut?: { on: (day: number) => boolean; isTold: boolean }
  /** Days of which the present level is known; 0 or absent for all of them. */
  seenDays?: number
  isScored: boolean
}

export interface Scenario {
  family: string
  name: string
  /** Whether only the width is scored, because nobody can know what comes. */
  isWidthOnly?: boolean
  shop(draws: Draws): Shop
}

export interface Shop {
  products: Process[]
  events?: readonly ToldEvent[]
}

export function getSeries(process: Process, id: string, draws: Draws): SeriesInput {
  const { days, mean, varianceToMean, orders, soldOut } = process
  const unitsSold = new Float64Array(days)
  const outOfStock = soldOut?.isTold ? new Uint8Array(days) : undefined
  for (let t = 0; t < days; t++) {
    const day = t - days + 1
    unitsSold[t] = draws.units(mean(day), varianceToMean) + (orders?.get(day) ?? 0)
    if (!soldOut?.on(day)) continue
    unitsSold[t] = 0
    if (outOfStock) outOfStock[t] = 1
  }
  return { id, firstDay: ORIGIN - days + 1, unitsSold, ...(outOfStock && { outOfStock }) }
}

/** Returns draws of demand over each of `HORIZONS`, ascending. */
export function getFuture(process: Process, count: number, draws: Draws): Float64Array[] {
  const sums = HORIZONS.map(() => new Float64Array(count))
  const expected = HORIZONS.map((end, h) => sumOfMeans(process, (HORIZONS[h - 1] ?? 0) + 1, end))
  for (let i = 0; i < count; i++) {
    const orders = process.laterOrders?.(draws)
    let units = 0
    HORIZONS.forEach((end, h) => {
      units += draws.units(expected[h] as number, process.varianceToMean)
      const since = HORIZONS[h - 1] ?? 0
      if (orders) for (const [day, size] of orders) if (day > since && day <= end) units += size
      sums[h]![i] = units
    })
  }
  return sums.map((one) => one.sort())
}

function sumOfMeans({ mean }: Process, from: number, to: number): number {
  let sum = 0
  for (let day = from; day <= to; day++) sum += mean(day)
  return sum
}
