import type { VariantSettings } from '@stockcast/contract'

/**
 * What is kept of a product's own numbers (checklist G-03): null where both are unset or zero, so that the defaults
 * hold. A zero beside another number is meant as zero.
 */
export function keptOverride(wanted: VariantSettings): VariantSettings | null {
  return wanted.safetyStock || wanted.leadTimeDays ? wanted : null
}

/** Numbers as they are kept; without an override both are null. */
export function keptNumbers(wanted: VariantSettings): VariantSettings {
  return keptOverride(wanted) ?? { safetyStock: null, leadTimeDays: null }
}

export function isSameOverride(a: VariantSettings, b: VariantSettings): boolean {
  return a.safetyStock === b.safetyStock && a.leadTimeDays === b.leadTimeDays
}
