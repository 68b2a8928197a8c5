import type { MarkOrdered, PurchaseOrder, SavePurchaseOrder } from '@stockcast/contract'
import { routes } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { api } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { notifyFailure, notifySuccess } from '../../messages/notify.tsx'
import { orderingFailureOf } from '../../ordering/ordering-failures.ts'

export type OrderAction =
  | { kind: 'save'; change: Omit<SavePurchaseOrder, 'version'> }
  | { kind: 'order'; wanted: Omit<MarkOrdered, 'version'> }
  | { kind: 'close' | 'cancel' | 'reopen' | 'delete' }
  | { kind: 'unmatch'; lineId: number }
  | { kind: 'undo'; receiptId: number; key: string }

/** The order is read again after each change, so only that there was an answer counts. */
const done = z.unknown()

const words: Partial<Record<OrderAction['kind'], string>> = {
  save: 'Order saved',
  order: 'Marked as ordered',
  close: 'Order closed',
  cancel: 'Order cancelled',
  reopen: 'Order reopened',
  delete: 'Draft deleted',
  undo: 'Delivery undone',
}

/** Runs a change of an order. One that was changed elsewhere meanwhile is refused, and read again. */
export function useOrderAction({ id, version, number }: Pick<PurchaseOrder, 'id' | 'version' | 'number'>) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (action: OrderAction) => send(id, version, action),
    onSuccess: (_, { kind }) => {
      const title = words[kind]
      if (title !== undefined) notifySuccess({ title, message: number })
      if (kind === 'delete') void navigate({ to: '/order/orders' })
    },
    onError: (error) => notifyFailure(orderingFailureOf('change_order', error)),
    onSettled: (_, error, { kind }) => {
      // A deleted order is not read again.
      if (kind === 'delete' && error === null)
        queryClient.removeQueries({ queryKey: [...queryKeys.purchasing, 'order', id] })
      return queryClient.invalidateQueries({ queryKey: queryKeys.purchasing })
    },
  })
}

function send(id: number, version: number, action: OrderAction): Promise<unknown> {
  switch (action.kind) {
    case 'save':
      return api.put(routes.purchaseOrder(id), done, { version, ...action.change })
    case 'order':
      return api.post(routes.markOrdered(id), done, { version, ...action.wanted })
    case 'close':
      return api.post(routes.closeOrder(id), done, { version })
    case 'cancel':
      return api.post(routes.cancelOrder(id), done, { version })
    case 'reopen':
      return api.post(routes.reopenOrder(id), done, { version })
    case 'delete':
      return api.delete(routes.purchaseOrder(id), done, { version })
    case 'unmatch':
      return api.post(routes.unmatchLine(id, action.lineId), done, {})
    case 'undo':
      return api.post(routes.undoReceipt(id, action.receiptId), done, { key: action.key })
  }
}
