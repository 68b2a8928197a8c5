import { useMediaQuery } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { type RowRange, rowsInView } from './page-window.ts'

/** Every row has the same height, so that a place in the list is the same after a visit elsewhere. */
const ROW_REM = 3.5
const BLOCK_REM = 9
/** Sticky above and under the rows: the column heads, and the line that counts. */
const HEAD_REM = 2.375
const FOOT_REM = 2.5
/** Rows kept in the document outside the window, for quick scrolls and for the Tab key. */
const OVERSCAN = 8

export interface RowWindow {
  rowHeightPx: number
  /** Rows in the document. */
  rendered: RowRange
  inView: RowRange | null
  /** Height of all rows before and after those in the document. */
  beforePx: number
  afterPx: number
}

/** Which rows of `total` the document holds while the page scrolls. */
export function useRowWindow(body: RefObject<HTMLElement | null>, total: number): RowWindow {
  const { rowHeightPx, isBlocks, rem } = useRowHeight()
  const listTop = useListTop(body)
  const virtualizer = useWindowVirtualizer({
    count: total,
    estimateSize: () => rowHeightPx,
    overscan: OVERSCAN,
    scrollMargin: listTop,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights are measured anew when the height of a row changes
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeightPx])

  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? -1
  const headPx = isBlocks ? 0 : HEAD_REM * rem
  const windowPx = virtualizer.scrollRect?.height ?? 0
  return {
    rowHeightPx,
    rendered: { first, last },
    inView: rowsInView({
      top: (virtualizer.scrollOffset ?? 0) + headPx - listTop,
      heightPx: windowPx - headPx - FOOT_REM * rem,
      rowHeightPx,
      total,
    }),
    beforePx: first * rowHeightPx,
    afterPx: (total - 1 - last) * rowHeightPx,
  }
}

/** Below 66em a row is a block of two columns. */
export function useRowHeight(): { rowHeightPx: number; isBlocks: boolean; rem: number } {
  const isBlocks = useMediaQuery('(max-width: 66em)', false, { getInitialValueInEffect: false })
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  return { rowHeightPx: Math.round((isBlocks ? BLOCK_REM : ROW_REM) * rem), isBlocks, rem }
}

/** Px from the top of the page to the first row; follows what grows or shrinks above it. */
function useListTop(body: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (body.current) setTop(Math.round(body.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [body])
  return top
}
