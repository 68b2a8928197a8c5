import {
  type AppliedSettings,
  DEFAULT_LEAD_TIME_DAYS,
  DEFAULT_SAFETY_STOCK,
  type Settings,
} from '@stockcast/contract'
import type { Context } from '../../verb-context.ts'
import { announceChange, changeOverrides } from './change-overrides.ts'
import {
  findSettings,
  listMatchingSettings,
  lockOverrides,
  updateServiceLevel,
  upsertSettings,
} from './queries.ts'

/** Saves the defaults and, when they changed, has stock projections and alerts derived again. */
export async function saveSettings(context: Context<'jobs' | 'live'>, settings: Settings): Promise<Settings> {
  const { merchantId, tx } = context
  const before = await findSettings(tx, merchantId)
  if (before && isSameSettings(before, settings)) return settings
  await upsertSettings(tx, merchantId, settings)
  const changesLeadTimes = before?.defaultLeadTimeDays !== settings.defaultLeadTimeDays
  await announceChange(context, { variantIds: null, changesLeadTimes })
  return settings
}

function isSameSettings(a: Settings, b: Settings): boolean {
  return a.defaultSafetyStock === b.defaultSafetyStock && a.defaultLeadTimeDays === b.defaultLeadTimeDays
}

/** Sets the service level of alerts and order dates and, when it changed, has both derived again. */
export async function saveServiceLevel(
  context: Context<'jobs' | 'live'>,
  { serviceLevel }: { serviceLevel: number },
): Promise<void> {
  const { merchantId, tx } = context
  const hasChanged = await updateServiceLevel(tx, { merchantId, serviceLevel })
  if (hasChanged) await announceChange(context, { variantIds: null, changesLeadTimes: false })
}

export async function getSettings({ merchantId, tx }: Context): Promise<Settings> {
  const saved = await findSettings(tx, merchantId)
  return saved ?? { defaultSafetyStock: DEFAULT_SAFETY_STOCK, defaultLeadTimeDays: DEFAULT_LEAD_TIME_DAYS }
}

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
    const changesLeadTimes = before?.defaultLeadTimeDays !== settings.defaultLeadTimeDays
    await announceChange(context, { variantIds: null, changesLeadTimes })
  }
  const rows = await listMatchingSettings(tx, { merchantId, search: '', only: 'overridden', except: [] })
  const none = { safetyStock: null, leadTimeDays: null }
  return { ...settings, ...(await changeOverrides(context, { rows, set: none })) }
}
