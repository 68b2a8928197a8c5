import type { Kernel } from '../../kernel.ts'
import { assertConnected } from '../shops/index.ts'
import { requestSync } from './request-sync.ts'

/** "Sync from Shopify". */
export async function startSync(kernel: Kernel, merchantId: number): Promise<{ syncRunId: number }> {
  return kernel.db.withTenant(merchantId, async (tx) => {
    await assertConnected(tx, merchantId)
    return { syncRunId: await requestSync(kernel, tx, merchantId) }
  })
}
