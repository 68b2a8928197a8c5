import type { Tx } from '../../database/app-database.ts'
import { type EffectivePolicy, effectivePolicy, type VariantOverride } from './effective-policy.ts'
import { findServiceLevel, findSettings } from './queries.ts'

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
