import type { MarkOrdered, PurchaseOrder, SavePurchaseOrder } from '@stockcast/contract'
import { routes } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { notifyFailure, notifySuccess } from '../../ui/messages/notify.tsx'
import { orderingFailureOf } from '../ordering-failures.ts'

export type OrderAction =
  | { kind: 'save'; change: Omit<SavePurchaseOrder, 'version'> }
  | { kind: 'order'; wanted: Omit<MarkOrdered, 'version'> }
  | { kind: 'close' | 'cancel' | 'reopen' }
  | { kind: 'unmatch' | 'close_line' | 'reopen_line'; lineId: number }
  | { kind: 'undo'; receiptId: number; key: string }

/** The order is read again after each change, so only that there was an answer counts. */
const done = z.unknown()

const words: Partial<Record<OrderAction['kind'], string>> = {
  save: 'Order saved',
  order: 'Marked as ordered',
  close: 'Order closed',
  cancel: 'Order cancelled',
  reopen: 'Order reopened',
  close_line: 'Nothing more is expected of this product',
  reopen_line: 'The rest is expected again',
  undo: 'Delivery undone',
}

/** Runs a change of an order. One that was changed elsewhere meanwhile is refused, and read again. */
export function useOrderAction({ id, version, number }: Pick<PurchaseOrder, 'id' | 'version' | 'number'>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (action: OrderAction) => send(id, version, action),
    onSuccess: (_, { kind }) => {
      const title = words[kind]
      if (title !== undefined) notifySuccess({ title, message: number })
    },
    onError: (error) => notifyFailure(orderingFailureOf('change_order', error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.purchasing }),
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
    case 'unmatch':
      return api.post(routes.unmatchLine(id, action.lineId), done, {})
    case 'close_line':
      return api.post(routes.closeLine(id, action.lineId), done, { version })
    case 'reopen_line':
      return api.post(routes.reopenLine(id, action.lineId), done, { version })
    case 'undo':
      return api.post(routes.undoReceipt(id, action.receiptId), done, { key: action.key })
  }
}
