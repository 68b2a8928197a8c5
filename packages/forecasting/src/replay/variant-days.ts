import { assumedArrivals } from '../decisions/assumed-arrivals.ts'
import type { Incoming } from '../decisions/stock-path.ts'
import { stockoutProbability } from '../decisions/stockout.ts'
import { meanDemand } from '../law/demand-law.ts'
import type { PastLaws } from './fit-past.ts'
import type { ReplayVariant } from './replay-input.ts'

/** What became of the units on the shelf in a morning: gone before an order placed then would have arrived, or not. */
export const OUTLASTED = 0
export const RAN_SHORT = 1
/** The lead time is not over yet, or the stock was not known. */
export const UNSETTLED = 2

/** One element a replayed day; what a merchant could know in the morning, and what came of it. */
export interface VariantDays {
  id: string
  /** Epoch day of the first element. */
  firstDay: number
  /** What could be sold in the morning; NaN = not known, or not on sale yet. */
  available: Float64Array
  /** Probability of running out before an order placed that morning arrives; NaN where stock is not known. */
  probability: Float64Array
  /** Stock ÷ average daily sales of the last 30 days; infinite without sales. */
  plainDays: Float64Array
  /** `OUTLASTED`, `RAN_SHORT` or `UNSETTLED`. */
  issue: Uint8Array
  /** 1 = on this day the last unit was sold. */
  stockoutBegins: Uint8Array
  /** 1 = the stock that morning is an estimate. */
  isEstimated: Uint8Array
}

/** The stock of one variant, every day of its series; see `estimateStock`. */
export interface StockHistory {
  stock: Float64Array
  isEstimated: Uint8Array
}

/** Lays out the days from `firstDay` to the origin; a morning knows the stock of the evening before and no later day. */
export function variantDays(args: {
  variant: ReplayVariant
  history: StockHistory
  firstDay: number
  days: number
  /** Null: what was forecast is not asked for. */
  lawOn: ((day: number) => ReturnType<PastLaws>) | null
}): VariantDays {
  const { variant, history, firstDay, days, lawOn } = args
  const { stock } = history
  const out: VariantDays = {
    id: variant.id,
    firstDay,
    available: new Float64Array(days).fill(Number.NaN),
    probability: new Float64Array(days).fill(Number.NaN),
    plainDays: new Float64Array(days).fill(Number.NaN),
    issue: new Uint8Array(days).fill(UNSETTLED),
    stockoutBegins: new Uint8Array(days),
    isEstimated: new Uint8Array(days),
  }
  for (let k = Math.max(0, variant.firstDay + 1 - firstDay); k < days; k++) {
    const at = firstDay + k - variant.firstDay
    const available = stock[at - 1] as number
    if (Number.isNaN(available)) continue
    out.available[k] = available
    out.isEstimated[k] = history.isEstimated[at - 1] as number
    out.plainDays[k] = plainDays(variant.unitsSold, at, available)
    out.issue[k] = issueOf(variant, stock, at)
    out.stockoutBegins[k] = available > 0 && (stock[at] as number) <= 0 ? 1 : 0
    if (lawOn) out.probability[k] = riskOf(lawOn(firstDay + k), variant, { available, day: firstDay + k })
  }
  return out
}

/** As the live rule reckons: what nobody is expected to buy within the lead time is at no risk. */
function riskOf(
  law: ReturnType<PastLaws>,
  variant: ReplayVariant,
  { available, day }: { available: number; day: number },
): number {
  const { leadTimeDays } = variant
  if (!(meanDemand(law, leadTimeDays) > 0)) return 0
  return stockoutProbability({
    law,
    available,
    incoming: arrivalsOn(variant, day),
    withinDays: leadTimeDays,
  })
}

/** What was on the way in the morning of `day` (epoch day), as it was known the evening before. */
export function arrivalsOn(
  { firstDay, incoming, orders, leadTimeDays }: ReplayVariant,
  day: number,
): Incoming[] {
  const units = incoming?.[day - 1 - firstDay] ?? 0
  const noted = (orders ?? []).filter(
    ({ notedOn, closedOn }) => notedOn < day && (closedOn === null || closedOn >= day),
  )
  return [
    ...assumedArrivals(units, leadTimeDays),
    ...noted.map((order) => ({ day: Math.max(1, order.expectedOn - day), units: order.units })),
  ]
}

const AVERAGE_DAYS = 30

function plainDays(unitsSold: Float64Array, at: number, available: number): number {
  let sold = 0
  for (let t = Math.max(0, at - AVERAGE_DAYS); t < at; t++) sold += unitsSold[t] as number
  if (available <= 0) return 0
  return sold === 0 ? Number.POSITIVE_INFINITY : (available * AVERAGE_DAYS) / sold
}

/**
 * Did the units of that morning last for the lead time? What was delivered meanwhile does not count: an order placed that
 * morning would have been needed all the same, had the delivery not come.
 */
function issueOf({ unitsSold, leadTimeDays }: ReplayVariant, stock: Float64Array, at: number): number {
  const available = stock[at - 1] as number
  if (available <= 0) return RAN_SHORT
  let sold = 0
  for (let t = at; t < at + leadTimeDays; t++) {
    if (t >= unitsSold.length || Number.isNaN(stock[t] as number)) return UNSETTLED
    sold += unitsSold[t] as number
    if (sold >= available || (stock[t] as number) <= 0) return RAN_SHORT
  }
  return OUTLASTED
}
