import type { DueState, OrderList, OrderListQuery } from '@stockcast/contract'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { orderListQuery } from '../../api/queries.ts'
import { PAGE_SIZE } from '../../ui/table/page-window.ts'
import { isBeingPlanned } from './order-words.ts'

const PLANNING_POLL_MS = 3000
/** Rows of each request for a group that is loaded whole. */
const WHOLE_GROUP_PAGE_SIZE = 500

export type OrderFilter = Pick<OrderListQuery, 'budget' | 'supplier' | 'location' | 'search' | 'abc' | 'xyz'>
export type OrderGroup = ReturnType<typeof useWholeGroup>

/** Returns the query for a page of the products that need no order yet; pages are loaded as they are scrolled to. */
export const laterPageQuery = (filter: OrderFilter, page: number) =>
  orderListQuery({ ...filter, due: 'not_yet', page, pageSize: PAGE_SIZE })

/**
 * Reads the list group by group. What is due now or soon is loaded whole, so that sums and keyboard shortcuts
 * cover all of it.
 */
export function useOrderGroups(filter: OrderFilter) {
  const due = useWholeGroup(filter, 'due')
  const soon = useWholeGroup(filter, 'soon')
  const later = useQuery({ ...laterPageQuery(filter, 1), placeholderData: keepPreviousData })
  return {
    due,
    soon,
    later,
    isComplete: due.isComplete && soon.isComplete && later.data !== undefined,
    error: due.error ?? soon.error ?? later.error,
    isFetching: due.isFetching || soon.isFetching || later.isFetching,
    retry: () => {
      due.retry()
      soon.retry()
      void later.refetch()
    },
  }
}

function useWholeGroup(filter: OrderFilter, due: DueState) {
  const getPage = (page: number) => orderListQuery({ ...filter, due, page, pageSize: WHOLE_GROUP_PAGE_SIZE })
  const first = useQuery({
    ...getPage(1),
    placeholderData: keepPreviousData,
    // A live event tells when planning is done; this is for a page that has lost its event stream.
    refetchInterval: ({ state }) => (state.data?.rows.some(isBeingPlanned) ? PLANNING_POLL_MS : false),
  })
  const pages = Math.max(1, Math.ceil((first.data?.total ?? 0) / WHOLE_GROUP_PAGE_SIZE))
  const more = useQueries({ queries: Array.from({ length: pages - 1 }, (_, i) => getPage(i + 2)) })
  const lists = [first.data, ...more.map(({ data }) => data)].filter(
    (list): list is OrderList => list !== undefined,
  )
  return {
    list: first.data,
    rows: lists.flatMap((list) => list.rows),
    isComplete: lists.length === pages,
    isPlaceholder: first.isPlaceholderData,
    isFetching: first.isFetching,
    error: first.error ?? more.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      void first.refetch()
      for (const { refetch, error } of more) if (error !== null) void refetch()
    },
  }
}
