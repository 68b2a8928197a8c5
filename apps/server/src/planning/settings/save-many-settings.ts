import type {
  bulkTargetSchema,
  bulkVariantSettingsAnswerSchema,
  bulkVariantSettingsSchema,
  saveVariantSettingsSchema,
  undoneSettingsSchema,
  VariantSettingsRow,
} from '@stockcast/contract'
import type { z } from 'zod'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { AppError } from '../../kernel/errors.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import type { Context } from '../../kernel/verb-context.ts'
import {
  announceChange,
  changeOverrides,
  getChanges,
  hasOtherLeadTime,
  isSameOverride,
  keptNumbers,
} from './change-overrides.ts'
import {
  findVariantSettings,
  listChosenSettings,
  listMatchingSettings,
  lockOverrides,
  takeLatestChange,
  writeOverrides,
} from './queries.ts'

/** Sets or clears the settings of many products in one transaction, either all or none; a preview only counts them. */
export async function saveManySettings(
  context: Context<'clock' | 'jobs' | 'live'>,
  { target, set, preview }: z.output<typeof bulkVariantSettingsSchema>,
): Promise<z.output<typeof bulkVariantSettingsAnswerSchema>> {
  const { clock, merchantId, tx } = context
  await lockOverrides(tx, merchantId)
  const rows = await findTargets(context, target)
  if (preview) return { matched: rows.length, changed: getChanges(rows, set).length, undoId: null }
  const { changed, undoId } = await changeOverrides(context, { rows, set })
  if (changed > 0) {
    const detail = `${settingWords(set)}, ${changed} ${changed === 1 ? 'product' : 'products'}`
    await recordAudit(tx, { merchantId, at: clock.now(), event: 'products_changed', detail })
  }
  return { matched: rows.length, changed, undoId }
}

function settingWords({
  safetyStock,
  leadTimeDays,
  coverDays,
}: z.output<typeof bulkVariantSettingsSchema>['set']): string {
  const words = (name: string, value: number | null | undefined, unit: string) =>
    value === undefined
      ? []
      : [`${name} ${value === null ? 'by default' : `${value} ${unit}${value === 1 ? '' : 's'}`}`]
  return [
    ...words('safety stock', safetyStock, 'unit'),
    ...words('lead time', leadTimeDays, 'day'),
    ...words('cover', coverDays, 'day'),
  ].join(', ')
}

/** Saves one product's own settings; when all are unset or zero, removes them. */
export async function saveVariantSettings(
  context: Context<'jobs' | 'live'>,
  { variantId, wanted }: { variantId: number; wanted: z.output<typeof saveVariantSettingsSchema> },
): Promise<VariantSettingsRow> {
  const { merchantId, tx } = context
  await lockOverrides(tx, merchantId)
  const before = await findVariantSettings(tx, { merchantId, variantId })
  if (!before) throw new AppError('not_found', refusalTexts.unknownProduct)
  const after = {
    ...before,
    ...keptNumbers({
      ...wanted,
      coverDays: wanted.coverDays === undefined ? before.coverDays : wanted.coverDays,
    }),
  }
  if (isSameOverride(before, after)) return after
  await writeOverrides(tx, merchantId, [after])
  await announceChange(context, {
    variantIds: [variantId],
    changesLeadTimes: hasOtherLeadTime({ before, after }),
  })
  return after
}

/**
 * Restores the settings that products had before the latest change of many. Settings that were changed again
 * in the meantime stay.
 */
export async function undoSettings(
  context: Context<'jobs' | 'live'>,
  { changeId }: { changeId: number },
): Promise<z.output<typeof undoneSettingsSchema>> {
  const { merchantId, tx } = context
  await lockOverrides(tx, merchantId)
  const changes = await takeLatestChange(tx, { merchantId, changeId })
  if (!changes) throw new AppError('not_found', 'This change can no longer be undone.')
  const variantIds = changes.map(({ after }) => after.variantId)
  const current = await listChosenSettings(tx, { merchantId, variantIds })
  const now = new Map(current.map((row) => [row.variantId, row]))
  const undone = changes.filter(({ after }) => {
    const row = now.get(after.variantId)
    return row !== undefined && isSameOverride(row, after)
  })
  const restored = undone.map(({ before }) => before)
  if (restored.length === 0) return { restored: 0 }
  await writeOverrides(tx, merchantId, restored)
  await announceChange(context, {
    variantIds: restored.map((row) => row.variantId),
    changesLeadTimes: undone.some(hasOtherLeadTime),
  })
  return { restored: restored.length }
}

/** Returns the products that are meant, with their settings, and keeps them until the transaction ends. */
export async function findTargets(
  { merchantId, tx }: Context,
  target: z.output<typeof bulkTargetSchema>,
): Promise<VariantSettingsRow[]> {
  if (target.kind === 'matching') return listMatchingSettings(tx, { merchantId, ...target })
  const rows = await listChosenSettings(tx, { merchantId, variantIds: target.variantIds })
  if (rows.length === new Set(target.variantIds).size) return rows
  throw new AppError(
    'not_found',
    'One of these products no longer exists. Load the list again; nothing was changed.',
    { field: 'target.variantIds' },
  )
}
