import { ordersApi, type PurchaseOrder, type ReceiveOrder } from '@stockcast/contract'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { formatUnits } from '../../../ui/format/numbers.ts'
import { notifySuccess } from '../../../ui/messages/notify.tsx'
import { useOrderingChange } from '../../use-ordering-change.ts'

/** Records a delivery. Sent again after an answer was lost, it is still one delivery. */
export function useReceive(order: Pick<PurchaseOrder, 'id' | 'number'>) {
  const [key, setKey] = useState(() => crypto.randomUUID())
  return useOrderingChange({
    mutationFn: (delivery: Omit<ReceiveOrder, 'key'>) =>
      call(ordersApi.receive, { params: { id: order.id }, body: { ...delivery, key } }),
    onSuccess: ({ order: received, surplus }) => {
      setKey(crypto.randomUUID())
      const more = surplus.reduce((sum, { units }) => sum + units, 0)
      notifySuccess({
        title: 'Delivery recorded',
        message: [
          received.remaining === 0
            ? `${order.number} is complete.`
            : `${formatUnits(received.remaining)} of ${order.number} are still to come.`,
          ...(more === 0 ? [] : [`${formatUnits(more)} more than ordered came.`]),
        ].join(' '),
      })
    },
    failed: 'receive_order',
  })
}
