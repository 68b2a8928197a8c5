import { LEARNED_FROM_ORDERS, leadTimeWithWorstCase, remainingDays } from '@stockcast/forecasting'
import type { SupplierTerms } from './find-suppliers.ts'

/** Equally likely days on which an open order may arrive; an odd number has a middle one. */
const ARRIVAL_COUNT = 5

/**
 * Returns equally likely numbers of days until an open order arrives, in ascending order and at least one; null where the
 * supplier's lead time has no spread. A day that the supplier confirmed, counted from the order, is their centre.
 */
export function arrivalDays(
  { learned, statedDays, worstDays }: SupplierTerms,
  order: { ageDays: number; confirmedDays: number | null },
): number[] | null {
  const isLearned = learned !== null && learned.orders >= LEARNED_FROM_ORDERS
  const stated = () =>
    statedDays !== null && worstDays !== null && leadTimeWithWorstCase(statedDays, worstDays)
  const distribution = isLearned ? learned.distribution : stated()
  return distribution ? remainingDays(distribution, { ...order, count: ARRIVAL_COUNT }) : null
}
