import {
  actionsApi,
  type groupChoicesQuerySchema,
  type ProductQuery,
  productsApi,
  viewsApi,
} from '@stockcast/contract'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../client.ts'
import { queryKeys } from './query-keys.ts'

/** Long enough to come back from a product to the same place in the list. */
const LIST_KEPT_MS = 30 * 60_000

export const productsQuery = (query: ProductQuery) =>
  queryOptions({
    queryKey: [...queryKeys.products, query],
    queryFn: ({ signal }) => call(productsApi.list, { query }, signal),
    gcTime: LIST_KEPT_MS,
  })

export const productQuery = (variantId: number) =>
  queryOptions({
    queryKey: [...queryKeys.product, variantId],
    queryFn: ({ signal }) => call(productsApi.get, { params: { variantId } }, signal),
  })

export const groupChoicesQuery = (query: z.input<typeof groupChoicesQuerySchema>) =>
  queryOptions({
    queryKey: [...queryKeys.groups, query],
    queryFn: ({ signal }) => call(productsApi.listGroups, { query }, signal),
  })

export const viewsQuery = queryOptions({
  queryKey: queryKeys.views,
  queryFn: ({ signal }) => call(viewsApi.list, {}, signal),
})

/** Below its product, so that both are invalidated together. */
export const plansQuery = (variantId: number) =>
  queryOptions({
    queryKey: [...queryKeys.product, variantId, 'plans'],
    queryFn: ({ signal }) => call(actionsApi.getPlans, { params: { id: variantId } }, signal),
  })
