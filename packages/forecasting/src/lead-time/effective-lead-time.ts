import { equallyLikelyDays, leadTimeWithWorstCase, wholeDays } from './equally-likely-days.ts'
import { LEARNED_FROM_ORDERS, type LeadTimeDistribution, quantileOfLeadTime } from './learn-lead-time.ts'

/** Where a lead time comes from, the first that is known. */
export const LEAD_TIME_SOURCES = ['variant', 'supplier_variant', 'learned', 'stated', 'shop'] as const
export type LeadTimeSource = (typeof LEAD_TIME_SOURCES)[number]

/** What is known of a variant's lead time; null for what nobody has entered or learned. */
export interface KnownLeadTimes {
  /** Typed for the variant. */
  variantDays: number | null
  /** Typed for the variant at its supplier. */
  supplierVariantDays: number | null
  /** Learned from the supplier's orders, with the number of those received. */
  learned: { distribution: LeadTimeDistribution; orders: number } | null
  /** Typed for the supplier. */
  statedDays: number | null
  /** The worst case typed for the supplier, read as its 90 % quantile until the lead time is learned. */
  worstDays: number | null
  /** The shop's default. */
  shopDays: number
}

export interface EffectiveLeadTime {
  source: LeadTimeSource
  /** The typed number, or the median of a distribution. */
  leadTimeDays: number
  /** Equally likely lead times in ascending order; null for a single number without spread. */
  leadTimes: readonly number[] | null
  /** One in ten orders is faster than the first, nine in ten are faster than the second. */
  p10: number
  p90: number
}

/**
 * Returns the lead time that counts and where it comes from: the variant's own, otherwise the one of the variant
 * at its supplier, otherwise the learned one (from three received orders on), otherwise the stated one, otherwise
 * the shop's default. Only a learned lead time and a worst case have a spread.
 */
export function effectiveLeadTime(known: KnownLeadTimes): EffectiveLeadTime {
  const { variantDays, supplierVariantDays, learned, statedDays, worstDays, shopDays } = known
  if (variantDays !== null) return single('variant', variantDays)
  if (supplierVariantDays !== null) return single('supplier_variant', supplierVariantDays)
  if (learned && learned.orders >= LEARNED_FROM_ORDERS) {
    return {
      source: 'learned',
      leadTimeDays: wholeDays(quantileOfLeadTime(learned.distribution, 0.5)),
      ...getSpread(learned.distribution),
    }
  }
  if (statedDays === null) return single('shop', shopDays)
  const spread = worstDays === null ? null : leadTimeWithWorstCase(statedDays, worstDays)
  return { ...single('stated', statedDays), ...(spread && getSpread(spread)) }
}

function single(source: LeadTimeSource, leadTimeDays: number): EffectiveLeadTime {
  return { source, leadTimeDays, leadTimes: null, p10: leadTimeDays, p90: leadTimeDays }
}

function getSpread(distribution: LeadTimeDistribution): Pick<EffectiveLeadTime, 'leadTimes' | 'p10' | 'p90'> {
  const quantile = (probability: number) => wholeDays(quantileOfLeadTime(distribution, probability))
  return { leadTimes: equallyLikelyDays(distribution), p10: quantile(0.1), p90: quantile(0.9) }
}
