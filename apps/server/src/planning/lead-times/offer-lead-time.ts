import type { LeadTime } from '@stockcast/contract'
import {
  type EffectiveLeadTime,
  effectiveLeadTime,
  LEARNED_FROM_ORDERS,
  leadTimeAcross,
  quantileOfLeadTime,
  wholeDays,
} from '@stockcast/forecasting'
import type { VariantOffer } from './find-suppliers.ts'

/**
 * Lead times of a supplier by the shop's own number of days. One that was not entered for a single variant is the same for all
 * variants, and is computed once.
 */
const computed = new WeakMap<VariantOffer['supplier'], Map<number, EffectiveLeadTime>>()

/** Returns the lead time of a variant at one of its suppliers, and where it comes from. */
export function offerLeadTime(
  { supplier, leadTimeDays }: Pick<VariantOffer, 'supplier' | 'leadTimeDays'>,
  { variantDays, shopDays }: { variantDays: number | null; shopDays: number },
): EffectiveLeadTime {
  const { learned, statedDays, worstDays } = supplier
  const compute = () =>
    effectiveLeadTime({
      variantDays,
      supplierVariantDays: leadTimeDays,
      learned,
      statedDays,
      worstDays,
      shopDays,
    })
  if (variantDays !== null || leadTimeDays !== null) return compute()
  const byShopDays = computed.get(supplier) ?? new Map<number, EffectiveLeadTime>()
  computed.set(supplier, byShopDays)
  const leadTime = byShopDays.get(shopDays) ?? compute()
  byShopDays.set(shopDays, leadTime)
  return leadTime
}

/** Returns the lead time of an order that is placed on this day, with the supplier's shutdowns. */
export function leadTimeFrom(
  orderedOn: number,
  lead: EffectiveLeadTime,
  { calendar: { shutdowns } }: Pick<VariantOffer['supplier'], 'calendar'>,
): EffectiveLeadTime {
  if (shutdowns.length === 0) return lead
  const across = (days: number) => leadTimeAcross(days, orderedOn, shutdowns)
  const { leadTimeDays, leadTimes, p10, p90 } = lead
  return {
    ...lead,
    leadTimeDays: across(leadTimeDays),
    leadTimes: leadTimes?.map(across) ?? null,
    p10: across(p10),
    p90: across(p90),
  }
}

/** Returns a lead time as screens show it. `shopSource` says where the shop's own number comes from. */
export function shownLeadTime(
  { source, leadTimeDays, p10, p90 }: EffectiveLeadTime,
  { supplier, shopSource }: { supplier: VariantOffer['supplier']; shopSource: 'merchant' | 'default' },
): LeadTime {
  const { learned, observedDays, statedDays } = supplier
  const quantile = (share: number) =>
    learned && learned.orders >= LEARNED_FROM_ORDERS
      ? wholeDays(quantileOfLeadTime(learned.distribution, share))
      : null
  return {
    days: leadTimeDays,
    p10,
    p90,
    source: source === 'shop' ? shopSource : source,
    learned: {
      orders: observedDays.length,
      shortestDays: observedDays.length > 0 ? Math.min(...observedDays) : null,
      longestDays: observedDays.length > 0 ? Math.max(...observedDays) : null,
      p10: quantile(0.1),
      p50: quantile(0.5),
      p90: quantile(0.9),
    },
    statedDays,
  }
}
