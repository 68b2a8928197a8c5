const LEAST_UNITS = -2_147_483_648
const MOST_UNITS = 2_147_483_647

/** Returns the nearest number of units that a column can store; `to_units` does the same in SQL. */
export function toUnits<T extends number | null>(units: T): T {
  return (units === null ? null : Math.min(Math.max(units, LEAST_UNITS), MOST_UNITS)) as T
}
