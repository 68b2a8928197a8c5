import type { Settings } from '@stockcast/contract'
import type { Kernel } from '../../kernel.ts'
import { refreshOutlooks } from '../forecasts/index.ts'
import { findSettings, upsertSettings } from './queries.ts'

/** Saves the defaults and, when they changed, has outlooks and alerts derived anew. */
export async function saveSettings(
  kernel: Pick<Kernel, 'db' | 'jobs' | 'live'>,
  merchantId: number,
  settings: Settings,
): Promise<Settings> {
  return kernel.db.withTenant(merchantId, async (tx) => {
    const before = await findSettings(tx, merchantId)
    if (before && isSame(before, settings)) return settings
    await upsertSettings(tx, merchantId, settings)
    await kernel.jobs.send(refreshOutlooks, { merchantId }, { tx, key: String(merchantId) })
    await kernel.live.publish(tx, merchantId, { type: 'settings' })
    return settings
  })
}

function isSame(a: Settings, b: Settings): boolean {
  return a.defaultSafetyStock === b.defaultSafetyStock && a.defaultLeadTimeDays === b.defaultLeadTimeDays
}
