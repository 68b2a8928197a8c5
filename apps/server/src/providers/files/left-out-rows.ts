import { LEFT_OUT_CHARACTERS, type LeftOut } from '@stockcast/contract'
import { shownCell } from './find-columns.ts'

export interface LeftOutRows {
  add(row: LeftOut['rows'][number]): void
  all(): LeftOut
}

/** Collects rows that are left out, as far as a file to mend may have them. */
export function createLeftOutRows(heads: readonly string[]): LeftOutRows {
  const rows: LeftOut['rows'] = []
  let characters = 0
  return {
    add: ({ line, cells, reason }) => {
      characters += cells.reduce((sum, cell) => sum + cell.length + 1, reason.length)
      if (characters <= LEFT_OUT_CHARACTERS) rows.push({ line, cells: cells.map(shownCell), reason })
    },
    all: () => ({ heads: [...heads], rows }),
  }
}
