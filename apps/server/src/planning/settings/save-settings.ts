import { isDeepStrictEqual } from 'node:util'
import { type AppliedSettings, type SaveSettings, type Settings, specDefaults } from '@stockcast/contract'
import type { Context } from '../../kernel/verb-context.ts'
import { announceChange, changeOverrides, noOverride } from './change-overrides.ts'
import {
  findServiceLevel,
  findSettings,
  listMatchingSettings,
  lockOverrides,
  updateServiceLevel,
  upsertSettings,
} from './queries.ts'

/** Saves the defaults and the service level and, when they changed, has stock projections and alerts derived again. */
export async function saveSettings(
  context: Context<'jobs' | 'live'>,
  wanted: SaveSettings,
): Promise<Settings> {
  const { merchantId, tx } = context
  const stored = await findSettings(tx, merchantId)
  const before = await getSettings(context)
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined)
  const settings: Settings = { ...before, ...Object.fromEntries(given) }
  const { serviceLevel, ...defaults } = settings
  const hasOtherLevel = serviceLevel !== before.serviceLevel
  if (hasOtherLevel) await updateServiceLevel(tx, { merchantId, serviceLevel })
  if (isDeepStrictEqual(stored, defaults)) {
    if (hasOtherLevel) await announceChange(context, { variantIds: null, changesLeadTimes: false })
    return settings
  }
  await upsertSettings(tx, merchantId, defaults)
  const changesLeadTimes = stored?.defaultLeadTimeDays !== defaults.defaultLeadTimeDays
  await announceChange(context, { variantIds: null, changesLeadTimes })
  return settings
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

/** Returns the settings, where none are saved those of the spec. */
export async function getSettings({ merchantId, tx }: Context): Promise<Settings> {
  const defaults = (await findSettings(tx, merchantId)) ?? specDefaults
  return { ...defaults, serviceLevel: await findServiceLevel(tx, merchantId) }
}

/**
 * Saves the defaults and removes every product's own settings, so that the defaults apply to all (checklist
 * G-02).
 */
export async function applySettings(
  context: Context<'clock' | 'jobs' | 'live'>,
  wanted: SaveSettings,
): Promise<AppliedSettings> {
  const { merchantId, tx } = context
  await lockOverrides(tx, merchantId)
  const settings = await saveSettings(context, wanted)
  const rows = await listMatchingSettings(tx, { merchantId, search: '', only: 'overridden', except: [] })
  return { ...settings, ...(await changeOverrides(context, { rows, set: noOverride })) }
}
