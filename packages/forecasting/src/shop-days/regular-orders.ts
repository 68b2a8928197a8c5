import type { RegularOrdersTold, SeriesInput } from '../types.ts'

/** Days of the past that are searched. */
const DAYS = 730
/** A day counts as a large order from this multiple of an average day on, and this multiple of the largest other day. */
const MIN_TIMES = 4
const MIN_GAP = 1.5
/** Minimum number of orders, and minimum days between two of them. */
const MIN_ORDERS = 4
const MIN_DAYS_BETWEEN = 10
/** Largest standard deviation of the days between orders ÷ their mean, and what few of them must prove by being more even. */
const MAX_VARIATION = 0.12
const MIN_EVIDENCE = 10
/** An order that is later than this many times the usual distance may not come again. */
const MAX_LATE = 1.15
/** Number of latest orders from which the size of the next one is estimated. */
const LATEST_ORDERS = 12
/** Standard deviations before and after its day on which an order may come. */
const MAX_SPREAD = 3
/** Chance that the next order comes. */
const COMES = 0.98

/** Large orders at even distances, for example one customer's order each month. */
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
  const sold = unitsBetween(unitsSold, start, end)
  const count = findLarge(unitsSold, start, (MIN_TIMES * sold) / days)
  const least = count < MIN_ORDERS ? null : leastOrder(count)
  if (least === null || !areEven(unitsSold, count, least)) return null
  const orders = Array.from(large.subarray(0, count)).filter((t) => unitsSold[t]! >= least)
  const { mean: every, deviation } = getMoments(orders.slice(1).map((t, i) => t - orders[i]!))
  if (end - 1 - orders.at(-1)! > MAX_LATE * every) return null
  const ordered = orders.reduce((sum, t) => sum + unitsSold[t]!, 0)
  const usual = (sold - ordered) / (days - orders.length)
  const sizes = getMoments(orders.slice(-LATEST_ORDERS).map((t) => unitsSold[t]! - usual))
  return {
    days: orders.map((t) => firstDay + t),
    every,
    deviation,
    units: sizes.mean,
    unitsDeviation: sizes.deviation,
  }
}

/** The large days of one series at a time, and the units of these and of the largest other day. Hardly any series comes further. */
const large = new Int32Array(DAYS / MIN_DAYS_BETWEEN)
const sizes = new Float64Array(large.length + 1)

function unitsBetween(units: Float64Array, start: number, end: number): number {
  let sum = 0
  for (let t = start; t < end; t++) sum += units[t]!
  return sum
}

/** Writes the days with more than these units to `large`, and returns how many there are; 0 if they are too many. */
function findLarge(units: Float64Array, start: number, least: number): number {
  const most = (units.length - start) / MIN_DAYS_BETWEEN
  let count = 0
  let other = 0
  for (let t = start; t < units.length; t++) {
    const sold = units[t]!
    if (sold <= least) {
      if (sold > other) other = sold
      continue
    }
    if (count + 1 > most) return 0
    sizes[count] = sold
    large[count++] = t
  }
  sizes[count] = other
  return count
}

/** Returns the least units of an order, above the widest gap between the units of large days, or of these and others; null without one. */
function leastOrder(count: number): number | null {
  const sorted = sizes.subarray(0, count + 1).sort()
  let widest = MIN_GAP
  let least: number | null = null
  for (let orders = MIN_ORDERS; orders <= count; orders++) {
    const gap = sorted[count + 1 - orders]! / Math.max(1, sorted[count - orders]!)
    if (gap < widest) continue
    widest = gap
    least = sorted[count + 1 - orders]!
  }
  return least
}

/** Returns whether the days between orders hardly vary. */
function areEven(units: Float64Array, count: number, least: number): boolean {
  let [first, last, between, squares] = [-1, -1, 0, 0]
  for (let i = 0; i < count; i++) {
    const t = large[i]!
    if (units[t]! < least) continue
    if (first < 0) first = t
    else {
      between++
      squares += (t - last) ** 2
    }
    last = t
  }
  const every = (last - first) / between
  const variance = (squares - between * every * every) / (between - 1)
  const variation = Math.max(Math.sqrt(Math.max(0, variance)), 0.5) / every
  return (
    every >= MIN_DAYS_BETWEEN && variation <= MAX_VARIATION && between * -Math.log(variation) >= MIN_EVIDENCE
  )
}

function getMoments(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length
  const squares = values.reduce((sum, one) => sum + (one - mean) ** 2, 0)
  return { mean, deviation: Math.sqrt(squares / (values.length - 1)) }
}

/** Returns the regular orders as the evidence shows them to the merchant. */
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
    if (due - MAX_SPREAD * spread > horizonDays + 1) break
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
  if (Math.abs(z) > MAX_SPREAD) return z > 0 ? 1 : 0
  return 1 / (1 + Math.exp(-1.702 * z))
}
