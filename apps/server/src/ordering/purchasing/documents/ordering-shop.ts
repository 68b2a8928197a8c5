import type { PurchaseOrder } from '@stockcast/contract'
import { requireShopFacts } from '../../../kernel/shop-facts/queries.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { hasManyLocations } from '../orders/supplier-queries.ts'
import { findPapers, type StoredPapers } from './paper-queries.ts'

/** The shop's details as printed on orders to suppliers. */
export interface OrderingShop {
  /** The name that the shop gives itself, otherwise its domain. */
  name: string
  email: string
  countryCode: string | null
  papers: StoredPapers
  hasManyLocations: boolean
}

export async function findOrderingShop({ merchantId, tx }: Context): Promise<OrderingShop> {
  const { shopName, shopDomain, email, countryCode } = await requireShopFacts(tx, merchantId)
  return {
    name: shopName ?? shopDomain,
    email,
    countryCode,
    papers: await findPapers(tx, merchantId),
    hasManyLocations: await hasManyLocations(tx, merchantId),
  }
}

/**
 * Returns where an order is to be delivered; empty if unknown. The address in the settings is the whole shop's, so an order for
 * one of several locations has only the name of that location.
 */
export function getShipTo(
  { locationName }: Pick<PurchaseOrder, 'locationName'>,
  { papers, hasManyLocations }: OrderingShop,
): string {
  if (locationName !== null && hasManyLocations) return locationName
  return papers.shipTo || papers.address || locationName || ''
}

/** Returns the name of an order's file. A slash in the order number cannot move the file to another folder. */
export function orderFileName({ number }: Pick<PurchaseOrder, 'number'>, ending: 'pdf' | 'csv'): string {
  return `${number.replace(/[^A-Za-z0-9_-]/g, '-')}.${ending}`
}
