/** Rows counted from 0; both ends are included. */
export interface RowRange {
  first: number
  last: number
}

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

/** More of a row than this in one frame only passes: nobody reads it, and it would cost time of the next frame. */
const PASSING_ROWS = 0.75
/** Scrolls that follow each other within this time are one movement. */
const MOVEMENT_MS = 100

interface ScrolledTo {
  offset: number
  atMs: number
}

/** Returns whether a scroll goes on so quickly that its rows only pass; a single jump shows where it leads. */
export function onlyPasses({
  from,
  to,
  rowPx,
}: {
  from: ScrolledTo
  to: ScrolledTo
  rowPx: number
}): boolean {
  const movedRows = Math.abs(to.offset - from.offset) / rowPx
  return to.atMs - from.atMs < MOVEMENT_MS && movedRows > PASSING_ROWS
}
