import {
  DEFAULT_COVER_DAYS,
  DEFAULT_LEAD_TIME_DAYS,
  DEFAULT_SAFETY_STOCK,
  type Defaults,
  type LeadTimeSource,
  type VariantSettings,
} from '@stockcast/contract'
import { coverDays } from '@stockcast/forecasting'
import { DEFAULT_SERVICE_LEVEL, type ReplenishmentPolicy } from '@stockcast/forecasting/decisions'
import type { SomeVariants, Tx } from '../../kernel/database/app-database.ts'
import { findOffers, type VariantOffer } from '../lead-times/find-suppliers.ts'
import { leadTimeFrom, offerLeadTime } from '../lead-times/offer-lead-time.ts'
import { findServiceLevel, findSettings } from './queries.ts'

export type PolicySource = 'variant' | 'merchant' | 'default'

export interface EffectivePolicy extends ReplenishmentPolicy {
  /** The name of the preferred supplier. */
  supplier: string | null
  safetyStockSource: PolicySource
  leadTimeSource: LeadTimeSource
  leadTimeRange: { p10: number; p90: number } | null
}

/**
 * Implements checklist W-01 for each value: the variant's override, otherwise the merchant's default,
 * otherwise the spec's. The whole shop has one service level. Where the variant has a supplier, the lead time of that
 * supplier comes before the merchant's default, and its days of cover or order days say how long an order has to last.
 */
export function effectivePolicy(
  settings: Defaults | null,
  override: VariantSettings | null = null,
  serviceLevel = DEFAULT_SERVICE_LEVEL,
  supplied: { offer: VariantOffer; today: number } | null = null,
): EffectivePolicy {
  const safety = firstOf(override?.safetyStock, settings?.defaultSafetyStock, DEFAULT_SAFETY_STOCK)
  const leadTime = firstOf(override?.leadTimeDays, settings?.defaultLeadTimeDays, DEFAULT_LEAD_TIME_DAYS)
  return {
    safetyStock: safety.value,
    safetyStockSource: safety.source,
    leadTimeDays: leadTime.value,
    leadTimeSource: leadTime.source,
    leadTimeRange: null,
    supplier: supplied?.offer.supplier.name ?? null,
    serviceLevel,
    reviewPeriodDays: override?.coverDays ?? settings?.defaultCoverDays ?? DEFAULT_COVER_DAYS,
    ...(supplied && suppliedPolicy(supplied, { settings, override })),
  }
}

function suppliedPolicy(
  { offer, today }: { offer: VariantOffer; today: number },
  { settings, override }: { settings: Defaults | null; override: VariantSettings | null },
): Pick<
  EffectivePolicy,
  'leadTimeDays' | 'leadTimes' | 'leadTimeRange' | 'leadTimeSource' | 'reviewPeriodDays'
> {
  const shop = firstOf(null, settings?.defaultLeadTimeDays, DEFAULT_LEAD_TIME_DAYS)
  const usual = offerLeadTime(offer, { variantDays: override?.leadTimeDays ?? null, shopDays: shop.value })
  const { leadTimeDays, leadTimes, p10, p90, source } = leadTimeFrom(today, usual, offer.supplier)
  return {
    leadTimeDays,
    leadTimes: leadTimes ?? undefined,
    leadTimeRange: p10 === p90 ? null : { p10, p90 },
    leadTimeSource: source === 'shop' ? shop.source : source,
    reviewPeriodDays: coverDays(offer.supplier.calendar, today, {
      chosenDays: override?.coverDays ?? offer.supplier.coverDays,
      shopDays: settings?.defaultCoverDays ?? DEFAULT_COVER_DAYS,
    }),
  }
}

function firstOf(
  variant: number | null | undefined,
  merchant: number | undefined,
  fallback: number,
): { value: number; source: PolicySource } {
  if (variant !== null && variant !== undefined) return { value: variant, source: 'variant' }
  if (merchant !== undefined) return { value: merchant, source: 'merchant' }
  return { value: fallback, source: 'default' }
}

/**
 * Reads the settings, suppliers and received orders of a merchant once and returns the effective policy of each variant.
 */
export async function findPolicies(
  tx: Tx,
  { merchantId, variantIds, today }: SomeVariants & { today: number },
): Promise<(variantId: number, override: VariantSettings) => EffectivePolicy> {
  const [settings, serviceLevel] = await Promise.all([
    findSettings(tx, merchantId),
    findServiceLevel(tx, merchantId),
  ])
  const shopDays = settings?.defaultLeadTimeDays ?? DEFAULT_LEAD_TIME_DAYS
  const offers = await findOffers(tx, { merchantId, variantIds, today, shopDays })
  return (variantId, override) => {
    const offer = offers.get(variantId)?.[0]
    return effectivePolicy(settings, override, serviceLevel, offer ? { offer, today } : null)
  }
}
