import { CLOSED_SHARE, EMPIRICAL_AT, type EmpiricalDays } from '../distribution/vincentization.ts'
import type { History } from '../history.ts'
import { WEEKDAYS, weekdayOf } from './weekday-profile.ts'

/** Age at which a day counts half, in days. */
const HALF_LIFE_DAYS = 200

/** Ages fit below this number, so that units and age can be sorted as one number. */
const MOST_AGE = 2048
const weights = Float64Array.from({ length: MOST_AGE }, (_, age) => 0.5 ** (age / HALF_LIFE_DAYS))
const sortable = new Float64Array(MOST_AGE)

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
  let weekday = weekdayOf(history.firstDay)
  let total = 0
  let sum = 0
  let selling = 0
  for (let t = 0; t < end; t++) {
    if (history.inStock[t] && ratios[weekday]! >= CLOSED_SHARE) {
      const age = end - 1 - t
      const weight = weights[age]!
      const units = Math.round(history.units[t]!)
      total += weight
      sum += weight * units
      if (units > 0) sortable[selling++] = units * MOST_AGE + age
    }
    weekday = weekday === WEEKDAYS - 1 ? 0 : weekday + 1
  }
  if (selling === 0) return null
  return { mean: sum / total, quantiles: weightedQuantiles(sortable.subarray(0, selling).sort(), total) }
}

/** Returns the quantiles of the days with sales, whose other `total` weight is that of days without. */
function weightedQuantiles(ascending: Float64Array, total: number): Float64Array {
  let below = total
  for (let i = 0; i < ascending.length; i++) below -= weights[ascending[i]! % MOST_AGE]!
  let next = 0
  let units = 0
  return EMPIRICAL_AT.map((probability) => {
    while (below < probability * total && next < ascending.length) {
      const one = ascending[next++]!
      units = Math.floor(one / MOST_AGE)
      below += weights[one % MOST_AGE]!
    }
    return units
  })
}
