import { type CreatePurchaseOrder, ordersApi, type PurchaseOrder } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { notifySuccess, notifyUndoable } from '../../ui/messages/notify.tsx'
import { useOrderingChange } from '../use-ordering-change.ts'

/** Deletes a draft. Undone, it comes back under the next free number. */
export function useDeleteDraft(order: PurchaseOrder) {
  const { id, number, version, supplierId } = order
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const restore = useOrderingChange({
    failed: 'change_order',
    mutationFn: (wanted: CreatePurchaseOrder) => call(ordersApi.create, { body: wanted }),
    onSuccess: (restored) => {
      notifySuccess({ title: 'Draft restored', message: restored.number })
      void navigate({ to: '/order/orders/$orderId', params: { orderId: String(restored.id) } })
    },
  })
  return useOrderingChange({
    failed: 'change_order',
    mutationFn: () => call(ordersApi.remove, { params: { id }, query: { version } }),
    onSuccess: () => {
      const deleted = { title: 'Draft deleted', message: number }
      if (supplierId === null) notifySuccess(deleted)
      else notifyUndoable(deleted, () => restore.mutate(copyOf(order, supplierId)))
      void navigate({ to: '/order/orders' })
      // So that the deleted draft is not requested again.
      queryClient.removeQueries({ queryKey: [...queryKeys.purchasing, 'order', id] })
    },
  })
}

function copyOf(order: PurchaseOrder, supplierId: number): CreatePurchaseOrder {
  const { locationId, expectedOn, freightMinor, dutyMinor, otherMinor, costSharing, note } = order
  return {
    supplierId,
    locationId,
    expectedOn,
    freightMinor,
    dutyMinor,
    otherMinor,
    costSharing,
    note,
    lines: order.lines
      .filter(({ isKnown }) => isKnown)
      .map(({ variantId, ordered, unitCostMinor, expectedOn: day }) => ({
        variantId,
        units: ordered,
        unitCostMinor,
        expectedOn: day,
      })),
  }
}
