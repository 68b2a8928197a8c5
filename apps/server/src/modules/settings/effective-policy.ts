import { DEFAULT_LEAD_TIME_DAYS, DEFAULT_SAFETY_STOCK, type Settings } from '@stockcast/contract'
import { DEFAULT_SERVICE_LEVEL, type ReplenishmentPolicy } from '@stockcast/forecasting/decisions'
import type { Tx } from '../../database/app-database.ts'
import { findServiceLevel, findSettings } from './queries.ts'

/** Days of demand that one order covers after it has arrived. */
const DEFAULT_REVIEW_PERIOD_DAYS = 30

export type PolicySource = 'variant' | 'merchant' | 'default'

export interface VariantOverride {
  safetyStock: number | null
  leadTimeDays: number | null
}

export interface EffectivePolicy extends ReplenishmentPolicy {
  safetyStockSource: PolicySource
  leadTimeSource: PolicySource
}

/**
 * Implements checklist W-01 for each value: the variant's override, otherwise the merchant's default,
 * otherwise the spec's. The whole shop has one service level.
 */
export function effectivePolicy(
  settings: Settings | null,
  override: VariantOverride | null = null,
  serviceLevel = DEFAULT_SERVICE_LEVEL,
): EffectivePolicy {
  const safety = firstOf(override?.safetyStock, settings?.defaultSafetyStock, DEFAULT_SAFETY_STOCK)
  const leadTime = firstOf(override?.leadTimeDays, settings?.defaultLeadTimeDays, DEFAULT_LEAD_TIME_DAYS)
  return {
    safetyStock: safety.value,
    safetyStockSource: safety.source,
    leadTimeDays: leadTime.value,
    leadTimeSource: leadTime.source,
    serviceLevel,
    reviewPeriodDays: DEFAULT_REVIEW_PERIOD_DAYS,
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
 * Reads the merchant's settings once and returns the effective policy of each variant from its own settings.
 */
export async function findPolicies(
  tx: Tx,
  merchantId: number,
): Promise<(override: VariantOverride) => EffectivePolicy> {
  const settings = await findSettings(tx, merchantId)
  const serviceLevel = await findServiceLevel(tx, merchantId)
  return (override) => effectivePolicy(settings, override, serviceLevel)
}
