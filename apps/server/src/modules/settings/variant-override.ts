import type { VariantSettings } from '@stockcast/contract'

/**
 * Returns what is stored of a product's own settings (checklist G-03): null when both are unset or zero, so
 * that the defaults apply. A zero beside another value is meant as zero.
 */
export function keptOverride(wanted: VariantSettings): VariantSettings | null {
  return wanted.safetyStock || wanted.leadTimeDays ? wanted : null
}

/** Returns the settings as stored; without an override both are null. */
export function keptNumbers(wanted: VariantSettings): VariantSettings {
  return keptOverride(wanted) ?? { safetyStock: null, leadTimeDays: null }
}

export function isSameOverride(a: VariantSettings, b: VariantSettings): boolean {
  return a.safetyStock === b.safetyStock && a.leadTimeDays === b.leadTimeDays
}
