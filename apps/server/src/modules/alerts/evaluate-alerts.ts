import { shopFormats } from '@stockcast/contract'
import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import type { RefreshedProjection } from '../projection/index.ts'
import { endCooldown } from './queries.ts'
import { updateAlerts } from './update-alerts.ts'

/**
 * Opens, updates and resolves the alerts of the variants whose projection was refreshed. No alert opens
 * before the first complete forecast, because sales may still be arriving until then. Outdated figures open
 * no alert, but may still resolve one.
 */
export async function evaluateAlerts(
  kernel: Pick<Kernel, 'clock' | 'jobs' | 'live'>,
  tx: Tx,
  refreshed: RefreshedProjection,
): Promise<void> {
  const { merchantId, variantIds, at, today, facts } = refreshed
  if (!refreshed.hasForecasts) return
  if (refreshed.isChangeOfSettings) await endCooldown(tx, { merchantId, variantIds, at })
  await updateAlerts(kernel, tx, {
    merchantId,
    today,
    formats: shopFormats(refreshed.countryCode),
    facts,
    isWholeCatalog: variantIds === null,
    mayOpen: !refreshed.isStale,
  })
}
