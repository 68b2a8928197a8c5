import { meanDemand } from '../law/demand-law.ts'
import { probabilityOfSelling } from '../law/read-law.ts'
import type { PastLaws } from './fit-past.ts'
import type { ReplayVariant } from './replay-input.ts'
import type { StockHistory } from './variant-days.ts'

/** Runs without a sale that may wrongly pass for an empty shelf, by chance alone: so many in the whole shop for each run's length. */
const FALSE_GAPS = 0.25
/** Of the stock that the shop's products hold on the last day: as much as after a delivery. */
const FULL_QUANTILE = 0.9
/** Fewer products tell too little about how much this shop holds; two months of demand then. */
const LEAST_PRODUCTS = 5
const USUAL_FULL_DAYS = 60
const RATE_DAYS = 14
/** Of slower sellers a few units last for years, whatever the merchant plans. */
const LEAST_RATE = 1 / 7

/**
 * Days of demand that a product holds after a delivery, from what the shop's products have in stock at the end of the
 * origin: they are at different points between two deliveries, so one day's picture shows the whole way.
 */
export function fullCover(series: readonly ReplayVariant[], laws: PastLaws, origin: number): number {
  const covers: number[] = []
  series.forEach(({ closingStock }, i) => {
    const stock = closingStock.at(-1)
    const rate = rateOn(laws, i, origin)
    if (stock !== undefined && stock > 0 && rate >= LEAST_RATE) covers.push(stock / rate)
  })
  if (covers.length < LEAST_PRODUCTS) return USUAL_FULL_DAYS
  covers.sort((a, b) => a - b)
  return covers[Math.floor(FULL_QUANTILE * (covers.length - 1))] as number
}

function rateOn(laws: PastLaws, index: number, day: number): number {
  return meanDemand(laws(index, day), RATE_DAYS) / RATE_DAYS
}

interface Estimation {
  variant: ReplayVariant
  index: number
  /** First replayed day: the evening before it is the earliest that is estimated. */
  firstDay: number
  laws: PastLaws
  /** See `fullCover`. */
  fullDays: number
  /** How many variants the shop has: the more, the rarer must be what is taken for an empty shelf. */
  variants: number
}

/**
 * The closing stock of every day, and for unknown days an estimate, counted backwards from the next known day:
 * yesterday's stock = today's + today's sales, no more than the shop usually holds. A run of days without a sale that the
 * forecast made before it calls all but impossible was an empty shelf, and its end a delivery. Only days before a known
 * one are estimated. Other deliveries leave no trace in sales, nor do short gaps and those of slow sellers: the
 * estimate is right where stock runs down towards an empty shelf or towards the first record, and else too high.
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
  const { variant, index, laws, fullDays, firstDay } = args
  const rate = rateOn(laws, index, Math.max(firstDay, variant.firstDay + t + 1))
  const known = Math.max(next, 0)
  return rate > 0 ? Math.max(known, Math.min(known + sold, Math.ceil(fullDays * rate))) : known + sold
}

/** 1 = a day in an all but impossible run without a sale, and the day of the last sale before it. */
function emptyDays({ variant, index, firstDay, laws, variants }: Estimation, from: number): Uint8Array {
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
      const law = laws(index, Math.max(firstDay, variant.firstDay + start))
      const byChance = 1 - probabilityOfSelling(law, t - start, 1)
      if (byChance * variants < FALSE_GAPS) isEmpty.fill(1, start - 1, t)
    }
    start = -1
  }
  return isEmpty
}
