import type { Settings } from '@stockcast/contract'
import type { Kernel } from '../../kernel.ts'
import { announceChange } from './announce-change.ts'
import { findSettings, upsertSettings } from './queries.ts'

/** Saves the defaults and, when they changed, has stock projections and alerts derived again. */
export async function saveSettings(
  kernel: Pick<Kernel, 'db' | 'jobs' | 'live'>,
  merchantId: number,
  settings: Settings,
): Promise<Settings> {
  return kernel.db.withTenant(merchantId, async (tx) => {
    const before = await findSettings(tx, merchantId)
    if (before && isSameSettings(before, settings)) return settings
    await upsertSettings(tx, merchantId, settings)
    await announceChange(kernel, tx, { merchantId, variantIds: null })
    return settings
  })
}

export function isSameSettings(a: Settings, b: Settings): boolean {
  return a.defaultSafetyStock === b.defaultSafetyStock && a.defaultLeadTimeDays === b.defaultLeadTimeDays
}
