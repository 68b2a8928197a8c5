import { useMediaQuery } from '@mantine/hooks'
import { observeWindowOffset, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { onlyPasses, type RowRange } from './page-window.ts'

/** Every row has the same height, so that a position in the list is the same after a visit elsewhere. */
const ROW_REM = 3.5
const BLOCK_REM = 9
/** Rows kept in the document outside the window, for quick scrolls and for the Tab key. */
const OVERSCAN = 8
/** Rows come and go by so many at once: each change costs as much again as the rows themselves. */
const STEP = 8
/** A movement without a further scroll has ended. */
const REST_MS = 80

export interface WindowRows {
  /** Rows in the document. */
  rendered: RowRange
  /** From the top of the page to the first row. */
  listTopPx: number
}

/**
 * Returns which rows of `total` the document contains while the page scrolls. It renders again only when
 * other rows are needed, and not for rows that pass too quickly to be read.
 */
export function useWindowRows(
  body: RefObject<HTMLElement | null>,
  { total, rowHeightPx }: { total: number; rowHeightPx: number },
): WindowRows {
  const listTopPx = useTop(body)
  const virtualizer = useWindowVirtualizer({
    count: total,
    estimateSize: () => rowHeightPx,
    overscan: 0,
    scrollMargin: listTopPx,
    directDomUpdates: true,
    isScrollingResetDelay: REST_MS,
    observeElementOffset: observeReadableOffset,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows must be measured again when their height changes
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeightPx])

  const seen = virtualizer.getVirtualIndexes()
  // Both ends move together, so that rows come and go in one change of the document.
  const first = Math.max(0, Math.floor(((seen[0] ?? 0) - OVERSCAN) / STEP) * STEP)
  const count = Math.ceil((seen.length + 2 * OVERSCAN + STEP) / STEP) * STEP
  return { rendered: { first, last: Math.min(first + count, total) - 1 }, listTopPx }
}

/** Reports the offset of the page in steps, except while rows only pass. */
function observeReadableOffset<Row extends Element>(
  virtualizer: Virtualizer<Window, Row>,
  report: (offset: number, isScrolling: boolean) => void,
) {
  let last = { offset: window.scrollY, atMs: Number.NEGATIVE_INFINITY }
  return observeWindowOffset(virtualizer, (offset, isScrolling) => {
    const now = { offset, atMs: performance.now() }
    const { estimateSize, scrollMargin } = virtualizer.options
    const rowPx = estimateSize(0)
    const isPassing = isScrolling && onlyPasses({ from: last, to: now, rowPx })
    if (isScrolling) last = now
    const steps = Math.floor((offset - scrollMargin) / (STEP * rowPx))
    if (!isPassing) report(Math.max(0, scrollMargin + steps * STEP * rowPx), isScrolling)
  })
}

/** Below this width a row is a block of two columns. */
export function useRowHeight(
  blocksUnder: string,
  { rowRem = ROW_REM, blockRem = BLOCK_REM }: { rowRem?: number; blockRem?: number } = {},
): { rowHeightPx: number; isBlocks: boolean; rem: number } {
  const isBlocks = useMediaQuery(`(max-width: ${blocksUnder})`, false, { getInitialValueInEffect: false })
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  return { rowHeightPx: Math.round((isBlocks ? blockRem : rowRem) * rem), isBlocks, rem }
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
