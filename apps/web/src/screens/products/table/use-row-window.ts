import type { RefObject } from 'react'
import { type RowRange, useRowHeight, useWindowRows } from '../../../ui/table/use-window-rows.ts'
import { rowsInView } from './page-window.ts'

/** Heights of what is sticky above and under the rows: the column heads, and the foot. */
const HEAD_REM = 2.375
const FOOT_REM = 2.5

export interface RowWindow {
  rowHeightPx: number
  /** Rows in the document. */
  rendered: RowRange
  inView: RowRange | null
  /** Height of all rows before and after those in the document. */
  beforePx: number
  afterPx: number
}

/**
 * Returns which rows of `total` the document contains while the page scrolls, and which of them are
 * visible.
 */
export function useRowWindow(body: RefObject<HTMLElement | null>, total: number): RowWindow {
  const { rowHeightPx, isBlocks, rem } = useProductRowHeight()
  const { seen, listTopPx, ...rows } = useWindowRows(body, { total, rowHeightPx })
  const headPx = isBlocks ? 0 : HEAD_REM * rem
  return {
    ...rows,
    rowHeightPx,
    inView: rowsInView({
      top: seen.topPx + headPx - listTopPx,
      heightPx: seen.heightPx - headPx - FOOT_REM * rem,
      rowHeightPx,
      total,
    }),
  }
}

export const useProductRowHeight = () => useRowHeight('66em')
