import {
  actionsApi,
  DAY_MS,
  type OpenOrder,
  type OrderRequest,
  type Snooze,
  type SnoozeRequest,
} from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../api/client.ts'
import { keysOf } from '../../api/live-events.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { useSession } from '../../session/use-session.ts'
import { keepFocus } from '../../ui/browser/keep-focus.ts'
import { dayOfInstant } from '../../ui/format/days.ts'
import { orderRecordedMessage, orderRemovedMessage } from '../../ui/messages/action-texts.ts'
import { notifyFailure, notifyUndoable } from '../../ui/messages/notify.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'
import type { ActionProduct } from './product.ts'

const postOrder = (variantId: number) => (wanted: OrderRequest) =>
  call(actionsApi.recordOrder, { params: { id: variantId }, body: wanted })

/** Removes an order; the units still to come can be recorded again. */
export function useRemoveOrder({ variantId, title }: ActionProduct) {
  const { now, merchant } = useSession()
  const reload = useReloadActions()
  const remove = useMutation({
    mutationFn: ({ id }: OpenOrder) =>
      call(actionsApi.removeOrder, { params: { id: variantId, orderId: id } }),
    onSuccess: (_, order) => {
      const rest = stillToCome(order, dayOfInstant(now, merchant.timeZone))
      notifyUndoable(orderRemovedMessage(title), () => noteAgain.mutate(rest))
    },
    onError: (error) => notifyFailure(getOrderingFailure('remove_order', error)),
    onSettled: reload,
  })
  const noteAgain = useMutation({
    mutationFn: postOrder(variantId),
    onSuccess: (order) => notifyUndoable(orderRecordedMessage(order, title), () => remove.mutate(order)),
    onError: (error) => notifyFailure(getOrderingFailure('note_order', error)),
    onSettled: reload,
  })
  return { remove: remove.mutate, removingId: remove.isPending ? remove.variables.id : null }
}

/**
 * Records an open order. The form shows failures. `onRecorded` is called when the order is stored; the message offers to undo
 * it.
 */
export function useRecordOrder(product: ActionProduct, onRecorded: () => void) {
  const reload = useReloadActions()
  const { remove } = useRemoveOrder(product)
  return useMutation({
    mutationFn: postOrder(product.variantId),
    onSuccess: (order) => {
      notifyUndoable(orderRecordedMessage(order, product.title), () => remove(order))
      onRecorded()
    },
    onSettled: reload,
  })
}

/** Returns the request for the rest of a snooze, to the nearest day. */
export function restOf({ kind, until }: Pick<Snooze, 'kind' | 'until'>, now: string): SnoozeRequest {
  if (kind !== 'until_time') return { kind }
  const daysLeft = Math.round((Date.parse(until ?? now) - Date.parse(now)) / DAY_MS)
  return { kind, days: Math.max(1, daysLeft) }
}

/** Returns the request for the units of an order still to come; a late order is expected today. */
export const stillToCome = (
  { unitsLeft, expectedOn }: Pick<OpenOrder, 'unitsLeft' | 'expectedOn'>,
  today: string,
): OrderRequest => ({ units: unitsLeft, expectedOn: expectedOn < today ? today : expectedOn })

/** Reloads what an action changes. */
export function useReloadActions(): () => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback(async () => {
    await Promise.all(keysOf.alerts.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    requestAnimationFrame(keepFocus)
  }, [queryClient])
}
