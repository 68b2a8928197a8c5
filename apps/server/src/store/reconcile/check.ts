import { MINUTE_MS } from '@stockcast/contract'
import type { StoreThing } from '../../kernel/connector/rows.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { CatalogueTarget } from '../inventory/write-catalogue.ts'
import { isStillShop, type OpenShop } from '../shops/open-shop.ts'
import { findTimeZone } from '../sync/queries.ts'
import type { Differences } from './queries.ts'

/** A change this recent may still arrive as a webhook, so it does not count as a difference. */
const GRACE_MS = MINUTE_MS

/** One comparison while it runs. */
export interface Check {
  kernel: Kernel
  merchantId: number
  opened: OpenShop
  signal: AbortSignal
  /** Awaited before each product that is read individually. */
  pace: () => Promise<void>
  startedAt: Date
  checked: number
  differences: Differences
  /** Variants whose stock or sales were repaired. */
  touched: Set<number>
  /** What was set aside. */
  unread: StoreThing[]
  hasNewSales: boolean
}

/** Thrown when the merchant has disconnected the shop that is being compared. */
export class ShopLeft extends AppError {
  constructor() {
    super('conflict', 'The store was disconnected meanwhile.')
  }
}

/**
 * Runs a transaction that writes what was read from this shop, but only while the merchant still has the
 * shop.
 */
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

/** Returns the instant before which every change in the store must have arrived here. */
export function settledBefore(check: Pick<Check, 'startedAt'>): Date {
  return new Date(check.startedAt.getTime() - GRACE_MS)
}

export function countSettled(check: Pick<Check, 'startedAt'>, rows: readonly { updatedAt: Date }[]): number {
  const before = settledBefore(check)
  return rows.filter((row) => row.updatedAt < before).length
}
