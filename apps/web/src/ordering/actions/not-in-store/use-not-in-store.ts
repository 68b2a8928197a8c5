import {
  type AnswerNotInStore,
  NOT_IN_STORE_DAYS,
  type NotInStore,
  type NotInStoreUnits,
  ordersApi,
} from '@stockcast/contract'
import { call } from '../../../api/client.ts'
import { queryKeys } from '../../../api/queries.ts'
import { keepIntent } from '../../../store/connection/booking-intent.ts'
import { useConnectShop } from '../../../store/connection/use-connect-shop.ts'
import { formatCount, formatUnits } from '../../../ui/format/numbers.ts'
import { notifyFailure, notifySuccess } from '../../../ui/messages/notify.tsx'
import { useOrderingChange } from '../../use-ordering-change.ts'

const reloads = [queryKeys.purchasing, queryKeys.product]

/** Stores what the merchant says about units that the store does not show. */
export function useAnswerNotInStore({ orderId }: Pick<NotInStore, 'orderId'>) {
  return useOrderingChange({
    mutationFn: (answer: AnswerNotInStore['answer']) =>
      call(ordersApi.answerNotInStore, { params: { id: orderId }, body: { answer } }),
    failed: 'change_order',
    reloads,
  })
}

/** Adds the units to the store's stock, and says what came of it. `askPermission` leads to the store's consent page. */
export function useBookReceived({ orderId, shopDomain }: Pick<NotInStore, 'orderId' | 'shopDomain'>) {
  const connect = useConnectShop()
  const { mutate, isPending } = useOrderingChange({
    mutationFn: async (locationId: number | null) => {
      const where = locationId === null ? {} : { locationId }
      await call(ordersApi.bookReceived, { params: { id: orderId }, body: where })
      return call(ordersApi.getNotInStore, { params: { id: orderId } })
    },
    onSuccess: (left) => {
      if (left.booking?.status === 'booked')
        notifySuccess({
          title: `Added to ${left.storeName}`,
          message: `${formatCount(left.booking.units, 'unit')} at ${left.booking.locationName}.`,
        })
      else notifyFailure({ title: 'Nothing was added', message: bookingWords(left) })
    },
    failed: 'book_received',
    reloads,
  })
  const askPermission = (locationId: number | null) => {
    if (shopDomain === null) return
    keepIntent({ orderId, locationId })
    connect.mutate({ shop: shopDomain, writesStock: true })
  }
  return { mutate, isPending: isPending || connect.isPending, askPermission }
}

/** Returns what the last booking came to; without one, for how long the units count. */
export function bookingWords({ booking, storeName }: NotInStore): string {
  switch (booking?.status) {
    case 'booked':
      return `${formatUnits(booking.units)} were added to ${storeName} at ${booking.locationName}. Your stock follows in a moment.`
    case 'refused':
      return booking.message ?? ''
    case 'sending':
      return `Whether ${storeName} took them is not known. Try again: they are never added twice.`
    default:
      return `They count as stock until your store's stock includes them, for ${NOT_IN_STORE_DAYS} days at most.`
  }
}

export function lapsedWords({ lapsed, number }: NotInStoreUnits): string {
  return `${formatCount(lapsed, 'unit')} of ${number} came more than ${NOT_IN_STORE_DAYS} days ago and never showed in your store's stock, so they no longer count.`
}
