import type { Kernel } from '../../kernel.ts'
import { takeUse } from '../../quotas/take-use.ts'
import { assertConnected } from '../shops/index.ts'
import { requestSync } from './request-sync.ts'

/** "Sync from Shopify". */
export async function startSync(kernel: Kernel, merchantId: number): Promise<{ syncRunId: number }> {
  await kernel.disk.assertRoom()
  return kernel.db.withTenant(merchantId, async (tx) => {
    await assertConnected(tx, merchantId)
    await takeUse(kernel, tx, { merchantId, use: 'sync' })
    return { syncRunId: await requestSync(kernel, tx, merchantId) }
  })
}
