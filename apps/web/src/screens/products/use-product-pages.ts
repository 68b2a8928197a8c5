import { useDebouncedValue } from '@mantine/hooks'
import type { ProductRow } from '@stockcast/contract'
import { useQueries } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import type { RowRange } from '../../ui/table/use-window-rows.ts'
import { PAGE_SIZE, pagesAround } from './table/page-window.ts'
import { type ProductFilter, pageOf } from './use-product-list.ts'

/** Rows on either side of those in the document that are loaded ahead. */
const LOOK_AHEAD = 50
/** Pages that are only passed are not requested. */
const SETTLE_MS = 60

export interface LoadedRows {
  filter: ProductFilter
  rowAt: (index: number) => ProductRow | undefined
  error: Error | null
  isFetching: boolean
  retry: () => void
}

/** Reports which pages contain the visible rows and those next to them, whenever the scroll settles. */
export function useWantedPages(rows: RowRange, total: number, onPages: (pages: string) => void): void {
  const wanted = pagesAround(rows, total, savesData() ? 0 : LOOK_AHEAD).join()
  const [settled] = useDebouncedValue(wanted, SETTLE_MS)
  useLayoutEffect(() => onPages(settled), [settled, onPages])
}

/** Loads the wanted pages. */
export function useProductPages(filter: ProductFilter, wanted: string): LoadedRows {
  const pages = wanted === '' ? [] : wanted.split(',').map(Number)
  const results = useQueries({ queries: pages.map((page) => pageOf(filter, page)) })
  const loaded = new Map(results.map(({ data }, i) => [pages[i], data?.rows]))
  const failed = results.filter(({ error }) => error !== null)
  return {
    filter,
    rowAt: (index) => loaded.get(Math.floor(index / PAGE_SIZE) + 1)?.[index % PAGE_SIZE],
    error: failed[0]?.error ?? null,
    isFetching: failed.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}

/** Returns whether the browser is set to save data; false where it cannot say so. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
