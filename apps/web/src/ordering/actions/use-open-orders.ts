import { actionsApi, type OpenOrder, type OrderRequest } from '@stockcast/contract'
import { call } from '../../api/client.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { useSession } from '../../session/use-session.ts'
import { dayOfInstant } from '../../ui/format/days.ts'
import { orderRecordedMessage, orderRemovedMessage } from '../../ui/messages/action-texts.ts'
import { notifyFailure, notifyUndoable } from '../../ui/messages/notify.tsx'
import { getOrderingFailure } from '../ordering-failures.ts'
import type { ActionProduct } from './product.ts'
import { stillToCome } from './rest-of.ts'
import { useReloadActions } from './use-reload-actions.ts'

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
 * Notes an order. The form shows failures. `onRecorded` is called when the order is stored; the message offers
 * to undo it.
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
