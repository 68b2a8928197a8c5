import type { LeadTime, SupplierDetail } from '@stockcast/contract'
import { observedLeadTime } from '@stockcast/forecasting'
import { dayFromEpoch, epochDay } from '../../kernel/calendar.ts'
import type { Context } from '../../kernel/verb-context.ts'
import {
  effectivePolicy,
  findSettings,
  findSuppliers,
  offerLeadTime,
  shownLeadTime,
} from '../../planning/index.ts'
import { type AcceptedDay, listAcceptedDays } from './history-queries.ts'
import type { StoredSupplier } from './queries.ts'

/** Lead times are learned from the orders of the last 24 months. */
const LEARNED_DAYS = 730
const YEAR_DAYS = 365

export interface SupplierLeadTime {
  leadTime: LeadTime
  /** The finished orders behind it, newest first. */
  observed: SupplierDetail['leadTimes']
  /** Lead times of the orders that were placed in the last 365 days. */
  daysOfLastYear: number[]
}

/**
 * Returns the lead time of each supplier, for products that have none of their own, and what it was learned from. Suppliers
 * that were removed meanwhile are left out.
 */
export async function findLeadTimes(
  { merchantId, tx }: Context,
  { suppliers, today }: { suppliers: readonly StoredSupplier[]; today: string },
): Promise<Map<number, SupplierLeadTime>> {
  const supplierIds = suppliers.map(({ id }) => id)
  const day = epochDay(today)
  const shop = effectivePolicy(await findSettings(tx, merchantId))
  const shopDays = shop.leadTimeDays
  const shopSource = shop.leadTimeSource === 'merchant' ? 'merchant' : 'default'
  const terms = await findSuppliers(tx, { merchantId, supplierIds, today: day, shopDays })
  const accepted = await listAcceptedDays(tx, { merchantId, supplierIds, today, days: LEARNED_DAYS })
  const acceptedOf = Map.groupBy(accepted, (row) => row.supplierId)
  return new Map(
    supplierIds.flatMap((id) => {
      const supplier = terms.get(id)
      if (supplier === undefined) return []
      const usual = offerLeadTime({ supplier, leadTimeDays: null }, { variantDays: null, shopDays })
      const observed = getObserved(acceptedOf.get(id) ?? [])
      const isOfLastYear = ({ orderedOn }: { orderedOn: string }) => epochDay(orderedOn) > day - YEAR_DAYS
      const daysOfLastYear = observed.filter(isOfLastYear).map(({ days }) => days)
      return [
        [id, { leadTime: shownLeadTime(usual, { supplier, shopSource }), observed, daysOfLastYear }] as const,
      ]
    }),
  )
}

/** Returns the lead time of each order that arrived; an order entered on the day it arrived is left out. */
function getObserved(accepted: readonly AcceptedDay[]): SupplierDetail['leadTimes'] {
  const byOrder = Map.groupBy(accepted, (row) => row.orderId)
  return [...byOrder.values()].flatMap((rows) => {
    const { orderId, number, orderedOn } = rows[0]!
    const days = observedLeadTime(
      epochDay(orderedOn),
      rows.map(({ day, units }) => ({ day: epochDay(day), units })),
    )
    if (days === null) return []
    const arrivedOn = dayFromEpoch(epochDay(orderedOn) + days)
    return [{ orderId, number, orderedOn, arrivedOn, days }]
  })
}
