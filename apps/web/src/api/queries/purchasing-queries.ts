import {
  type ExcessQuery,
  excessListSchema,
  notInStoreSchema,
  type OrderListQuery,
  orderListSchema,
  orderMailSchema,
  type PurchaseOrderQuery,
  purchaseOrderListSchema,
  purchaseOrderSchema,
  routes,
  type SupplierQuery,
  type SupplierVariantQuery,
  supplierDetailSchema,
  supplierListSchema,
  supplierVariantListSchema,
  vendorListSchema,
} from '@stockcast/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../client.ts'
import { queryKeys } from './query-keys.ts'

const keyOf = (...parts: unknown[]) => [...queryKeys.purchasing, ...parts]

export const orderListQuery = (query: OrderListQuery) =>
  queryOptions({
    queryKey: keyOf('order-list', query),
    queryFn: ({ signal }) => api.get(routes.orderList(), orderListSchema, { ...query }, signal),
  })

export const purchaseOrdersQuery = (query: PurchaseOrderQuery) =>
  queryOptions({
    queryKey: keyOf('orders', query),
    queryFn: ({ signal }) => api.get(routes.purchaseOrders(), purchaseOrderListSchema, { ...query }, signal),
    placeholderData: keepPreviousData,
  })

export const purchaseOrderQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf('order', id),
    queryFn: ({ signal }) => api.get(routes.purchaseOrder(id), purchaseOrderSchema, {}, signal),
  })

export const notInStoreQuery = (orderId: number) =>
  queryOptions({
    queryKey: keyOf('not-in-store', orderId),
    queryFn: ({ signal }) => api.get(routes.notInStore(orderId), notInStoreSchema, {}, signal),
  })

/** Reads the mail as it would be sent now. */
export const orderMailQuery = (id: number, version: number) =>
  queryOptions({
    queryKey: keyOf('order-mail', id, version),
    queryFn: ({ signal }) => api.get(routes.sendOrder(id), orderMailSchema, {}, signal),
  })

export const suppliersQuery = (query: SupplierQuery) =>
  queryOptions({
    queryKey: keyOf('suppliers', query),
    queryFn: ({ signal }) => api.get(routes.suppliers(), supplierListSchema, { ...query }, signal),
    placeholderData: keepPreviousData,
  })

export const vendorsQuery = () =>
  queryOptions({
    queryKey: keyOf('vendors'),
    queryFn: ({ signal }) => api.get(routes.vendors(), vendorListSchema, {}, signal),
  })

export const supplierQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf('supplier', id),
    queryFn: ({ signal }) => api.get(routes.supplier(id), supplierDetailSchema, {}, signal),
  })

export const supplierVariantsQuery = (query: SupplierVariantQuery) =>
  queryOptions({
    queryKey: keyOf('supplier-variants', query),
    queryFn: ({ signal }) =>
      api.get(routes.supplierVariants(), supplierVariantListSchema, { ...query }, signal),
    placeholderData: keepPreviousData,
  })

export const excessQuery = (query: ExcessQuery) =>
  queryOptions({
    queryKey: keyOf('excess', query),
    queryFn: ({ signal }) => api.get(routes.excessStock(), excessListSchema, { ...query }, signal),
    placeholderData: keepPreviousData,
  })
