import type { Kernel } from '../../kernel.ts'
import { openShop } from './open-shop.ts'
import { findConnection } from './queries.ts'

/**
 * Asks the store whether it still accepts our token of the merchant's shop. Without a token it asks nothing,
 * because tokens are deleted only after the store refused them. Throws when the store gives no clear answer.
 */
export async function hasLostAccess(kernel: Kernel, merchantId: number): Promise<boolean> {
  const connection = await kernel.db.withTenant(merchantId, (tx) => findConnection(tx, merchantId, 'no lock'))
  if (!connection || connection.accessToken === null) return true
  const { shop } = await openShop(kernel, merchantId)
  return !(await shop.isInstalled())
}
