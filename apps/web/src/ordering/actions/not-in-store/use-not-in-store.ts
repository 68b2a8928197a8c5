import { type AnswerNotInStore, type NotInStore, ordersApi } from '@stockcast/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { queryKeys } from '../../../api/queries.ts'
import { useMutation } from '../../../api/use-mutation.ts'
import { keepIntent } from '../../../store/connection/booking-intent.ts'
import { useConnectShop } from '../../../store/connection/use-connect-shop.ts'
import { formatCount } from '../../../ui/format/numbers.ts'
import { notifyFailure, notifySuccess } from '../../../ui/messages/notify.tsx'
import { getOrderingFailure } from '../../ordering-failures.ts'
import { bookingWords } from './not-in-store-words.ts'

/** Stores what the merchant says about units that the store does not show. */
export function useAnswerNotInStore({ orderId }: Pick<NotInStore, 'orderId'>) {
  const reload = useReload()
  return useMutation({
    mutationFn: (answer: AnswerNotInStore['answer']) =>
      call(ordersApi.answerNotInStore, { params: { id: orderId }, body: { answer } }),
    onError: (error) => notifyFailure(getOrderingFailure('change_order', error)),
    onSettled: reload,
  })
}

/** Adds the units to the store's stock, and says what came of it. `askPermission` leads to the store's consent page. */
export function useBookReceived({ orderId, shopDomain }: Pick<NotInStore, 'orderId' | 'shopDomain'>) {
  const reload = useReload()
  const connect = useConnectShop()
  const { mutate, isPending } = useMutation({
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
    onError: (error) => notifyFailure(getOrderingFailure('book_received', error)),
    onSettled: reload,
  })
  const askPermission = (locationId: number | null) => {
    if (shopDomain === null) return
    keepIntent({ orderId, locationId })
    connect.mutate({ shop: shopDomain, writesStock: true })
  }
  return { mutate, isPending: isPending || connect.isPending, askPermission }
}

function useReload() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKeys.purchasing }),
      queryClient.invalidateQueries({ queryKey: queryKeys.product }),
    ])
}
