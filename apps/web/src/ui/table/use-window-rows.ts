import { useMediaQuery } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Every row has the same height, so that a position in the list is the same after a visit elsewhere. */
const ROW_REM = 3.5
const BLOCK_REM = 9
/** Rows kept in the document outside the window, for quick scrolls and for the Tab key. */
const OVERSCAN = 8

/** Rows counted from 0; both ends are included. */
export interface RowRange {
  first: number
  last: number
}

export interface WindowRows {
  /** Rows in the document. */
  rendered: RowRange
  /** Height of all rows before and after those in the document. */
  beforePx: number
  afterPx: number
  /** From the top of the page to the first row. */
  listTopPx: number
  /** The visible part of the page. */
  seen: { topPx: number; heightPx: number }
}

/** Returns which rows of `total` the document contains while the page scrolls. */
export function useWindowRows(
  body: RefObject<HTMLElement | null>,
  { total, rowHeightPx }: { total: number; rowHeightPx: number },
): WindowRows {
  const listTopPx = useTop(body)
  const virtualizer = useWindowVirtualizer({
    count: total,
    estimateSize: () => rowHeightPx,
    overscan: OVERSCAN,
    scrollMargin: listTopPx,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights are measured anew when the height of a row changes
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeightPx])

  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? -1
  return {
    rendered: { first, last },
    beforePx: first * rowHeightPx,
    afterPx: (total - 1 - last) * rowHeightPx,
    listTopPx,
    seen: { topPx: virtualizer.scrollOffset ?? 0, heightPx: virtualizer.scrollRect?.height ?? 0 },
  }
}

/** Below this width a row is a block of two columns. */
export function useRowHeight(blocksUnder: string): { rowHeightPx: number; isBlocks: boolean; rem: number } {
  const isBlocks = useMediaQuery(`(max-width: ${blocksUnder})`, false, { getInitialValueInEffect: false })
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  return { rowHeightPx: Math.round((isBlocks ? BLOCK_REM : ROW_REM) * rem), isBlocks, rem }
}

/** Returns the px from the top of the page to the first row; follows what grows or shrinks above it. */
function useTop(body: RefObject<HTMLElement | null>): number {
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
