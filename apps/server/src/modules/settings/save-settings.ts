import type { Settings } from '@stockcast/contract'
import type { Context } from '../../verb-context.ts'
import { announceChange } from './announce-change.ts'
import { findSettings, upsertSettings } from './queries.ts'

/** Saves the defaults and, when they changed, has stock projections and alerts derived again. */
export async function saveSettings(context: Context<'jobs' | 'live'>, settings: Settings): Promise<Settings> {
  const { merchantId, tx } = context
  const before = await findSettings(tx, merchantId)
  if (before && isSameSettings(before, settings)) return settings
  await upsertSettings(tx, merchantId, settings)
  await announceChange(context, { variantIds: null })
  return settings
}

export function isSameSettings(a: Settings, b: Settings): boolean {
  return a.defaultSafetyStock === b.defaultSafetyStock && a.defaultLeadTimeDays === b.defaultLeadTimeDays
}
