import type { PurchaseOrder } from '@stockcast/contract'
import { requireShopFacts } from '../../../kernel/shop-facts/queries.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { hasManyLocations } from '../orders/supplier-queries.ts'
import { findPapers, type StoredPapers } from './paper-queries.ts'

/** The shop as a supplier reads of it. */
export interface OrderingShop {
  /** Its own name, otherwise its address. */
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
 * Returns where the goods of an order go; empty where that is not known. The address of the settings is that of the whole
 * shop, so an order for one of several locations names that location alone.
 */
export function getShipTo(
  { locationName }: Pick<PurchaseOrder, 'locationName'>,
  { papers, hasManyLocations }: OrderingShop,
): string {
  if (locationName !== null && hasManyLocations) return locationName
  return papers.shipTo || papers.address || locationName || ''
}

/** Returns the name of an order's file, which a number with a slash cannot lead elsewhere. */
export function orderFileName({ number }: Pick<PurchaseOrder, 'number'>, ending: 'pdf' | 'csv'): string {
  return `${number.replace(/[^A-Za-z0-9_-]/g, '-')}.${ending}`
}
