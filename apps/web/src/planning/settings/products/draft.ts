import {
  MAX_COVER_DAYS,
  MAX_LEAD_TIME_DAYS,
  MAX_SAFETY_STOCK,
  type VariantSettings,
  type VariantSettingsRow,
} from '@stockcast/contract'
import { formatUnits } from '../../../ui/format/numbers.ts'

/** The text typed for one product and not saved yet. */
export type Draft = Record<keyof VariantSettings, string>
export type Field = keyof VariantSettings

export const fields: readonly Field[] = ['safetyStock', 'leadTimeDays', 'coverDays']
const limits: Record<Field, { least: number; most: number }> = {
  safetyStock: { least: 0, most: MAX_SAFETY_STOCK },
  leadTimeDays: { least: 0, most: MAX_LEAD_TIME_DAYS },
  coverDays: { least: 1, most: MAX_COVER_DAYS },
}

export function getDraft({ safetyStock, leadTimeDays, coverDays }: VariantSettings): Draft {
  return {
    safetyStock: String(safetyStock ?? ''),
    leadTimeDays: String(leadTimeDays ?? ''),
    coverDays: String(coverDays ?? ''),
  }
}

/**
 * Parses a field: empty is unset (G-03); anything but a whole number in range is an error with its
 * sentence.
 */
export function readNumber(field: Field, typed: string): { value: number | null } | { fault: string } {
  const text = typed.trim()
  if (text === '') return { value: null }
  const value = Number(text)
  const { least, most } = limits[field]
  const isUsable = /^\d+$/.test(text) && value >= least && value <= most
  return isUsable ? { value } : { fault: `Enter a whole number from ${least} to ${formatUnits(most)}.` }
}

/** Returns the numbers of a draft, or its first error. */
export function readDraft(draft: Draft): VariantSettings | { field: Field; fault: string } {
  const values: VariantSettings = { safetyStock: null, leadTimeDays: null, coverDays: null }
  for (const field of fields) {
    const read = readNumber(field, draft[field])
    if ('fault' in read) return { field, fault: read.fault }
    values[field] = read.value
  }
  return values
}

export function isChanged(draft: Draft, row: VariantSettingsRow): boolean {
  const saved = getDraft(row)
  return fields.some((field) => draft[field].trim() !== saved[field])
}
