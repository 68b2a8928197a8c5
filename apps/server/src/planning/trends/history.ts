import { NO_SALES_DAYS, SALES_WINDOW_DAYS } from '@stockcast/contract'

/** Returns the units of the 30 days before each day ÷ 30; days before the list count as without sales. */
export function averagesBefore(units: readonly number[]): number[] {
  let sum = 0
  return units.map((_, i) => {
    sum += (units[i - 1] ?? 0) - (units[i - 1 - SALES_WINDOW_DAYS] ?? 0)
    return sum / SALES_WINDOW_DAYS
  })
}

/** Returns stock ÷ units a day, at most 999; null when either is unknown or nothing sells. */
export function daysOfCover(stock: number | null, unitsADay: number | null): number | null {
  if (stock === null || unitsADay === null || !(unitsADay > 0)) return null
  return Math.min(NO_SALES_DAYS, Math.max(0, stock) / unitsADay)
}

export function getSum(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
