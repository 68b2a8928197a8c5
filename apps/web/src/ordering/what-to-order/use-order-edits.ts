import type { OrderListRow } from '@stockcast/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { OrderEdit } from './planned-order.ts'

/** Outside the keys that events invalidate: the server knows nothing of these changes. */
const KEY = ['order-edits']

/** The changes by variant, each with its row, which may not be among those that are loaded. */
export type OrderEdits = ReadonlyMap<number, { row: OrderListRow; change: OrderEdit }>
const none: OrderEdits = new Map()

/** Keeps the changed quantities and selections while the merchant looks at other screens. */
export function useOrderEdits() {
  const queryClient = useQueryClient()
  const { data } = useQuery<OrderEdits>({
    queryKey: KEY,
    queryFn: () => none,
    enabled: false,
    initialData: none,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  const change = useCallback(
    (edit: (next: Map<number, { row: OrderListRow; change: OrderEdit }>) => void) =>
      queryClient.setQueryData<OrderEdits>(KEY, (before = none) => {
        const next = new Map(before)
        edit(next)
        return next
      }),
    [queryClient],
  )
  /** Null takes the merchant's changes of a row back. */
  const edit = useCallback(
    (row: OrderListRow, wanted: OrderEdit | null) =>
      change((next) => {
        if (wanted === null) next.delete(row.variantId)
        else next.set(row.variantId, { row, change: { ...next.get(row.variantId)?.change, ...wanted } })
      }),
    [change],
  )
  const forget = useCallback(
    (variantIds: readonly number[]) =>
      change((next) => {
        for (const variantId of variantIds) next.delete(variantId)
      }),
    [change],
  )
  return { edits: data, edit, forget }
}
