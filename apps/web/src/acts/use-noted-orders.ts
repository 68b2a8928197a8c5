import { notedOrderSchema, type OrderRequest } from '@stockcast/contract'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../api/client.ts'
import { orderNotedMessage, orderRemovedMessage } from '../messages/act-texts.ts'
import { failureOf } from '../messages/error-messages.ts'
import { notifyFailure, notifySuccess, notifyUndoable } from '../messages/notify.tsx'
import type { ActProduct } from './product.ts'
import { useReloadActs } from './use-reload-acts.ts'

const doneSchema = z.object({ done: z.literal(true) })

export function useRemoveOrder({ variantId, title }: ActProduct) {
  const reload = useReloadActs()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (orderId: number) => api.delete(`/api/variants/${variantId}/orders/${orderId}`, doneSchema),
    onSuccess: () => notifySuccess(orderRemovedMessage(title)),
    onError: (error) => notifyFailure(failureOf('remove_order', error)),
    onSettled: reload,
  })
  return { remove: mutate, removingId: isPending ? variables : null }
}

/** Failures are for the form to show. `onNoted`: the order is kept, and can be taken back from the message. */
export function useNoteOrder(product: ActProduct, onNoted: () => void) {
  const reload = useReloadActs()
  const { remove } = useRemoveOrder(product)
  return useMutation({
    mutationFn: (wanted: OrderRequest) =>
      api.post(`/api/variants/${product.variantId}/orders`, notedOrderSchema, wanted),
    onSuccess: (order) => {
      notifyUndoable(orderNotedMessage(order, product.title), () => remove(order.id))
      onNoted()
    },
    onSettled: reload,
  })
}
