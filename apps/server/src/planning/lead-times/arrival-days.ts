import {
  chanceOfArrival,
  LEARNED_FROM_ORDERS,
  type LeadTimeDistribution,
  lateAfterDays,
  leadTimeAcross,
  leadTimeWithWorstCase,
  remainingDays,
  usualLeadTime,
} from '@stockcast/forecasting'
import type { Incoming } from '@stockcast/forecasting/decisions'
import type { SupplierTerms } from './find-suppliers.ts'
import { leadTimeFrom, offerLeadTime } from './offer-lead-time.ts'

/** Equally likely days on which an open order may arrive; an odd number has a middle one. */
const ARRIVAL_COUNT = 5

/** Lead times that were typed for a product: at the supplier, and for the product itself. */
export interface TypedLeadTimes {
  itemDays: number | null
  variantDays: number | null
}

/** Returns the epoch day on which an order is expected, with the lead time and the shutdowns that plans use. */
export function expectedDay(
  supplier: SupplierTerms,
  { itemDays, variantDays }: TypedLeadTimes,
  { orderedOn, shopDays }: { orderedOn: number; shopDays: number },
): number {
  const usual = offerLeadTime({ supplier, leadTimeDays: itemDays }, { variantDays, shopDays })
  return orderedOn + leadTimeFrom(orderedOn, usual, supplier).leadTimeDays
}

/** When units that were ordered arrive, in days from today, and the chance that they do. */
export type Arrival = Pick<Incoming, 'day' | 'days' | 'probability'>

/**
 * Returns when units arrive that are expected on a day: on that day, or around it where the supplier's lead time has a
 * spread. Past it they arrive on days that follow from the age of the order, never today, and ever less surely; without a
 * known spread, that of a usual supplier is taken. All are epoch days.
 */
export function getArrival(
  supplier: SupplierTerms | null,
  { orderedOn, expectedOn, today }: { orderedOn: number; expectedOn: number; today: number },
): Arrival {
  const [ageDays, expectedDays] = [today - orderedOn, Math.max(0, expectedOn - orderedOn)]
  const isLate = today > expectedOn
  const known = supplier && getSpread(supplier, 'distribution')
  if (!known && !isLate) return { day: Math.max(1, expectedOn - today) }
  const distribution = known ?? usualLeadTime(expectedDays)
  const days = remainingDays(distribution, { ageDays, confirmedDays: expectedDays, count: ARRIVAL_COUNT })
  if (!isLate) return { day: Math.max(1, expectedOn - today), days }
  const probability = chanceOfArrival(distribution, { ageDays, expectedDays })
  return { day: days[Math.floor(days.length / 2)]!, days, probability }
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
  const distribution = getSpread(supplier, 'received')
  if (distribution === null) return null
  const days = lateAfterDays(distribution, confirmedDays)
  const { shutdowns } = supplier.calendar
  return orderedOn + (confirmedDays === null ? leadTimeAcross(days, orderedOn, shutdowns) : days)
}

function getSpread(
  { learned, statedDays, worstDays }: SupplierTerms,
  of: 'distribution' | 'received',
): LeadTimeDistribution | null {
  if (learned !== null && learned.orders >= LEARNED_FROM_ORDERS) return learned[of]
  return statedDays !== null && worstDays !== null ? leadTimeWithWorstCase(statedDays, worstDays) : null
}
