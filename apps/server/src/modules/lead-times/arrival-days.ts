import {
  LEARNED_FROM_ORDERS,
  type LeadTimeDistribution,
  lateAfterDays,
  leadTimeAcross,
  leadTimeWithWorstCase,
  remainingDays,
} from '@stockcast/forecasting'
import type { SupplierTerms } from './find-suppliers.ts'

/** Equally likely days on which an open order may arrive; an odd number has a middle one. */
const ARRIVAL_COUNT = 5

/**
 * Returns equally likely numbers of days until an open order arrives, in ascending order and at least one; null where the
 * supplier's lead time has no spread. A day that the supplier confirmed, counted from the order, is their centre.
 */
export function arrivalDays(
  supplier: SupplierTerms,
  order: { ageDays: number; confirmedDays: number | null },
): number[] | null {
  const distribution = spreadOf(supplier, 'distribution')
  return distribution && remainingDays(distribution, { ...order, count: ARRIVAL_COUNT })
}

/**
 * Returns the epoch day after which an order is late: nine in ten of the supplier's received orders took no longer. A day
 * that the supplier confirmed replaces the centre; without one, days on which the supplier is closed are added. Null where
 * the lead time has no spread.
 */
export function lateAfter(
  supplier: SupplierTerms,
  { orderedOn, confirmedDays }: { orderedOn: number; confirmedDays: number | null },
): number | null {
  const distribution = spreadOf(supplier, 'received')
  if (distribution === null) return null
  const days = lateAfterDays(distribution, confirmedDays)
  const { shutdowns } = supplier.calendar
  return orderedOn + (confirmedDays === null ? leadTimeAcross(days, orderedOn, shutdowns) : days)
}

function spreadOf(
  { learned, statedDays, worstDays }: SupplierTerms,
  of: 'distribution' | 'received',
): LeadTimeDistribution | null {
  if (learned !== null && learned.orders >= LEARNED_FROM_ORDERS) return learned[of]
  return statedDays !== null && worstDays !== null ? leadTimeWithWorstCase(statedDays, worstDays) : null
}
