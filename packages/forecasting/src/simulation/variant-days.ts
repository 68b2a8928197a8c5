import { assumedReceipts } from '../decisions/assumed-receipts.ts'
import { getLeadTimes } from '../decisions/replenishment-policy.ts'
import { type Incoming, stockoutCurve } from '../decisions/stock-path.ts'
import { meanDemandDuring, meanOver } from '../lead-time/demand-during.ts'
import type { PastDistributions } from './fit-past.ts'
import type { SimulationVariant } from './simulation-input.ts'

/** Whether the stock of a morning ran out before an order placed then would have arrived. */
export const OUTLASTED = 0
export const RAN_SHORT = 1
/** The lead time is not over yet, or stock was unknown. */
export const UNSETTLED = 2

/**
 * Arrays with one element per simulated day: what the merchant could know in the morning, and the outcome.
 */
export interface VariantDays {
  id: string
  /** Epoch day of the first element. */
  firstDay: number
  /** Available units in the morning; NaN if unknown or not on sale yet. */
  available: Float64Array
  /** Stockout probability during the lead time from that morning; NaN if stock is unknown. */
  probability: Float64Array
  /** Stock ÷ average daily sales of the last 30 days; infinite without sales. */
  plainDays: Float64Array
  /** `OUTLASTED`, `RAN_SHORT` or `UNSETTLED`. */
  issue: Uint8Array
  /** 1 if the last unit was sold on this day. */
  stockoutBegins: Uint8Array
  /** 1 if the stock of that morning is an estimate. */
  isEstimated: Uint8Array
}

/** The stock of one variant on every day of its series; see `estimateStock`. */
export interface StockHistory {
  stock: Float64Array
  isEstimated: Uint8Array
}

/**
 * Returns the days from `firstDay` to the origin. A morning uses the stock of the evening before and no later
 * day.
 */
export function variantDays(args: {
  variant: SimulationVariant
  history: StockHistory
  firstDay: number
  days: number
  /** Null if no probabilities are needed. */
  distributionOn: ((day: number) => ReturnType<PastDistributions>) | null
}): VariantDays {
  const { variant, history, firstDay, days, distributionOn } = args
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
    out.issue[k] = getIssue(variant, stock, at)
    out.stockoutBegins[k] = available > 0 && (stock[at] as number) <= 0 ? 1 : 0
    if (distributionOn)
      out.probability[k] = getRisk(distributionOn(firstDay + k), variant, { available, day: firstDay + k })
  }
  return out
}

/**
 * Returns the stockout probability of the live rule, which is zero without expected demand in the lead time.
 */
function getRisk(
  distribution: ReturnType<PastDistributions>,
  variant: SimulationVariant,
  { available, day }: { available: number; day: number },
): number {
  const leadTimes = getLeadTimes(variant)
  if (!(meanDemandDuring(distribution, leadTimes) > 0)) return 0
  const path = { distribution, available, incoming: receiptsOn(variant, day) }
  const curve = stockoutCurve(path, leadTimes[leadTimes.length - 1] as number)
  return meanOver(leadTimes, (days) => curve[days] as number)
}

/** Returns the units on the way on the morning of `day` (epoch day), as known the evening before. */
export function receiptsOn(
  { firstDay, incoming, orders, leadTimeDays }: SimulationVariant,
  day: number,
): Incoming[] {
  const units = incoming?.[day - 1 - firstDay] ?? 0
  const noted = (orders ?? []).filter(
    ({ recordedOn, closedOn }) => recordedOn < day && (closedOn === null || closedOn >= day),
  )
  return [
    ...assumedReceipts(units, leadTimeDays),
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
 * Returns whether the units of that morning lasted for the lead time. Deliveries in the meantime do not
 * count: without them, an order placed that morning would have been needed.
 */
function getIssue({ unitsSold, leadTimeDays }: SimulationVariant, stock: Float64Array, at: number): number {
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
