import { type AlertQuery, alertListSchema, routes, snoozeListSchema } from '@stockcast/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../client.ts'
import { queryKeys } from './query-keys.ts'

export const snoozesQuery = () =>
  queryOptions({
    queryKey: queryKeys.snoozes,
    queryFn: ({ signal }) => api.get(routes.snoozes(), snoozeListSchema, {}, signal),
  })

export const alertsQuery = (query: AlertQuery) =>
  queryOptions({
    queryKey: [...queryKeys.alerts, query],
    queryFn: ({ signal }) => api.get(routes.alerts(), alertListSchema, { ...query }, signal),
    placeholderData: keepPreviousData,
  })
