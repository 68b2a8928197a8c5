import type { Alert } from '@stockcast/contract'
import { AppError } from '../../errors.ts'
import type { Kernel } from '../../kernel.ts'
import { findAlert } from './list-queries.ts'
import { markResolvedByMerchant } from './queries.ts'

/** Resolves an alert by the merchant. A resolved alert never becomes active again; a new one may open. */
export async function resolveAlert(
  kernel: Pick<Kernel, 'db' | 'clock' | 'live'>,
  key: { merchantId: number; alertId: number },
): Promise<Alert> {
  return kernel.db.withTenant(key.merchantId, async (tx) => {
    const isResolvedNow = await markResolvedByMerchant(tx, { ...key, at: kernel.clock.now() })
    const alert = await findAlert(tx, key)
    if (!alert) throw new AppError('not_found', 'This alert does not exist.')
    if (!isResolvedNow) throw new AppError('conflict', 'This alert is already resolved.')
    await kernel.live.publish(tx, key.merchantId, { type: 'alerts' })
    return alert
  })
}
