import { type AlertQuery, actionsApi, alertsApi } from '@stockcast/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../client.ts'
import { queryKeys } from './query-keys.ts'

export const snoozesQuery = () =>
  queryOptions({
    queryKey: queryKeys.snoozes,
    queryFn: ({ signal }) => call(actionsApi.listSnoozes, {}, signal),
  })

export const alertsQuery = (query: AlertQuery) =>
  queryOptions({
    queryKey: [...queryKeys.alerts, query],
    queryFn: ({ signal }) => call(alertsApi.list, { query }, signal),
    placeholderData: keepPreviousData,
  })
