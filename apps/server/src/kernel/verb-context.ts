import type { Tx } from './database/app-database.ts'
import type { Kernel } from './kernel.ts'

/**
 * What a verb works with: a merchant, a transaction of this merchant that the caller opened and commits, and the
 * dependencies that the verb names.
 */
export type Context<Needs extends keyof Kernel = never> = Pick<Kernel, Needs> & {
  merchantId: number
  tx: Tx
}

/** Runs a verb in a transaction of the merchant and commits it. Routes and tasks call it, and no verb does. */
export function inTransaction<Own extends Pick<Kernel, 'db'>, T>(
  kernel: Own,
  merchantId: number,
  work: (context: Own & { merchantId: number; tx: Tx }) => Promise<T>,
): Promise<T> {
  return kernel.db.withTenant(merchantId, (tx) => work({ ...kernel, merchantId, tx }))
}
