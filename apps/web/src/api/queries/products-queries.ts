import {
  type ProductQuery,
  productDetailSchema,
  productListSchema,
  routes,
  variantPlansSchema,
} from '@stockcast/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../client.ts'
import { queryKeys } from './query-keys.ts'

/** Long enough to come back from a product to the same place in the list. */
const LIST_KEPT_MS = 30 * 60_000

export const productsQuery = (query: ProductQuery) =>
  queryOptions({
    queryKey: [...queryKeys.products, query],
    queryFn: ({ signal }) => api.get(routes.products(), productListSchema, { ...query }, signal),
    gcTime: LIST_KEPT_MS,
  })

export const productQuery = (variantId: number) =>
  queryOptions({
    queryKey: [...queryKeys.product, variantId],
    queryFn: ({ signal }) => api.get(routes.product(variantId), productDetailSchema, {}, signal),
  })

/** Below its product, so that both are invalidated together. */
export const plansQuery = (variantId: number) =>
  queryOptions({
    queryKey: [...queryKeys.product, variantId, 'plans'],
    queryFn: ({ signal }) => api.get(routes.plans(variantId), variantPlansSchema, {}, signal),
  })
