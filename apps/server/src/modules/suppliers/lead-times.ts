import {
  LEARNED_FROM_ORDERS,
  type LeadTime,
  purchaseOrderNumber,
  type SupplierDetail,
} from '@stockcast/contract'
import {
  effectiveLeadTime,
  type LeadTimeDistribution,
  learnLeadTime,
  observedLeadTime,
  quantileOfLeadTime,
} from '@stockcast/forecasting'
import { dayFromEpoch, epochDay } from '../../calendar.ts'
import type { Context } from '../../verb-context.ts'
import { effectivePolicy, findSettings } from '../settings/index.ts'
import { type AcceptedDay, listAcceptedDays, listOpenOrderDays } from './history-queries.ts'
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

/** Returns the lead time of each supplier, for products that have none of their own, and what it was learned from. */
export async function findLeadTimes(
  { merchantId, tx }: Context,
  { suppliers, today }: { suppliers: readonly StoredSupplier[]; today: string },
): Promise<Map<number, SupplierLeadTime>> {
  const supplierIds = suppliers.map(({ id }) => id)
  const accepted = await listAcceptedDays(tx, { merchantId, supplierIds, today, days: LEARNED_DAYS })
  const open = Map.groupBy(await listOpenOrderDays(tx, { merchantId, supplierIds }), (row) => row.supplierId)
  const shop = effectivePolicy(await findSettings(tx, merchantId))
  const acceptedOf = Map.groupBy(accepted, (row) => row.supplierId)
  return new Map(
    suppliers.map((supplier) => {
      const observed = observedOf(acceptedOf.get(supplier.id) ?? [])
      const openAges = (open.get(supplier.id) ?? []).map(
        ({ orderedOn }) => epochDay(today) - epochDay(orderedOn),
      )
      const yearAgo = epochDay(today) - YEAR_DAYS
      return [
        supplier.id,
        {
          leadTime: leadTimeOf(supplier, { observed, openAges: openAges.filter((age) => age > 0), shop }),
          observed,
          daysOfLastYear: observed
            .filter(({ orderedOn }) => epochDay(orderedOn) > yearAgo)
            .map(({ days }) => days),
        },
      ]
    }),
  )
}

/** Returns the lead time of each order that arrived; an order entered on the day it arrived is left out. */
function observedOf(accepted: readonly AcceptedDay[]): SupplierDetail['leadTimes'] {
  const byOrder = Map.groupBy(accepted, (row) => row.orderId)
  return [...byOrder.values()].flatMap((rows) => {
    const { orderId, number, orderedOn } = rows[0]!
    const days = observedLeadTime(
      epochDay(orderedOn),
      rows.map(({ day, units }) => ({ day: epochDay(day), units })),
    )
    if (days === null) return []
    const arrivedOn = dayFromEpoch(epochDay(orderedOn) + days)
    return [{ orderId, number: purchaseOrderNumber(number), orderedOn, arrivedOn, days }]
  })
}

interface History {
  observed: SupplierDetail['leadTimes']
  openAges: readonly number[]
  shop: ReturnType<typeof effectivePolicy>
}

function leadTimeOf(supplier: StoredSupplier, { observed, openAges, shop }: History): LeadTime {
  const { statedLeadTimeDays, worstLeadTimeDays } = supplier
  const observedDays = observed.map(({ days }) => days)
  const statedDays = statedLeadTimeDays ?? Math.max(1, shop.leadTimeDays)
  const distribution = observedDays.length > 0 ? learnLeadTime({ statedDays, observedDays, openAges }) : null
  const { source, leadTimeDays, leadTimes } = effectiveLeadTime({
    variantDays: null,
    supplierVariantDays: null,
    learned: distribution && { distribution, orders: observedDays.length },
    statedDays: statedLeadTimeDays,
    worstDays: worstLeadTimeDays,
    shopDays: shop.leadTimeDays,
  })
  const isSpread = leadTimes !== null
  const learnedQuantile = (share: number) =>
    distribution && observedDays.length >= LEARNED_FROM_ORDERS ? quantileDays(distribution, share) : null
  return {
    days: leadTimeDays,
    p10: isSpread ? middleOf(leadTimes, 0.1) : leadTimeDays,
    p90: isSpread ? middleOf(leadTimes, 0.9) : leadTimeDays,
    source: source === 'shop' ? (shop.leadTimeSource === 'merchant' ? 'merchant' : 'default') : source,
    learned: {
      orders: observedDays.length,
      shortestDays: observedDays.length > 0 ? Math.min(...observedDays) : null,
      longestDays: observedDays.length > 0 ? Math.max(...observedDays) : null,
      p10: learnedQuantile(0.1),
      p50: learnedQuantile(0.5),
      p90: learnedQuantile(0.9),
    },
    statedDays: statedLeadTimeDays,
  }
}

function quantileDays(distribution: LeadTimeDistribution, share: number): number {
  return Math.max(1, Math.round(quantileOfLeadTime(distribution, share)))
}

/** Returns the equally likely lead time at this share of the list, of which each stands for the middle of its part. */
function middleOf(days: readonly number[], share: number): number {
  return days[Math.min(days.length - 1, Math.floor(share * days.length))]!
}
