import { useMediaQuery } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { RowRange } from '../../products/page-window.ts'

/** Every row has the same height, whatever is typed in it. */
const ROW_REM = 3.5
const BLOCK_REM = 9
/** Rows kept in the document outside the window, for quick scrolls and for the Tab key. */
const OVERSCAN = 10

export interface ListWindow {
  rendered: RowRange
  rowHeightPx: number
  /** Height of all rows before and after those in the document. */
  beforePx: number
  afterPx: number
}

/** Which rows of `total` the document holds while the page scrolls. */
export function useListWindow(body: RefObject<HTMLElement | null>, total: number): ListWindow {
  const isBlocks = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  const rowHeightPx = Math.round((isBlocks ? BLOCK_REM : ROW_REM) * rem)
  const virtualizer = useWindowVirtualizer({
    count: total,
    estimateSize: () => rowHeightPx,
    overscan: OVERSCAN,
    scrollMargin: useTop(body),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights are measured anew when the height of a row changes
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeightPx])
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? -1
  return {
    rendered: { first, last },
    rowHeightPx,
    beforePx: first * rowHeightPx,
    afterPx: (total - 1 - last) * rowHeightPx,
  }
}

/** Px from the top of the page to the first row; follows what grows or shrinks above it. */
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
