import type { RowRange } from './use-window-rows.ts'

/** Rows in one request. */
export const PAGE_SIZE = 100

/** Returns the pages (from 1) that contain the rows and `lookAhead` rows on either side of them. */
export function pagesAround({ first, last }: RowRange, total: number, lookAhead: number): number[] {
  const pageOf = (row: number) => Math.floor(Math.min(Math.max(row, 0), total - 1) / PAGE_SIZE) + 1
  if (total <= 0) return []
  const firstPage = pageOf(first - lookAhead)
  const count = pageOf(last + lookAhead) - firstPage + 1
  return Array.from({ length: count }, (_, i) => firstPage + i)
}

interface Scrolled {
  /** Px from the top of the first row to the upper edge of the visible area; negative above the list. */
  top: number
  heightPx: number
  rowHeightPx: number
  total: number
}

/** Returns the rows of which at least half is visible; null where none is. */
export function rowsInView({ top, heightPx, rowHeightPx, total }: Scrolled): RowRange | null {
  const first = Math.max(0, Math.round(top / rowHeightPx))
  const last = Math.min(total, Math.round((top + heightPx) / rowHeightPx)) - 1
  return last < first ? null : { first, last }
}
