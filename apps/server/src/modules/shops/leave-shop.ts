import type { Kernel } from '../../kernel.ts'
import { isConnected, openShop } from './open-shop.ts'

const DEADLINE_MS = 10_000

/**
 * Removes the app from the merchant's store, with its tokens and webhooks, when an account is deleted. This
 * is best effort: a store that does not answer within ten seconds is left as it is, and our access ends when
 * its tokens are deleted.
 */
export async function leaveShop(kernel: Kernel, merchantId: number): Promise<void> {
  const isOurs = await kernel.db.withTenant(merchantId, (tx) => isConnected(tx, merchantId))
  if (!isOurs) return
  const { shop } = await openShop(kernel, merchantId)
  await within(DEADLINE_MS, shop.uninstall())
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the store did not answer within ${ms} ms`)), ms)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
