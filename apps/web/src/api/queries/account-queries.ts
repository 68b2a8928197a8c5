import { accountApi, billingApi } from '@stockcast/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../client.ts'
import { queryKeys } from './query-keys.ts'

export const accountQuery = () =>
  queryOptions({
    queryKey: queryKeys.account,
    queryFn: ({ signal }) => call(accountApi.get, {}, signal),
  })

export const activityQuery = (page: number) =>
  queryOptions({
    queryKey: [...queryKeys.account, 'activity', page],
    queryFn: ({ signal }) => call(accountApi.listActivity, { query: { page } }, signal),
    placeholderData: keepPreviousData,
  })

/** Reads the payment status. */
export const billingQuery = () =>
  queryOptions({
    queryKey: queryKeys.billing,
    queryFn: ({ signal }) => call(billingApi.get, {}, signal),
  })
