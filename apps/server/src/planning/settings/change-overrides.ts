import type { VariantSettings, VariantSettingsRow } from '@stockcast/contract'
import { AT_ONCE } from '../../kernel/due/due-kinds.ts'
import { setDueAtLatest } from '../../kernel/due/queries.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { queueRefresh } from '../../store/index.ts'
import { saveLatestChange, writeOverrides } from './queries.ts'

type Changes = { [K in keyof VariantSettings]?: VariantSettings[K] | undefined }

/**
 * Sets the same values for these products, and stores the former ones for an undo. The caller has held the
 * lock on the overrides since it read the rows. Returns the id of the undo; null when nothing changed.
 */
export async function changeOverrides(
  context: Context<'clock' | 'jobs' | 'live'>,
  { rows, set }: { rows: readonly VariantSettingsRow[]; set: Changes },
): Promise<{ changed: number; undoId: number | null }> {
  const { merchantId, tx } = context
  const changes = getChanges(rows, set)
  if (changes.length === 0) return { changed: 0, undoId: null }
  const overrides = changes.map(({ after }) => after)
  await writeOverrides(tx, merchantId, overrides)
  const undoId = await saveLatestChange(tx, { merchantId, at: context.clock.now(), changes })
  const variantIds = changes.map(({ after }) => after.variantId)
  await announceChange(context, { variantIds, changesLeadTimes: changes.some(hasOtherLeadTime) })
  return { changed: changes.length, undoId }
}

/** Returns the products that these values change, before and after. */
export function getChanges(rows: readonly VariantSettingsRow[], set: Changes) {
  return rows
    .map((before) => ({ before, after: { ...before, ...numbersAfter(before, set) } }))
    .filter(({ before, after }) => !isSameOverride(before, after))
}

function numbersAfter(before: VariantSettings, set: Changes): VariantSettings {
  return keptNumbers({
    safetyStock: set.safetyStock === undefined ? before.safetyStock : set.safetyStock,
    leadTimeDays: set.leadTimeDays === undefined ? before.leadTimeDays : set.leadTimeDays,
    coverDays: set.coverDays === undefined ? before.coverDays : set.coverDays,
  })
}

export const noOverride: VariantSettings = { safetyStock: null, leadTimeDays: null, coverDays: null }

/**
 * Returns a product's own settings as stored (checklist G-03): null when all are unset or zero, so that the defaults apply. A zero
 * beside another value is meant as zero.
 */
export function keptNumbers(wanted: VariantSettings): VariantSettings {
  return wanted.safetyStock || wanted.leadTimeDays || wanted.coverDays ? wanted : noOverride
}

export function hasOtherLeadTime({ before, after }: Record<'before' | 'after', VariantSettings>): boolean {
  return before.leadTimeDays !== after.leadTimeDays
}

export function isSameOverride(a: VariantSettings, b: VariantSettings): boolean {
  return a.safetyStock === b.safetyStock && a.leadTimeDays === b.leadTimeDays && a.coverDays === b.coverDays
}

/**
 * Queues the refresh of stock projections and alerts of these products (or of all), and informs open pages.
 * The scorecard depends on lead times, and is due when they changed.
 */
export async function announceChange(
  { jobs, live, merchantId, tx }: Context<'jobs' | 'live'>,
  { variantIds, changesLeadTimes }: { variantIds: readonly number[] | null; changesLeadTimes: boolean },
): Promise<void> {
  if (changesLeadTimes) await setDueAtLatest(tx, { kind: 'simulation', merchantId, dueAt: AT_ONCE })
  await queueRefresh({ jobs }, tx, { merchantId, variantIds, isChangeOfSettings: true })
  await live.publish(tx, merchantId, { type: 'settings' })
}
