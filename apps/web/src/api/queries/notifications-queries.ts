import { type DeliveryQuery, deliveryListSchema, notificationsSchema, routes } from '@stockcast/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../client.ts'
import { queryKeys } from './query-keys.ts'

export const notificationsQuery = () =>
  queryOptions({
    queryKey: queryKeys.notifications,
    queryFn: ({ signal }) => api.get(routes.notifications(), notificationsSchema, {}, signal),
  })

export const deliveriesQuery = (query: DeliveryQuery) =>
  queryOptions({
    queryKey: [...queryKeys.deliveries, query],
    queryFn: ({ signal }) => api.get(routes.deliveries(), deliveryListSchema, { ...query }, signal),
    placeholderData: keepPreviousData,
  })
