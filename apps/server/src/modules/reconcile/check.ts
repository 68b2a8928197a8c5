import type { Tx } from '../../database/app-database.ts'
import { AppError } from '../../errors.ts'
import type { Kernel } from '../../kernel.ts'
import type { CatalogueTarget } from '../inventory/index.ts'
import { isStillShop, type OpenShop } from '../shops/index.ts'
import { findTimeZone } from '../sync/index.ts'
import type { Differences } from './queries.ts'

/** What changed so shortly before may still be on its way as a webhook, and is no difference then. */
const GRACE_MS = 60_000

/** One comparison on its way. */
export interface Check {
  kernel: Kernel
  merchantId: number
  opened: OpenShop
  signal: AbortSignal
  /** Awaited before each product that is read for itself. */
  pace: () => Promise<void>
  startedAt: Date
  checked: number
  differences: Differences
  /** Variants whose stock or sales were repaired. */
  touched: Set<number>
  hasNewSales: boolean
}

/** The merchant has left the shop that is being compared. */
export class ShopLeft extends AppError {
  constructor() {
    super('conflict', 'The store was disconnected meanwhile.')
  }
}

/** A transaction that writes what was read of this shop, and only while it is the merchant's. */
export async function inShop<T>(
  check: Check,
  work: (tx: Tx, target: CatalogueTarget) => Promise<T>,
): Promise<T> {
  const { kernel, merchantId, opened, signal } = check
  signal.throwIfAborted()
  return kernel.db.withTenant(merchantId, async (tx) => {
    if (!(await isStillShop(tx, merchantId, opened.shopGid))) throw new ShopLeft()
    const timeZone = (await findTimeZone(tx, merchantId)) ?? 'UTC'
    return work(tx, { merchantId, shopDomain: opened.shop.domain, timeZone })
  })
}

/** Before this, what the store has must be here. */
export function settledBefore(check: Pick<Check, 'startedAt'>): Date {
  return new Date(check.startedAt.getTime() - GRACE_MS)
}

export function countSettled(check: Pick<Check, 'startedAt'>, nodes: readonly { updatedAt: Date }[]): number {
  const before = settledBefore(check)
  return nodes.filter((node) => node.updatedAt < before).length
}
