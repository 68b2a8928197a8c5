import { type TrendProductQuery, type TrendQuery, trendsApi } from '@stockcast/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../client.ts'
import { queryKeys } from './query-keys.ts'

export const trendsQuery = (query: TrendQuery) =>
  queryOptions({
    queryKey: [...queryKeys.trends, 'days', query],
    queryFn: ({ signal }) => call(trendsApi.get, { query }, signal),
    placeholderData: keepPreviousData,
  })

export const trendProductsQuery = (query: TrendProductQuery) =>
  queryOptions({
    queryKey: [...queryKeys.trends, 'products', query],
    queryFn: ({ signal }) => call(trendsApi.listProducts, { query }, signal),
    placeholderData: keepPreviousData,
  })
