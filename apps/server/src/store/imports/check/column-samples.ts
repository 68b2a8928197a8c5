import { IMPORT_COLUMNS_SHOWN } from '@stockcast/contract'
import { shownCell } from '../../../providers/files/find-columns.ts'

const VALUES = 3
const VALUE_CHARACTERS = 60
/** Rows in which values are looked for. */
const ROWS_LOOKED_AT = 200

export interface Samples {
  note(cells: readonly string[]): void
  /** Up to three values of each of the first columns. */
  values(): string[][]
}

/** Collects a few values of each of the first columns of a file, to show next to what the column was recognised as. */
export function createSamples(heads: readonly string[]): Samples {
  const values = heads.slice(0, IMPORT_COLUMNS_SHOWN).map(() => new Set<string>())
  let rows = 0
  return {
    note: (cells) => {
      if (rows++ >= ROWS_LOOKED_AT) return
      for (const [index, found] of values.entries()) {
        const value = shownCell((cells[index] ?? '').trim().slice(0, VALUE_CHARACTERS))
        if (value !== '' && found.size < VALUES) found.add(value)
      }
    },
    values: () => values.map((found) => [...found]),
  }
}
