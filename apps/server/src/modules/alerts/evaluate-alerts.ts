import { shopFormats } from '@stockcast/contract'
import type { Context } from '../../verb-context.ts'
import type { RefreshedProjection } from '../projection/index.ts'
import { endCooldown } from './queries.ts'
import { updateAlerts } from './update-alerts.ts'

/**
 * Opens, updates and resolves the alerts of the variants whose projection was refreshed. No alert opens
 * before the first complete forecast, because sales may still be arriving until then. Outdated figures open
 * no alert, but may still resolve one.
 */
export async function evaluateAlerts(
  context: Context<'clock' | 'jobs' | 'live'>,
  refreshed: RefreshedProjection,
): Promise<void> {
  const { merchantId, tx } = context
  const { variantIds, at, today, facts } = refreshed
  if (!refreshed.hasForecasts) return
  if (refreshed.isChangeOfSettings) await endCooldown(tx, { merchantId, variantIds, at })
  await updateAlerts(context, {
    today,
    formats: shopFormats(refreshed.countryCode),
    facts,
    isWholeCatalog: variantIds === null,
    mayOpen: !refreshed.isStale,
  })
}
