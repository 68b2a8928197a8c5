import { type CreatedDrafts, orderListApi } from '@stockcast/contract'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/client.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import type { Message } from '../../ui/messages/error-messages.ts'
import { notifySuccess } from '../../ui/messages/notify.tsx'
import { useOrderingChange } from '../use-ordering-change.ts'
import type { OrderLine } from './planned-order.ts'

/** Creates a draft for each supplier of the selected rows, delivered to the location if one is given, then shows the drafts. */
export function useCreateDrafts(
  forget: (variantIds: readonly number[]) => void,
  locationId: number | undefined,
) {
  const navigate = useNavigate()
  return useOrderingChange({
    mutationFn: (lines: readonly OrderLine[]) =>
      call(orderListApi.createDrafts, {
        body: {
          ...(locationId !== undefined && { locationId }),
          lines: lines.flatMap(({ row, order }) =>
            row.supplier === null
              ? []
              : [{ variantId: row.variantId, supplierId: row.supplier.id, units: order.units }],
          ),
        },
      }),
    onSuccess: (created, lines) => {
      forget(lines.map(({ row }) => row.variantId))
      notifySuccess(createdWords(created))
      if (created.orders.length > 0) void navigate({ to: '/order/orders', search: { status: 'draft' } })
    },
    failed: 'create_drafts',
  })
}

export function createdWords({ orders, leftOut }: CreatedDrafts): Message {
  const inDraft = leftOut.filter(({ reason }) => reason === 'in_draft').length
  const others = leftOut.length - inDraft
  const parts = [
    ...(orders.length === 0 ? [] : [`${orders.map(({ number }) => number).join(', ')}.`]),
    ...(inDraft === 0 ? [] : [`${formatCount(inDraft, 'product was', 'products were')} in a draft already.`]),
    ...(others === 0
      ? []
      : [`${formatCount(others, 'product', 'products')} left out: the product or its supplier is gone.`]),
  ]
  const title = orders.length === 0 ? 'No new drafts' : `${formatCount(orders.length, 'draft')} created`
  return { title, message: parts.join(' ') }
}
