import { ordersApi, type PurchaseOrder, type SavePurchaseOrder } from '@stockcast/contract'
import { call } from '../../api/client.ts'
import { notifySuccess } from '../../ui/messages/notify.tsx'
import { useOrderingChange } from '../use-ordering-change.ts'

interface OrderAction {
  send: () => Promise<unknown>
  /** What is said once it is done. */
  done?: string
}

/** Runs a change of an order. One that was changed elsewhere meanwhile is refused, and read again. */
export function useOrderAction({ number }: Pick<PurchaseOrder, 'number'>) {
  return useOrderingChange({
    mutationFn: ({ send }: OrderAction) => send(),
    onSuccess: (_, { done }) => {
      if (done !== undefined) notifySuccess({ title: done, message: number })
    },
    failed: 'change_order',
  })
}

export function saveAction(
  { id, version }: Pick<PurchaseOrder, 'id' | 'version'>,
  change: Omit<SavePurchaseOrder, 'version'>,
): OrderAction {
  return {
    send: () => call(ordersApi.save, { params: { id }, body: { version, ...change } }),
    done: 'Order saved',
  }
}
