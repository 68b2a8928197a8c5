import { NO_SALES_DAYS } from '@stockcast/contract'
import { formatDayCount, formatUnits } from './numbers.ts'

/** The most days that are shown as a number: more are of products that hardly sell, and mean as little. */
const MAX_DAYS_SHOWN = 365
const OVER_A_YEAR = 'over a year'

/** Returns whole days of cover, rounded down, or `over a year`. */
export function formatDaysOfCover(days: number): string {
  return days > MAX_DAYS_SHOWN ? OVER_A_YEAR : formatUnits(Math.floor(days))
}

/** Returns days of cover with their unit: `1 day`, `312 days`, `over a year`. */
export function coverWords(days: number): string {
  return days > MAX_DAYS_SHOWN ? OVER_A_YEAR : formatDayCount(Math.floor(days))
}

/** Returns whole days until stockout, rounded down, or `over a year`; 999 stands for "no sales" and is shown as ∞. */
export function formatDaysUntilStockout(days: number | null): string {
  if (days === null) return '–'
  return days >= NO_SALES_DAYS ? '∞' : formatDaysOfCover(days)
}
