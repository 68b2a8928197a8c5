import { CLOSED_SHARE, EMPIRICAL_AT, type EmpiricalDays } from '../distribution/vincentization.ts'
import type { History } from '../history.ts'
import { toWeekday, WEEKDAYS } from './weekday-profile.ts'

/** Age at which a day counts half, in days. */
const HALF_LIFE_DAYS = 200

/** Ages fit below this number, so that units and age can be sorted as one number. */
const MAX_AGE = 2048
const weights = Float64Array.from({ length: MAX_AGE }, (_, age) => 0.5 ** (age / HALF_LIFE_DAYS))
const sortable = new Float64Array(MAX_AGE)

/**
 * Returns the empirical distribution of the days in stock before index `end`, weighted by age, without the weekdays on
 * which nothing is sold; null without sales. `ratios` are those of the weekdays.
 * Source: Gasthaus 2016, "Non-parametric time series forecaster"; Willemain, Smart and Schwarz 2004, "A new approach to
 * forecasting intermittent demand for service parts inventories".
 */
export function empiricalDays(
  history: History,
  end: number,
  ratios: ArrayLike<number>,
): Omit<EmpiricalDays, 'weight'> | null {
  let weekday = toWeekday(history.firstDay)
  let idle = 0
  let total = 0
  let sum = 0
  let selling = 0
  let largest = 0
  for (let t = 0; t < end; t++) {
    if (history.inStock[t] && ratios[weekday]! >= CLOSED_SHARE) {
      const age = end - 1 - t
      const weight = weights[age]!
      const units = Math.round(history.units[t]!)
      total += weight
      sum += weight * units
      if (units > 0) {
        sortable[selling++] = units * MAX_AGE + age
        largest = Math.max(largest, units)
      } else idle += weight
    }
    weekday = weekday === WEEKDAYS - 1 ? 0 : weekday + 1
  }
  if (selling === 0) return null
  steps.clear()
  if (idle > 0) steps.add(0, idle)
  for (const one of sortedDays(selling, largest))
    steps.add(Math.floor(one / MAX_AGE), weights[one % MAX_AGE]!)
  return {
    mean: sum / total,
    quantiles: EMPIRICAL_AT.map((probability) => steps.quantile(probability * total)),
  }
}

const sorted = new Float64Array(MAX_AGE)
/** For each number of units, the index in `sorted` of the next day with that number. */
const places = new Uint32Array(MAX_AGE)

/**
 * Sorts the days in `sortable`, which has the oldest first. If few units sell on many days, counting sorts faster than
 * comparing.
 */
function sortedDays(count: number, largest: number): Float64Array {
  if (largest >= Math.min(count, MAX_AGE - 1)) return sortable.subarray(0, count).sort()
  places.fill(0, 0, largest + 2)
  for (let i = 0; i < count; i++) places[Math.floor(sortable[i]! / MAX_AGE) + 1]!++
  for (let units = 1; units <= largest; units++) places[units]! += places[units - 1]!
  for (let i = count - 1; i >= 0; i--) sorted[places[Math.floor(sortable[i]! / MAX_AGE)]!++] = sortable[i]!
  return sorted.subarray(0, count)
}

/**
 * A distribution function that rises in steps, and the line through their middles, so that quantiles change little when
 * a day is added.
 * Source: Ma, Genton and Parzen 2011, "Asymptotic properties of sample quantiles of discrete distributions".
 */
class Steps {
  private count = 0
  /** The first step whose middle is not below the latest quantile. */
  private next = 0
  private readonly units = new Float64Array(MAX_AGE)
  /** Weight of all days with at most this many units. */
  private readonly upTo = new Float64Array(MAX_AGE)

  clear(): void {
    this.count = 0
    this.next = 0
  }

  /** Adds a day; the units ascend. */
  add(units: number, weight: number): void {
    const last = this.count - 1
    if (last >= 0 && this.units[last] === units) this.upTo[last]! += weight
    else {
      this.units[this.count] = units
      this.upTo[this.count++] = (last >= 0 ? this.upTo[last]! : 0) + weight
    }
  }

  /** Returns the units at this weight, of weights that ascend; the least before the first middle, and the largest after the last. */
  quantile(weight: number): number {
    let i = this.next
    while (i < this.count && this.middle(i) < weight) i++
    this.next = i
    if (i === 0 || i === this.count) return this.units[Math.min(i, this.count - 1)]!
    const share = (weight - this.middle(i - 1)) / (this.middle(i) - this.middle(i - 1))
    return this.units[i - 1]! + share * (this.units[i]! - this.units[i - 1]!)
  }

  private middle(i: number): number {
    return ((i === 0 ? 0 : this.upTo[i - 1]!) + this.upTo[i]!) / 2
  }
}

const steps = new Steps()
