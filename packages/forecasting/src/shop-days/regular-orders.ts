import type { RegularOrdersTold, SeriesInput } from '../types.ts'

/** Days of the past that are looked at. */
const DAYS = 730
/** An order is at least so many times an average day, and so many times the largest day without one. */
const LEAST_TIMES = 4
const LEAST_GAP = 1.5
/** Least orders, and least days between two of them. */
const LEAST_ORDERS = 4
const LEAST_DAYS_BETWEEN = 10
/** Largest standard deviation of the days between orders ÷ their mean, and what few of them must prove by being more even. */
const MOST_VARIATION = 0.12
const LEAST_EVIDENCE = 10
/** An order that is later than so many times the usual distance may not come again. */
const MOST_LATE = 1.15
/** Latest orders that say how large the next one is. */
const LATEST_ORDERS = 12
/** Standard deviations before and after its day on which an order may come. */
const MOST_SPREAD = 3
/** Chance that the next order comes. */
const COMES = 0.98

/** Large orders that come at even distances, such as those of one customer each month. */
export interface RegularOrders {
  /** Epoch days, oldest first. */
  days: readonly number[]
  /** Mean days between them, and their standard deviation. */
  every: number
  deviation: number
  /** Units beyond an ordinary day: mean and standard deviation of one order. */
  units: number
  unitsDeviation: number
}

/**
 * Returns the large orders of a series that come at even distances; null if it has none. They are days that sell several times an
 * average one and clearly more than any other day, whose distances hardly vary: orders at random have distances that vary as much as
 * their mean.
 */
export function regularOrders({ unitsSold, firstDay }: SeriesInput): RegularOrders | null {
  const end = unitsSold.length
  const start = Math.max(0, end - DAYS)
  const days = end - start
  let sold = 0
  for (let t = start; t < end; t++) sold += unitsSold[t]!
  const least = (LEAST_TIMES * sold) / days
  let [count, most] = [0, 0]
  for (let t = start; t < end; t++) {
    const units = unitsSold[t]!
    if (units > least) count++
    else if (units > most) most = units
  }
  // Most products end here.
  if (count < LEAST_ORDERS || count * LEAST_DAYS_BETWEEN > days) return null
  const large: number[] = []
  for (let t = start; t < end; t++) if (unitsSold[t]! > least) large.push(t)
  const orders = clearlyLarger(unitsSold, large, most)
  if (orders.length < LEAST_ORDERS) return null
  const between = orders.slice(1).map((t, i) => t - orders[i]!)
  const { mean: every, deviation } = momentsOf(between)
  const variation = Math.max(deviation, 0.5) / every
  const isEven =
    every >= LEAST_DAYS_BETWEEN &&
    variation <= MOST_VARIATION &&
    between.length * -Math.log(variation) >= LEAST_EVIDENCE
  if (!isEven || end - 1 - orders.at(-1)! > MOST_LATE * every) return null
  const isOrder = new Set(orders)
  let others = 0
  for (let t = start; t < end; t++) if (!isOrder.has(t)) others += unitsSold[t]!
  const usual = others / (days - orders.length)
  const sizes = momentsOf(orders.slice(-LATEST_ORDERS).map((t) => unitsSold[t]! - usual))
  return {
    days: orders.map((t) => firstDay + t),
    every,
    deviation,
    units: sizes.mean,
    unitsDeviation: sizes.deviation,
  }
}

/** Returns those of the large days, in their order, above the widest gap between their units and those of other days. */
function clearlyLarger(units: Float64Array, large: readonly number[], most: number): number[] {
  const sorted = large.map((t) => units[t]!).sort((a, b) => b - a)
  let [widest, least] = [LEAST_GAP, Number.POSITIVE_INFINITY]
  for (let count = LEAST_ORDERS; count <= sorted.length; count++) {
    const gap = sorted[count - 1]! / Math.max(1, sorted[count] ?? most)
    if (gap < widest) continue
    widest = gap
    least = sorted[count - 1]!
  }
  return large.filter((t) => units[t]! >= least)
}

function momentsOf(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length
  const squares = values.reduce((sum, one) => sum + (one - mean) ** 2, 0)
  return { mean, deviation: Math.sqrt(squares / (values.length - 1)) }
}

/** Returns what the merchant is told of them. */
export function toldOrders({ days, every, units }: RegularOrders): RegularOrdersTold {
  return {
    everyDays: Math.round(every),
    units: Math.round(units),
    seen: days.length,
    nextDay: Math.round(days.at(-1)! + every),
  }
}

/** Returns the mean and the variance of what these orders sell on the first days after the origin, in all: of each sum of them. */
export function ordersAhead(
  { days, every, deviation, units, unitsDeviation }: RegularOrders,
  origin: number,
  horizonDays: number,
): { mean: Float64Array; variance: Float64Array } {
  const mean = new Float64Array(horizonDays)
  const variance = new Float64Array(horizonDays)
  const last = days.at(-1)!
  for (let order = 1; ; order++) {
    const due = last + order * every - origin
    const spread = deviation * Math.sqrt(order)
    if (due - MOST_SPREAD * spread > horizonDays + 1) break
    // It has not come by the origin.
    const before = order === 1 ? shareBy(0, due, spread) : 0
    if (before >= 1) continue
    for (let day = 1; day <= horizonDays; day++) {
      const chance = (COMES * Math.max(0, shareBy(day, due, spread) - before)) / (1 - before)
      mean[day - 1]! += chance * units
      variance[day - 1]! += chance * unitsDeviation ** 2 + chance * (1 - chance) * units ** 2
    }
  }
  return { mean, variance }
}

/** Returns the chance that an order came by the end of a day: logistic, which is close to a normal distribution. */
function shareBy(day: number, due: number, deviation: number): number {
  if (deviation < 0.3) return day >= Math.round(due) ? 1 : 0
  const z = (day + 0.5 - due) / deviation
  if (Math.abs(z) > MOST_SPREAD) return z > 0 ? 1 : 0
  return 1 / (1 + Math.exp(-1.702 * z))
}
