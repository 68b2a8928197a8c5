import { isShopifyFault } from '../../integrations/shopify/index.ts'
import type { Kernel } from '../../kernel.ts'
import { openShop } from './open-shop.ts'
import { findConnection } from './queries.ts'

/**
 * Asks Shopify whether it still accepts our token of the merchant's shop. Without a token it asks nothing,
 * because tokens are deleted only after Shopify refused them. Throws when Shopify gives no clear answer.
 */
export async function hasLostAccess(kernel: Kernel, merchantId: number): Promise<boolean> {
  const connection = await kernel.db.withTenant(merchantId, (tx) => findConnection(tx, merchantId, 'no lock'))
  if (!connection || connection.accessToken === null) return true
  const { shop } = await openShop(kernel, merchantId)
  try {
    await shop.info()
    return false
  } catch (error) {
    if (isShopifyFault(error, 'unauthorized', 'shop_not_found')) return true
    throw error
  }
}
