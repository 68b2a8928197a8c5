import type { AppliedSettings, Settings } from '@stockcast/contract'
import type { Context } from '../../verb-context.ts'
import { announceChange } from './announce-change.ts'
import { changeOverrides } from './change-overrides.ts'
import { findSettings, listMatchingSettings, lockOverrides, upsertSettings } from './queries.ts'
import { isSameSettings } from './save-settings.ts'

/**
 * Saves the defaults and removes every product's own settings, so that the defaults apply to all (checklist
 * G-02).
 */
export async function applySettings(
  context: Context<'clock' | 'jobs' | 'live'>,
  settings: Settings,
): Promise<AppliedSettings> {
  const { merchantId, tx } = context
  await lockOverrides(tx, merchantId)
  const before = await findSettings(tx, merchantId)
  if (!before || !isSameSettings(before, settings)) {
    await upsertSettings(tx, merchantId, settings)
    const isOfLeadTimes = before?.defaultLeadTimeDays !== settings.defaultLeadTimeDays
    await announceChange(context, { variantIds: null, isOfLeadTimes })
  }
  const rows = await listMatchingSettings(tx, { merchantId, search: '', only: 'overridden', except: [] })
  const none = { safetyStock: null, leadTimeDays: null }
  return { ...settings, ...(await changeOverrides(context, { rows, set: none })) }
}
