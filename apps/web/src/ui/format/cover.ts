import { MAX_COVER_SHOWN, NO_SALES_DAYS, OVER_A_YEAR } from '@stockcast/contract'
import { formatDayCount, formatUnits } from './numbers.ts'

/** Returns whole days of cover, rounded down, or `over a year`. */
export function formatDaysOfCover(days: number): string {
  return days > MAX_COVER_SHOWN ? OVER_A_YEAR : formatUnits(Math.floor(days))
}

/** Returns days of cover with their unit: `1 day`, `312 days`, `over a year`. */
export function coverWords(days: number): string {
  return days > MAX_COVER_SHOWN ? OVER_A_YEAR : formatDayCount(Math.floor(days))
}

/** Returns whole days until stockout, rounded down, or `over a year`; 999 stands for "no sales" and is shown as ∞. */
export function formatDaysUntilStockout(days: number | null): string {
  if (days === null) return '–'
  return days >= NO_SALES_DAYS ? '∞' : formatDaysOfCover(days)
}
