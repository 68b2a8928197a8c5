import { useDebouncedValue } from '@mantine/hooks'
import { type QueryKey, type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { savesData } from '../../api/saves-data.ts'
import { NEAR_ROWS, PAGE_SIZE, pagesAround, type RowRange } from './page-window.ts'

/** Rows on either side of those near the window that are loaded ahead. */
const LOOK_AHEAD = 50
/** Pages that are only passed are not requested. */
const SETTLE_MS = 60

export interface LoadedRows<Row> {
  /** What was asked for: rows of another filter are another list. */
  filter: unknown
  rowAt: (index: number) => Row | undefined
  error: Error | null
  isFetching: boolean
  retry: () => void
}

/** Loads the wanted pages of a list, which are numbers from 1 with commas. */
export function useLoadedRows<List extends { rows: readonly unknown[] }, Key extends QueryKey>(args: {
  filter: unknown
  wanted: string
  getQuery: (page: number) => UseQueryOptions<List, Error, List, Key>
}): LoadedRows<List['rows'][number]> {
  const pages = args.wanted === '' ? [] : args.wanted.split(',').map(Number)
  const results = useQueries({ queries: pages.map(args.getQuery) })
  const loaded = new Map(results.map(({ data }, i) => [pages[i], data?.rows]))
  const failed = results.filter(({ error }) => error !== null)
  return {
    filter: args.filter,
    rowAt: (index) => loaded.get(Math.floor(index / PAGE_SIZE) + 1)?.[index % PAGE_SIZE],
    error: failed[0]?.error ?? null,
    isFetching: failed.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}

interface UsedRows {
  /** The visible rows. */
  seen: RowRange
  /** A row elsewhere that is in use. */
  kept: number | null
}

/** Reports which pages contain the visible rows and those next to them, whenever the scroll settles. */
export function useWantedPages(
  { seen, kept }: UsedRows,
  total: number,
  onPages: (pages: string) => void,
): void {
  const near = pagesAround(seen, total, NEAR_ROWS + (savesData() ? 0 : LOOK_AHEAD))
  const used = kept === null ? [] : pagesAround({ first: kept, last: kept }, total, 0)
  const wanted = [...new Set([...near, ...used])].join()
  const [settled] = useDebouncedValue(wanted, SETTLE_MS)
  useLayoutEffect(() => onPages(settled), [settled, onPages])
}
