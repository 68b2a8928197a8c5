import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { isConnected, openShop } from './open-shop.ts'
import { failRunningSync, findConnection, updateConnection } from './queries.ts'

const DEADLINE_MS = 10_000

/**
 * Removes the app from the merchant's store, with its tokens and webhooks, when an account is deleted. This
 * is best effort: a store that does not answer within ten seconds is left as it is, and our access ends when
 * its tokens are deleted.
 */
export async function leaveShop(kernel: Kernel, merchantId: number): Promise<void> {
  if (!(await kernel.db.withTenant(merchantId, (tx) => isConnected(tx, merchantId)))) return
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

/**
 * Drops the tokens after an uninstall; from then on nothing is read from the store, and the data stays.
 * Ignores an uninstall that happened before the store was connected again.
 */
export async function disconnectShop(
  kernel: Pick<Kernel, 'clock' | 'live' | 'store'>,
  tx: Tx,
  { merchantId, uninstalledAt }: { merchantId: number; uninstalledAt: Date },
): Promise<void> {
  const connection = await findConnection(tx, merchantId, 'for update')
  if (!connection || connection.connectedAt > uninstalledAt) return
  const message = `The app was removed from your ${kernel.store.name} store. What is here stays readable; connect the store again to go on.`
  const noTokens = { accessToken: null, accessExpiresAt: null, refreshToken: null, refreshExpiresAt: null }
  const next = {
    ...connection,
    ...noTokens,
    renewal: null,
    status: 'disconnected',
    message,
  } as const
  await updateConnection(tx, merchantId, next)
  await failRunningSync(tx, { merchantId, at: kernel.clock.now(), message })
  const at = kernel.clock.now()
  await recordAudit(tx, { merchantId, at, event: 'store_disconnected' })
  await kernel.live.publish(tx, merchantId, { type: 'sync' })
}
