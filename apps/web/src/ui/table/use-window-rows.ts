import { useMediaQuery } from '@mantine/hooks'
import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { onlyPasses, type RowRange, rowsAtRest, rowsInMotion } from './page-window.ts'
import type { LoadedRows } from './use-loaded-rows.ts'

/** Every row has the same height, so that a position in the list is the same after a visit elsewhere. */
const ROW_REM = 3.5
const BLOCK_REM = 9
/** Windows full of rows that the document takes ahead at rest, on either side of what is visible. */
const WINDOWS_AHEAD = 4
/** A movement without a further scroll has ended. */
const REST_MS = 80
/** The list is not at its place yet. */
const NOTHING: RowRange = { first: 0, last: -1 }

export interface RowPlaces {
  body: RefObject<HTMLElement | null>
  total: number
  /** From the top of the page to the first row. */
  listTopPx: number
  rowHeightPx: number
}

interface Shown {
  /** Rows of another filter are another list. */
  list: string
  held: RowRange
  /** What was visible when the rows in the document last changed. */
  seen: RowRange
  /** A row outside of them that has the focus or an open menu. */
  kept: number | null
}

/**
 * Returns which rows the document contains while the page scrolls. It renders again only when other rows are
 * needed, and not for rows that pass too quickly to be read. Rows are taken ahead at rest, because those that
 * come during a scroll delay its frames.
 */
export function useWindowRows<Row>(places: RowPlaces, loaded: LoadedRows<Row>) {
  const { body, total, listTopPx, rowHeightPx } = places
  const list = JSON.stringify(loaded.filter)
  const [shown, setShown] = useState<Shown>({ list, held: NOTHING, seen: NOTHING, kept: null })
  if (shown.list !== list) setShown({ ...shown, list, held: shown.seen, kept: null })

  const change = useCallback(
    (heldAfter: typeof rowsInMotion) => {
      const top = window.scrollY - listTopPx
      const rowAt = (px: number) => Math.max(0, Math.min(total - 1, Math.floor(px / rowHeightPx)))
      const seen = { first: rowAt(top), last: rowAt(top + window.innerHeight) }
      const ahead = WINDOWS_AHEAD * Math.ceil(window.innerHeight / rowHeightPx)
      setShown((before) => {
        const held = heldAfter({ held: before.held, seen, total, ahead })
        return held === before.held ? before : { ...before, held, seen, kept: usedRow(body.current) }
      })
    },
    [body, total, listTopPx, rowHeightPx],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list may be visible elsewhere
  useLayoutEffect(() => {
    let last = { offset: window.scrollY, atMs: Number.NEGATIVE_INFINITY }
    let rest = 0
    const show = () => startTransition(() => change(rowsInMotion))
    const follow = () => {
      const now = { offset: window.scrollY, atMs: performance.now() }
      const isPassing = onlyPasses({ from: last, to: now, rowPx: rowHeightPx })
      last = now
      clearTimeout(rest)
      if (isPassing) rest = window.setTimeout(show, REST_MS)
      else show()
    }
    change(rowsInMotion)
    window.addEventListener('scroll', follow, { passive: true })
    window.addEventListener('resize', show)
    return () => {
      clearTimeout(rest)
      window.removeEventListener('scroll', follow)
      window.removeEventListener('resize', show)
    }
  }, [change, rowHeightPx, list])

  useEffect(() => {
    let rest = 0
    const isLoaded = (index: number) => loaded.rowAt(index) !== undefined
    const waitForRest = () => {
      clearTimeout(rest)
      rest = window.setTimeout(
        () => startTransition(() => change((rows) => rowsAtRest({ ...rows, isLoaded }))),
        REST_MS,
      )
    }
    if (shown.held !== NOTHING) waitForRest()
    window.addEventListener('scroll', waitForRest, { passive: true })
    return () => {
      clearTimeout(rest)
      window.removeEventListener('scroll', waitForRest)
    }
  }, [change, loaded, shown])

  return { indices: getIndices(shown, total), seen: shown.seen, kept: shown.kept }
}

function getIndices({ held, kept }: Shown, total: number): number[] {
  const last = Math.min(held.last, total - 1)
  const indices = Array.from({ length: Math.max(0, last - held.first + 1) }, (_, i) => held.first + i)
  if (kept === null || kept >= total || (kept >= held.first && kept <= held.last)) return indices
  return kept < held.first ? [kept, ...indices] : [...indices, kept]
}

/** Returns the index of the row that has the focus or an open menu, which would be lost with it. */
function usedRow(body: HTMLElement | null): number | null {
  const { activeElement } = document
  const used = body?.contains(activeElement) ? activeElement : body?.querySelector('[aria-expanded="true"]')
  const row = used?.closest('tr')
  return row ? Number(row.getAttribute('aria-rowindex')) - 2 : null
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
export function useTop(body: RefObject<HTMLElement | null>): number {
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
