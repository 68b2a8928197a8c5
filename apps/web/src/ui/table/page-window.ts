/** Rows counted from 0; both ends are included. */
export interface RowRange {
  first: number
  last: number
}

/** Rows in one request. */
export const PAGE_SIZE = 100

/** Returns the pages (from 1) that contain the rows and `lookAhead` rows on either side of them. */
export function pagesAround({ first, last }: RowRange, total: number, lookAhead: number): number[] {
  const getPage = (row: number) => Math.floor(Math.min(Math.max(row, 0), total - 1) / PAGE_SIZE) + 1
  if (total <= 0) return []
  const firstPage = getPage(first - lookAhead)
  const count = getPage(last + lookAhead) - firstPage + 1
  return Array.from({ length: count }, (_, i) => firstPage + i)
}

interface Scrolled {
  /** Px from the top of the first row to the upper edge of the visible area; negative above the list. */
  top: number
  heightPx: number
  rowHeightPx: number
  total: number
}

/** Returns the rows of which any part is visible; null if none is. */
export function rowsInView({ top, heightPx, rowHeightPx, total }: Scrolled): RowRange | null {
  const first = Math.max(0, Math.floor(top / rowHeightPx))
  const last = Math.min(total, Math.ceil((top + heightPx) / rowHeightPx)) - 1
  return last < first ? null : { first, last }
}

/**
 * Rows that scroll by faster than this share of a row per frame are not drawn: nobody can read them, and drawing would delay
 * the next frame.
 */
const PASSING_ROWS = 0.75
/** Scrolls that follow each other within this time are one movement. */
const MOVEMENT_MS = 100

interface ScrolledTo {
  offset: number
  atMs: number
}

/**
 * Returns whether a scroll is part of a movement that is too fast to read rows. A single jump is not, so the rows at its end
 * are drawn.
 */
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

/** Rows on either side of the visible ones that are always in the document, for quick scrolls and for the Tab key. */
export const NEAR_ROWS = 8
/** Rows are added and removed this many at a time, because each change costs as much as the rows themselves. */
const STEP_ROWS = 8

interface Held {
  /** Rows in the document. */
  held: RowRange
  /** Rows at least partly visible. */
  seen: RowRange
  total: number
  /** Rows on either side of the visible ones that the document contains at most. */
  ahead: number
}

interface Resting extends Held {
  isLoaded: (index: number) => boolean
}

/** Returns the rows of the document while it scrolls: the same ones as long as they reach beyond the visible ones. */
export function rowsInMotion({ held, seen, total, ahead }: Held): RowRange {
  const near = widened(seen, NEAR_ROWS, total)
  if (held.first <= near.first && held.last >= near.last) return held
  if (held.last < near.first || held.first > near.last) return near
  const most = widened(seen, ahead, total)
  const step = widened(near, STEP_ROWS, total)
  return held.last < near.last
    ? { first: Math.max(held.first, most.first), last: step.last }
    : { first: step.first, last: Math.min(held.last, most.last) }
}

/**
 * Returns the rows of the document after one more step at rest, in which it takes loaded rows ahead, so that
 * the next scroll finds them there.
 */
export function rowsAtRest({ held, seen, total, ahead, isLoaded }: Resting): RowRange {
  const most = widened(seen, ahead, total)
  const last = Math.min(held.last + STEP_ROWS, most.last)
  if (last > held.last && isLoaded(held.last + 1) && isLoaded(last))
    return { first: Math.max(held.first, most.first), last }
  const first = Math.max(held.first - STEP_ROWS, most.first)
  if (first < held.first && isLoaded(first) && isLoaded(held.first - 1))
    return { first, last: Math.min(held.last, most.last) }
  return held
}

function widened({ first, last }: RowRange, rows: number, total: number): RowRange {
  return { first: Math.max(0, first - rows), last: Math.min(total - 1, last + rows) }
}
