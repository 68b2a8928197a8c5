import { createHash } from 'node:crypto'
import { MEND_HEAD } from '@stockcast/contract'
import { headKey } from '@stockcast/tables'

/** What the merchant chose for files with one head: our name of each column in order, null for one that is not read. */
export type ColumnChoices = ReadonlyMap<string, readonly (string | null)[]>

/** Returns what identifies the head of a file, whatever its case and spaces; a file to mend has that of the first one. */
export function getHeadHash(names: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(names.map(headKey).filter((key) => key !== headKey(MEND_HEAD))))
    .digest('hex')
}
