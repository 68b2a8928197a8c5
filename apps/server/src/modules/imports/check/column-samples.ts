import { IMPORT_COLUMNS_SHOWN, type Import } from '@stockcast/contract'
import { shownCell } from '../../../files/column-names.ts'
import { headHashOf } from '../columns/head-hash.ts'
import type { Columns } from './layouts.ts'

const VALUES = 3
const VALUE_CHARACTERS = 60
/** Rows in which values are looked for. */
const ROWS_LOOKED_AT = 200

/** Collects a few values of each of the first columns of a file, to show what they were taken for. */
export function createSamples({ names, at, wide }: Columns): {
  note(cells: readonly string[]): void
  /** `hidesUnread`: the columns that are not read may be about buyers, and show no values. */
  columns(hidesUnread: boolean): Pick<Import, 'headHash' | 'columns'>
} {
  const shown = names.slice(0, IMPORT_COLUMNS_SHOWN)
  const values = shown.map(() => new Set<string>())
  const fieldAt = new Map([...at].map(([field, index]) => [index, field]))
  const isWide = new Set(wide.map(({ index }) => index))
  let rows = 0
  return {
    note: (cells) => {
      if (rows++ >= ROWS_LOOKED_AT) return
      for (const [index, found] of values.entries()) {
        const value = shownCell((cells[index] ?? '').trim().slice(0, VALUE_CHARACTERS))
        if (value !== '' && found.size < VALUES) found.add(value)
      }
    },
    columns: (hidesUnread) => ({
      headHash: headHashOf(names),
      columns: shown.map((header, index) => {
        const field = fieldAt.get(index) ?? null
        const isRead = field !== null || isWide.has(index)
        return { header, field, isRead, values: isRead || !hidesUnread ? [...values[index]!] : [] }
      }),
    }),
  }
}
