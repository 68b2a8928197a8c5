import {
  routes,
  type TrendProductQuery,
  type TrendQuery,
  trendProductListSchema,
  trendsSchema,
} from '@stockcast/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../client.ts'
import { queryKeys } from './query-keys.ts'

export const trendsQuery = (query: TrendQuery) =>
  queryOptions({
    queryKey: [...queryKeys.trends, 'days', query],
    queryFn: ({ signal }) => api.get(routes.trends(), trendsSchema, { ...query }, signal),
    placeholderData: keepPreviousData,
  })

export const trendProductsQuery = (query: TrendProductQuery) =>
  queryOptions({
    queryKey: [...queryKeys.trends, 'products', query],
    queryFn: ({ signal }) => api.get(routes.trendProducts(), trendProductListSchema, { ...query }, signal),
    placeholderData: keepPreviousData,
  })
