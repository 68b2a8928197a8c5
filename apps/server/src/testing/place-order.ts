import {
  type CreatePurchaseOrder,
  ordersApi,
  type PurchaseOrder,
  type ReceivedOrder,
  toAddress,
} from '@stockcast/contract'
import type { TestMerchant } from './test-app.ts'

type Asking = Pick<TestMerchant, 'ask'>

/** Creates a draft and marks it as ordered. */
export async function placeOrder(
  merchant: Asking,
  order: CreatePurchaseOrder,
  more: object = {},
): Promise<PurchaseOrder> {
  const draft = await merchant.ask<PurchaseOrder>(ordersApi.create.path, { json: order })
  return markOrdered(merchant, draft, more)
}

export function markOrdered(merchant: Asking, { id, version }: PurchaseOrder, more: object = {}) {
  return merchant.ask<PurchaseOrder>(toAddress(ordersApi.markOrdered, { id }), { json: { version, ...more } })
}

/** Saves a delivery of these lines. */
export function receive(merchant: Asking, { id }: { id: number }, lines: readonly object[]) {
  const json = { key: crypto.randomUUID(), lines }
  return merchant.ask<ReceivedOrder>(toAddress(ordersApi.receive, { id }), { json })
}
