import type { Draws } from '../random-units.ts'
import { ORIGIN, type Process, type Scenario, type Shop } from '../shop.ts'

export const YEAR = 365.25
const LEVELS: readonly number[] = [0.2, 0.5, 1, 2, 3, 5, 8, 15]
const RATIOS: readonly number[] = [1, 1, 1.5, 2.5]
const DAY_MS = 86_400_000

/** Levels of the products that are scored in a scenario of single products. */
const SCORED_LEVELS: readonly number[] = [0.5, 1, 2, 3, 8, 20]

interface Usual {
  count: number
  days: number
  isScored: boolean
  levels: readonly number[]
  /** Days of which the present level is known; 0 for all of them. */
  seenDays: number
}

type Shape = Partial<Process> & { factorOn?: (day: number) => number }

/** Returns ordinary products of two years, half of the shops with weekdays of their own. */
export function usualProducts(
  draws: Draws,
  { count = 30, days = 730, isScored = false, levels = LEVELS, seenDays = 0 }: Partial<Usual> = {},
): Process[] {
  const weekdays = usualWeek(draws)
  return Array.from({ length: count }, () => {
    const level = draws.oneOf(levels) * draws.between(0.8, 1.2)
    const mean = (day: number) => level * weekdays[toWeekday(day)]!
    return { days, mean, varianceToMean: draws.oneOf(RATIOS), isScored, seenDays }
  })
}

function usualWeek(draws: Draws): number[] {
  if (draws.random() < 0.5) return [1, 1, 1, 1, 1, 1, 1]
  const week = Array.from({ length: 7 }, () => draws.between(0.6, 1.4))
  const sum = week.reduce((total, one) => total + one, 0)
  return week.map((one) => (7 * one) / sum)
}

export function toWeekday(day: number): number {
  return ((day % 7) + 7) % 7
}

export function timesOn(products: readonly Process[], factorOn: (day: number) => number): Process[] {
  return products.map((one) => ({ ...one, mean: (day) => one.mean(day) * factorOn(day) }))
}

/** Returns a process of a steady level, changed on some days, which is scored. */
export function scored(level: number, { factorOn = () => 1, ...rest }: Shape = {}): Process {
  return { days: 730, mean: (day) => level * factorOn(day), varianceToMean: 1, isScored: true, ...rest }
}

export function scoredProducts(
  draws: Draws,
  from: (level: number) => Shape,
  levels: readonly number[] = SCORED_LEVELS,
): Process[] {
  return levels.map((level) => scored(level, { varianceToMean: draws.oneOf([1, 1.5]), ...from(level) }))
}

/** Returns a scenario that scores some products among usual ones. */
export function amongUsual(family: string, name: string, products: (draws: Draws) => Process[]): Scenario {
  return { family, name, shop: (d) => ({ products: [...products(d), ...usualProducts(d)] }) }
}

/** Returns a scenario that scores products of these levels, changed alike, among usual ones. */
export function changed(family: string, name: string, shape: Shape, levels?: readonly number[]): Scenario {
  return amongUsual(family, name, (d) => scoredProducts(d, () => shape, levels))
}

/** Returns a scenario that scores all products of a shop, whose means are multiplied on some days. */
export function wholeShop(
  family: string,
  name: string,
  factorOn: (day: number) => number = () => 1,
  { events = [], ...usual }: Partial<Usual> & Pick<Shop, 'events'> = {},
): Scenario {
  const shop: Scenario['shop'] = (d) => ({
    products: timesOn(usualProducts(d, { ...usual, isScored: true }), factorOn),
    events,
  })
  return { family, name, shop }
}

export function toDate(day: number): Date {
  return new Date((ORIGIN + day) * DAY_MS)
}

/** Returns the days since the latest start of what begins each year on the date of the day `ahead`; 0 on that date. */
export function daysSinceStart(day: number, ahead: number): number {
  const start = toDate(ahead)
  const date = toDate(day)
  const inYear = (year: number) => Date.UTC(year, start.getUTCMonth(), start.getUTCDate()) / DAY_MS
  const year = date.getUTCFullYear()
  const since = ORIGIN + day - inYear(year)
  return since >= 0 ? since : ORIGIN + day - inYear(year - 1)
}
