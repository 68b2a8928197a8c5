import {
  type ExcessQuery,
  type OrderListQuery,
  orderListApi,
  ordersApi,
  type PurchaseOrderQuery,
  productsApi,
  type SupplierQuery,
  type SupplierVariantQuery,
  suppliersApi,
} from '@stockcast/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../client.ts'
import { queryKeys } from './query-keys.ts'

const toKey = (...parts: unknown[]) => [...queryKeys.purchasing, ...parts]

export const orderListQuery = (query: OrderListQuery) =>
  queryOptions({
    queryKey: toKey('order-list', query),
    queryFn: ({ signal }) => call(orderListApi.get, { query }, signal),
  })

export const purchaseOrdersQuery = (query: PurchaseOrderQuery) =>
  queryOptions({
    queryKey: toKey('orders', query),
    queryFn: ({ signal }) => call(ordersApi.list, { query }, signal),
    placeholderData: keepPreviousData,
  })

export const purchaseOrderQuery = (id: number) =>
  queryOptions({
    queryKey: toKey('order', id),
    queryFn: ({ signal }) => call(ordersApi.get, { params: { id } }, signal),
  })

export const notInStoreQuery = (orderId: number) =>
  queryOptions({
    queryKey: toKey('not-in-store', orderId),
    queryFn: ({ signal }) => call(ordersApi.getNotInStore, { params: { id: orderId } }, signal),
  })

/** Reads the mail as it would be sent now. */
export const orderMailQuery = (id: number, version: number) =>
  queryOptions({
    queryKey: toKey('order-mail', id, version),
    queryFn: ({ signal }) => call(ordersApi.previewMail, { params: { id } }, signal),
  })

export const suppliersQuery = (query: SupplierQuery) =>
  queryOptions({
    queryKey: toKey('suppliers', query),
    queryFn: ({ signal }) => call(suppliersApi.list, { query }, signal),
    placeholderData: keepPreviousData,
  })

export const vendorsQuery = () =>
  queryOptions({
    queryKey: toKey('vendors'),
    queryFn: ({ signal }) => call(suppliersApi.listVendors, {}, signal),
  })

export const supplierQuery = (id: number) =>
  queryOptions({
    queryKey: toKey('supplier', id),
    queryFn: ({ signal }) => call(suppliersApi.get, { params: { id } }, signal),
  })

export const supplierVariantsQuery = (query: SupplierVariantQuery) =>
  queryOptions({
    queryKey: toKey('supplier-variants', query),
    queryFn: ({ signal }) => call(suppliersApi.listItems, { query }, signal),
    placeholderData: keepPreviousData,
  })

export const excessQuery = (query: ExcessQuery) =>
  queryOptions({
    queryKey: toKey('excess', query),
    queryFn: ({ signal }) => call(productsApi.listExcess, { query }, signal),
    placeholderData: keepPreviousData,
  })
