import type { History } from '../history.ts'
import { getBulkDays } from '../models/bulk-days.ts'
import type { BulkDay } from '../types.ts'

/** Days in which a bulk order still matters to a level. */
const TOLD_DAYS = 182
const MAX_TOLD = 3

/** Returns the bulk orders of the last half year that were dampened most, the latest first. */
export function toldBulkDays(history: History): BulkDay[] {
  const since = history.firstDay + history.n - TOLD_DAYS
  return getBulkDays(history)
    .filter(({ day }) => day >= since)
    .sort((a, b) => b.units - b.countedAs - (a.units - a.countedAs))
    .slice(0, MAX_TOLD)
    .sort((a, b) => b.day - a.day)
}
