import { requireCount, requireNotNegative, requireProbability } from '../arguments.ts'
import type { DemandDistribution } from '../distribution/demand-distribution.ts'
import { probabilityOfSelling } from '../distribution/read-distribution.ts'

/**
 * Units on the way, sellable from the start of day `day`, counted from today. Those of day 0 are there already, though the
 * stock does not show them yet.
 */
export interface Incoming {
  day: number
  units: number
  /** Equally likely days, where the day is uncertain; `day` is then the one to show. */
  days?: readonly number[] | undefined
  /** Chance that they come at all, 0–1; absent: they come. */
  probability?: number | undefined
  /** The location to which they come; absent: unknown. */
  locationId?: number
}

export interface StockPath {
  distribution: DemandDistribution
  available: number
  incoming?: readonly Incoming[] | undefined
}

/**
 * Throws a RangeError unless stock is finite and every arrival has a day from today on and a number of units.
 */
export function requireStockPath({ available, incoming }: Omit<StockPath, 'distribution'>): void {
  if (!Number.isFinite(available)) throw new RangeError(`available must be a finite number, got ${available}`)
  for (const receipt of incoming ?? []) {
    requireCount('incoming.day', receipt.day, 0)
    requireNotNegative('incoming.units', receipt.units)
    for (const day of receipt.days ?? []) requireCount('incoming.days', day, 0)
    if (receipt.probability !== undefined) requireProbability('incoming.probability', receipt.probability)
  }
}

/**
 * Returns the units that can be sold over the first `days` days: today's stock and the arrivals of those
 * days.
 */
export function unitsWithin({ available, incoming }: Omit<StockPath, 'distribution'>, days: number): number {
  let units = available
  for (const receipt of incoming ?? [])
    if (receipt.day < days || receipt.day === 0) units += expectedUnits(receipt)
  return units
}

/** Returns the units that are there already, though the stock does not show them yet. */
export function unitsNotInStore(incoming: readonly Incoming[]): number {
  return incoming.reduce((sum, { day, units }) => sum + (day === 0 ? units : 0), 0)
}

/** Returns the units that are still to come. */
export function unitsOnTheWay(incoming: readonly Incoming[]): number {
  return incoming.reduce((sum, { day, units }) => sum + (day === 0 ? 0 : units), 0)
}

/** Returns the units of a receipt times the chance that they come. */
export function expectedUnits({ units, probability = 1 }: Incoming): number {
  return units * probability
}

/** Returns the units expected to arrive within the first `days` days: of uncertain days, the share that lies in them counts. */
export function expectedArrivals(incoming: readonly Incoming[], days: number): number {
  return incoming.reduce((sum, receipt) => {
    const { day, days: possible = [day] } = receipt
    const early = possible.filter((each) => each < days || each === 0).length
    return sum + (expectedUnits(receipt) * early) / possible.length
  }, 0)
}

/** Returns the arrivals after day `from`, with their days counted from it; uncertain days before it count as that day. */
export function arrivalsAfter(incoming: readonly Incoming[], from: number): Incoming[] {
  return incoming
    .filter(({ day }) => day > from)
    .map(({ day, days, ...receipt }) => ({
      ...receipt,
      day: day - from,
      ...(days && { days: days.map((each) => Math.max(0, each - from)) }),
    }))
}

/** Returns a day counted from today that was counted from day `from`; null stays null. */
export const laterBy = (from: number, day: number | null): number | null => (day === null ? null : from + day)

export type EventProbability = (distribution: DemandDistribution, days: number, units: number) => number

/**
 * Returns, for t = 0…days, the probability of a stockout by the end of day t. A later arrival does not undo
 * an earlier stockout, so the curve is the running maximum of P(demand over t days >= units within t). This
 * is a lower bound of the first-passage probability, and exact without incoming stock. With uncertain days of
 * arrival it is the mean of the curves for each of them. From the day on which it reaches `enough` it is flat.
 */
export function stockoutCurve(
  path: StockPath,
  days: number,
  probability: EventProbability = probabilityOfSelling,
  enough = Number.POSITIVE_INFINITY,
): Float64Array {
  const futures = getFutures(path.incoming ?? [])
  const courses = futures.length === 0 ? [path] : futures.map((incoming) => ({ ...path, incoming }))
  const soFar = Float64Array.from(courses, (course) => (unitsWithin(course, 0) <= 0 ? 1 : 0))
  const curve = new Float64Array(days + 1)
  for (let t = 0; t <= days; t++) {
    let mean = 0
    for (let i = 0; i < courses.length; i++) {
      const before = soFar[i] as number
      const course = courses[i] as StockPath
      if (t > 0 && before < 1)
        soFar[i] = Math.max(before, probability(path.distribution, t, unitsWithin(course, t)))
      mean += (soFar[i] as number) / courses.length
    }
    if (mean >= enough) return curve.fill(mean, t)
    curve[t] = mean
  }
  return curve
}

/** Keeps the days of several receipts from being early or late together. */
const STRIDE = 2
/** Courses where it is uncertain whether units come at all: enough for steps of 5 %. */
const DOUBTFUL_COURSES = 20
/** Steps through the courses so that those in which units come have early and late days alike. */
const SPREAD = 7

/** Returns equally likely courses of the receipts; none if every day is certain. */
function getFutures(incoming: readonly Incoming[]): Incoming[][] {
  const count = Math.max(
    0,
    ...incoming.map(({ days, probability = 1 }) =>
      probability < 1 ? DOUBTFUL_COURSES : (days?.length ?? 0),
    ),
  )
  return Array.from({ length: count }, (_, future) =>
    incoming.flatMap(({ day, units, days = [], probability = 1 }, i) => {
      const rank = (((SPREAD * future + STRIDE * i) % count) + 0.5) / count
      if (rank > probability) return []
      return { day: days.length === 0 ? day : (days[(future + STRIDE * i) % days.length] as number), units }
    }),
  )
}
