import { type DeliveryQuery, notificationsApi } from '@stockcast/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../client.ts'
import { queryKeys } from './query-keys.ts'

export const notificationsQuery = () =>
  queryOptions({
    queryKey: queryKeys.notifications,
    queryFn: ({ signal }) => call(notificationsApi.get, {}, signal),
  })

export const deliveriesQuery = (query: DeliveryQuery) =>
  queryOptions({
    queryKey: [...queryKeys.deliveries, query],
    queryFn: ({ signal }) => call(notificationsApi.listDeliveries, { query }, signal),
    placeholderData: keepPreviousData,
  })
