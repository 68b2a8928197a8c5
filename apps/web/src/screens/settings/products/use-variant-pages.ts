import { useDebouncedValue } from '@mantine/hooks'
import type { VariantSettingsRow } from '@stockcast/contract'
import { useQueries } from '@tanstack/react-query'
import { variantSettingsQuery } from '../../../api/queries.ts'
import type { RowRange } from '../../../ui/table/use-window-rows.ts'
import { PAGE_SIZE, pagesAround } from '../../products/table/page-window.ts'
import type { Filter } from './selection.ts'

/** Rows on either side of those in the document that are loaded ahead. */
const LOOK_AHEAD = 50
/** Pages that are only passed are not requested. */
const SETTLE_MS = 60

export const pageOf = (filter: Filter, page: number) =>
  variantSettingsQuery({ ...filter, page, pageSize: PAGE_SIZE })

export interface LoadedRows {
  rowAt: (index: number) => VariantSettingsRow | undefined
  error: Error | null
  isFetching: boolean
  retry: () => void
}

/** Loads the pages of the rows in the document and of those next to them. */
export function useVariantPages(filter: Filter, rows: RowRange, total: number): LoadedRows {
  const wanted = pagesAround(rows, total, LOOK_AHEAD).join()
  const [settled] = useDebouncedValue(wanted, SETTLE_MS)
  const pages = settled === '' ? [] : settled.split(',').map(Number)
  const results = useQueries({ queries: pages.map((page) => pageOf(filter, page)) })
  const loaded = new Map(results.map(({ data }, i) => [pages[i], data?.rows]))
  const failed = results.filter(({ error }) => error !== null)
  return {
    rowAt: (index) => loaded.get(Math.floor(index / PAGE_SIZE) + 1)?.[index % PAGE_SIZE],
    error: failed[0]?.error ?? null,
    isFetching: failed.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}
