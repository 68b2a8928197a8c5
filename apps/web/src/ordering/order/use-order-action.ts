import { type MarkOrdered, ordersApi, type PurchaseOrder, type SavePurchaseOrder } from '@stockcast/contract'
import { call } from '../../api/client.ts'
import { notifySuccess } from '../../ui/messages/notify.tsx'
import { useOrderingChange } from '../use-ordering-change.ts'

export type OrderAction =
  | { kind: 'save'; change: Omit<SavePurchaseOrder, 'version'> }
  | { kind: 'order'; wanted: Omit<MarkOrdered, 'version'> }
  | { kind: 'close' | 'cancel' | 'reopen' }
  | { kind: 'unmatch' | 'close_line' | 'reopen_line'; lineId: number }
  | { kind: 'undo'; receiptId: number; key: string }

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
  return useOrderingChange({
    mutationFn: (action: OrderAction) => send(id, version, action),
    onSuccess: (_, { kind }) => {
      const title = words[kind]
      if (title !== undefined) notifySuccess({ title, message: number })
    },
    failed: 'change_order',
  })
}

function send(id: number, version: number, action: OrderAction): Promise<unknown> {
  switch (action.kind) {
    case 'save':
      return call(ordersApi.save, { params: { id }, body: { version, ...action.change } })
    case 'order':
      return call(ordersApi.markOrdered, { params: { id }, body: { version, ...action.wanted } })
    case 'close':
      return call(ordersApi.close, { params: { id }, body: { version } })
    case 'cancel':
      return call(ordersApi.cancel, { params: { id }, body: { version } })
    case 'reopen':
      return call(ordersApi.reopen, { params: { id }, body: { version } })
    case 'unmatch':
      return call(ordersApi.unmatchLine, { params: { id, lineId: action.lineId } })
    case 'close_line':
      return call(ordersApi.closeLine, { params: { id, lineId: action.lineId }, body: { version } })
    case 'reopen_line':
      return call(ordersApi.reopenLine, { params: { id, lineId: action.lineId }, body: { version } })
    case 'undo':
      return call(ordersApi.undoReceipt, {
        params: { id, receiptId: action.receiptId },
        body: { key: action.key },
      })
  }
}
