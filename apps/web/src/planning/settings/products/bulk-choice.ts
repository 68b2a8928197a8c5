import type { BulkVariantSettings } from '@stockcast/contract'
import { type Field, fields, readNumber } from './draft.ts'

/** What happens to one setting of many products. */
export interface Choice {
  kind: 'keep' | 'set' | 'clear'
  typed: string
}
export type Choices = Record<Field, Choice>

const keep: Choice = { kind: 'keep', typed: '' }
export const keepAll: Choices = { safetyStock: keep, leadTimeDays: keep, coverDays: keep }

export function isAnyChange(choices: Choices): boolean {
  return Object.values(choices).some(({ kind }) => kind !== 'keep')
}

/** Returns why the typed value cannot be set; null where it can. */
export function getFault(field: Field, choices: Choices): string | null {
  const { kind, typed } = choices[field]
  if (kind !== 'set') return null
  const read = readNumber(field, typed)
  if ('fault' in read) return read.fault
  return read.value === null ? 'Enter a number, or choose the default.' : null
}

export function setOf(choices: Choices): BulkVariantSettings['set'] {
  const set: BulkVariantSettings['set'] = {}
  for (const field of fields) {
    const { kind, typed } = choices[field]
    if (kind === 'clear') set[field] = null
    if (kind === 'set') set[field] = Number(typed.trim())
  }
  return set
}
