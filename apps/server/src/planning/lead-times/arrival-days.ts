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

/** Number of equally likely days on which an open order may arrive; odd, so that one of them is the median. */
const ARRIVAL_COUNT = 5

/** Lead times that the merchant entered for a product: with its supplier, and for the product itself. */
export interface TypedLeadTimes {
  itemDays: number | null
  variantDays: number | null
}

/** Returns the epoch day on which an order is expected, by the lead time and the shutdowns that plans use. */
export function expectedDay(
  supplier: SupplierTerms,
  { itemDays, variantDays }: TypedLeadTimes,
  { orderedOn, shopDays }: { orderedOn: number; shopDays: number },
): number {
  const usual = offerLeadTime({ supplier, leadTimeDays: itemDays }, { variantDays, shopDays })
  return orderedOn + leadTimeFrom(orderedOn, usual, supplier).leadTimeDays
}

/** When ordered units arrive, in days from today, and the probability that they do. */
export type Arrival = Pick<Incoming, 'day' | 'days' | 'probability'>

/**
 * Returns when units that are expected on a day arrive: on that day, or on days around it if the spread of the supplier's lead
 * time is known. Overdue units arrive on days that follow from the age of the order, never today, and with a probability that
 * falls from day to day; if the spread is unknown, a typical supplier's is used. The arguments are epoch days.
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
 * Returns the epoch day after which an order is late: nine in ten of the supplier's received orders took no longer. A day that
 * the supplier confirmed replaces the centre of the distribution; without one, days on which the supplier is closed are added.
 * Null if the spread of the lead time is unknown.
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
