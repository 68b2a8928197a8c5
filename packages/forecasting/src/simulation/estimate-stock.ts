import { meanDemand } from '../distribution/demand-distribution.ts'
import { probabilityOfSelling } from '../distribution/read-distribution.ts'
import type { PastDistributions } from './fit-past.ts'
import type { SimulationVariant } from './simulation-input.ts'
import type { StockHistory } from './variant-days.ts'

/**
 * Expected number of runs without sales, per run length in the whole shop, that are wrongly taken as
 * stockouts.
 */
const FALSE_GAPS = 0.25
/** Quantile of the days of stock of all products on the last day that approximates stock after a delivery. */
const FULL_QUANTILE = 0.9
/** Minimum number of products for `fullCover`; with fewer it is two months of demand. */
const MIN_PRODUCTS = 5
const USUAL_FULL_DAYS = 60
const RATE_DAYS = 14
/** Minimum units a day for `fullCover`: a few units of slower sellers last for years. */
const MIN_RATE = 1 / 7

/**
 * Estimates the days of demand that a product has in stock after a delivery, from the stock of all products
 * at the end of the origin. They are at different points between two deliveries, so a single day shows the
 * whole range.
 */
export function fullCover(
  series: readonly SimulationVariant[],
  distributions: PastDistributions,
  origin: number,
): number {
  const covers: number[] = []
  series.forEach(({ closingStock }, i) => {
    const stock = closingStock.at(-1)
    const rate = rateOn(distributions, i, origin)
    if (stock !== undefined && stock > 0 && rate >= MIN_RATE) covers.push(stock / rate)
  })
  if (covers.length < MIN_PRODUCTS) return USUAL_FULL_DAYS
  covers.sort((a, b) => a - b)
  return covers[Math.floor(FULL_QUANTILE * (covers.length - 1))] as number
}

function rateOn(distributions: PastDistributions, index: number, day: number): number {
  return meanDemand(distributions(index, day), RATE_DAYS) / RATE_DAYS
}

interface Estimation {
  variant: SimulationVariant
  index: number
  /** First simulated day; the evening before it is the earliest estimate. */
  firstDay: number
  distributions: PastDistributions
  /** See `fullCover`. */
  fullDays: number
  /** Number of variants in the shop. With more variants, a run must be less likely to count as a stockout. */
  variants: number
}

/**
 * Returns the closing stock of every day, with estimates for unknown days. These are counted backwards from
 * the next known day: yesterday's stock = today's + today's sales, at most what the shop usually holds. A run
 * of days without sales that is almost impossible under the forecast made before it counts as a stockout that
 * a delivery ended. Only days before a known one are estimated. Other deliveries, short stockouts and those
 * of slow sellers cannot be seen in sales. The estimate is therefore right where stock declines to a stockout
 * or to the first record, and otherwise too high.
 */
export function estimateStock(args: Estimation): StockHistory {
  const { variant, firstDay } = args
  const { closingStock, unitsSold } = variant
  const from = Math.max(0, firstDay - 1 - variant.firstDay)
  const isEstimated = new Uint8Array(closingStock.length)
  if (!closingStock.subarray(from).some(Number.isNaN)) return { stock: closingStock, isEstimated }
  const stock = closingStock.slice()
  const isEmpty = emptyDays(args, from)
  for (let t = stock.length - 2; t >= from; t--) {
    if (!Number.isNaN(stock[t] as number) || Number.isNaN(stock[t + 1] as number)) continue
    isEstimated[t] = 1
    stock[t] = isEmpty[t] === 1 ? 0 : stockBefore(args, t, stock[t + 1] as number, unitsSold[t + 1] as number)
  }
  return { stock, isEstimated }
}

function stockBefore(args: Estimation, t: number, next: number, sold: number): number {
  const { variant, index, distributions, fullDays, firstDay } = args
  const rate = rateOn(distributions, index, Math.max(firstDay, variant.firstDay + t + 1))
  const known = Math.max(next, 0)
  return rate > 0 ? Math.max(known, Math.min(known + sold, Math.ceil(fullDays * rate))) : known + sold
}

/**
 * Returns 1 for each day of an almost impossible run without sales, and for the day of the last sale before
 * it.
 */
function emptyDays(
  { variant, index, firstDay, distributions, variants }: Estimation,
  from: number,
): Uint8Array {
  const { unitsSold, closingStock } = variant
  const isEmpty = new Uint8Array(unitsSold.length)
  let start = -1
  for (let t = Math.max(1, from); t < unitsSold.length; t++) {
    const hasSold = (unitsSold[t] as number) > 0
    if (!hasSold && Number.isNaN(closingStock[t] as number)) {
      if (start < 0) start = t
      continue
    }
    if (hasSold && start > from) {
      const distribution = distributions(index, Math.max(firstDay, variant.firstDay + start))
      const byChance = 1 - probabilityOfSelling(distribution, t - start, 1)
      if (byChance * variants < FALSE_GAPS) isEmpty.fill(1, start - 1, t)
    }
    start = -1
  }
  return isEmpty
}
