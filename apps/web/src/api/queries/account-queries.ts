import { accountSchema, activitySchema, billingSchema, routes } from '@stockcast/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../client.ts'
import { queryKeys } from './query-keys.ts'

export const accountQuery = () =>
  queryOptions({
    queryKey: queryKeys.account,
    queryFn: ({ signal }) => api.get(routes.account(), accountSchema, {}, signal),
  })

export const activityQuery = (page: number) =>
  queryOptions({
    queryKey: [...queryKeys.account, 'activity', page],
    queryFn: ({ signal }) => api.get(routes.accountActivity(), activitySchema, { page }, signal),
    placeholderData: keepPreviousData,
  })

/** Reads the payment status. */
export const billingQuery = () =>
  queryOptions({
    queryKey: queryKeys.billing,
    queryFn: ({ signal }) => api.get(routes.billing(), billingSchema, {}, signal),
  })
