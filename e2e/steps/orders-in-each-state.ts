import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import {
  ordersApi,
  type ProductList,
  type PurchaseOrder,
  type ReceivedOrder,
  type Supplier,
  type SupplierRequest,
  suppliersApi,
  toAddress,
} from '@stockcast/contract'
import { callApi } from './api.ts'
import { dayAgo } from './files.ts'

/** Time limit for the alert of a late order on a busy machine. */
const PATIENCE_MS = 60_000

/** The supplier of the orders in each state. */
export const BUSY_SUPPLIER = 'Altura Roasting'

const suppliers: readonly SupplierRequest[] = [
  {
    name: BUSY_SUPPLIER,
    email: 'orders@altura.example.com',
    statedLeadTimeDays: 14,
    minimum: { kind: 'value', amountMinor: 250_000 },
  },
  {
    name: 'Steinzeug- und Keramikmanufaktur Untere Uferstraße, Werkstatt für Filter und Kannen',
    email: 'bestellungen@steinzeugmanufaktur-untere-uferstrasse.example.com',
    currency: 'EUR',
    statedLeadTimeDays: 21,
    review: { kind: 'weekdays', weekdays: [1, 4] },
  },
]

/** Adds suppliers of the merchant's products with past orders, and an order in each state. Returns the ordered products. */
export async function addOrdersInEachState(request: APIRequestContext): Promise<readonly number[]> {
  const [busy, other] = await Promise.all(
    suppliers.map((data) => callApi<Supplier>(request, 'POST', suppliersApi.create.path, data)),
  )
  const { rows } = await callApi<ProductList>(request, 'GET', '/api/products?pageSize=500')
  const sold = rows.filter(({ isTracked, saleStatus }) => isTracked && saleStatus === 'active')
  const items = sold.map(({ variantId }, i) => ({
    supplierId: (i % 3 === 2 ? other! : busy!).id,
    variantId,
    supplierSku: `AR-${100 + i}`,
    // A few costs are unknown, as in most stores.
    unitCostMinor: i % 7 === 6 ? null : 450 + 130 * (i % 9),
    packSize: [1, 6, 12][i % 3],
  }))
  await callApi(request, 'PUT', suppliersApi.listItems.path, { rows: items })
  const variantIds = items
    .filter(({ supplierId }) => supplierId === busy!.id)
    .map((item) => item.variantId)
    .slice(0, 6)
  const orders = getOrders(request, { supplierId: busy!.id, variantIds })
  for (const [ordered, received] of [
    [120, 103],
    [90, 72],
    [64, 38],
  ] as const)
    await orders.receive(await orders.place(ordered), { receivedOn: dayAgo(received) })
  await orders.receive(await orders.place(12), { receivedOn: dayAgo(2), share: 0.5, rejected: 2 })
  await orders.place(3)
  const late = await orders.place(70, dayAgo(45))
  const cancelled = await orders.place(30)
  await callApi(request, 'POST', toAddress(ordersApi.cancel, { id: cancelled.id }), {
    version: cancelled.version,
  })
  await orders.draft()
  const isLate = async () =>
    (await callApi<PurchaseOrder>(request, 'GET', toAddress(ordersApi.get, { id: late.id }))).isLate
  await expect.poll(isLate, { timeout: PATIENCE_MS, intervals: [500] }).toBe(true)
  return variantIds
}

function getOrders(request: APIRequestContext, of: { supplierId: number; variantIds: readonly number[] }) {
  const draft = () =>
    callApi<PurchaseOrder>(request, 'POST', ordersApi.create.path, {
      supplierId: of.supplierId,
      freightMinor: 4500,
      lines: of.variantIds.map((variantId, i) => ({ variantId, units: 12 * (i + 1) })),
    })
  return {
    draft,
    /** Marks a new order as placed some days ago. */
    place: async (days: number, expectedOn?: string) => {
      const { id, version } = await draft()
      const placed = { version, orderedOn: dayAgo(days), expectedOn }
      return callApi<PurchaseOrder>(request, 'POST', toAddress(ordersApi.markOrdered, { id }), placed)
    },
    /** Receives a share of each line of an order, and rejects some of the received units. */
    receive: (
      { id, lines }: PurchaseOrder,
      { receivedOn, share = 1, rejected = 0 }: { receivedOn: string; share?: number; rejected?: number },
    ) =>
      callApi<ReceivedOrder>(request, 'POST', toAddress(ordersApi.receive, { id }), {
        key: randomUUID(),
        receivedOn,
        lines: lines.map((line) => ({
          lineId: line.id,
          accepted: Math.floor(line.ordered * share) - rejected,
          rejected,
        })),
      }),
  }
}
