import type { ProductSort, ProductFilter as StatusFilter } from '@stockcast/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { productsQuery } from '../../api/queries.ts'
import type { ClassFilter } from '../../ordering/class-selects.tsx'
import { PAGE_SIZE } from '../../ui/table/page-window.ts'

export interface ProductFilter extends ClassFilter {
  search: string
  status: StatusFilter
  sort: ProductSort
  order: 'asc' | 'desc'
  /** Whose figures are listed; absent: the whole shop's. */
  location?: number
}

export const getPage = (filter: ProductFilter, page: number) =>
  productsQuery({ ...filter, page, pageSize: PAGE_SIZE })

/**
 * Reads the first page, which also says how many rows there are. The former list stays until that of
 * another filter has loaded.
 */
export function useProductList(asked: ProductFilter) {
  const query = useQuery({ ...getPage(asked, 1), placeholderData: keepPreviousData })
  const [last, setLast] = useState(asked)
  const isAnswered = query.data !== undefined && !query.isPlaceholderData
  if (isAnswered && JSON.stringify(last) !== JSON.stringify(asked)) setLast(asked)
  return { ...query, shown: query.isPlaceholderData ? last : asked }
}
