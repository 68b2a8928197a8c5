import type {
  bulkVariantSettingsAnswerSchema,
  bulkVariantSettingsSchema,
  VariantSettings,
  VariantSettingsRow,
} from '@stockcast/contract'
import type { z } from 'zod'
import { AppError } from '../../errors.ts'
import { refusalTexts } from '../../texts/refusal-texts.ts'
import type { Context } from '../../verb-context.ts'
import { announceChange } from './announce-change.ts'
import { changeOverrides, hasOtherLeadTime, isSameOverride, keptNumbers } from './change-overrides.ts'
import {
  findVariantSettings,
  listChosenSettings,
  listMatchingSettings,
  lockOverrides,
  writeOverrides,
} from './queries.ts'

/** Sets or clears the settings of many products in one transaction, either all or none. */
export async function saveManySettings(
  context: Context<'clock' | 'jobs' | 'live'>,
  { target, set }: z.output<typeof bulkVariantSettingsSchema>,
): Promise<z.output<typeof bulkVariantSettingsAnswerSchema>> {
  const { merchantId, tx } = context
  await lockOverrides(tx, merchantId)
  const rows =
    target.kind === 'chosen'
      ? await listChosenSettings(tx, { merchantId, variantIds: target.variantIds })
      : await listMatchingSettings(tx, { merchantId, ...target })
  if (target.kind === 'chosen' && rows.length < new Set(target.variantIds).size) {
    throw new AppError(
      'not_found',
      'One of these products no longer exists. Load the list again; nothing was changed.',
      { field: 'target.variantIds' },
    )
  }
  const { changed, undoId } = await changeOverrides(context, { rows, set })
  return { matched: rows.length, changed, undoId }
}

/** Saves one product's own settings; when both are unset or zero, removes them. */
export async function saveVariantSettings(
  context: Context<'jobs' | 'live'>,
  { variantId, wanted }: { variantId: number; wanted: VariantSettings },
): Promise<VariantSettingsRow> {
  const { merchantId, tx } = context
  await lockOverrides(tx, merchantId)
  const before = await findVariantSettings(tx, { merchantId, variantId })
  if (!before) throw new AppError('not_found', refusalTexts.unknownProduct)
  const after = { ...before, ...keptNumbers(wanted) }
  if (isSameOverride(before, after)) return after
  await writeOverrides(tx, merchantId, [after])
  await announceChange(context, {
    variantIds: [variantId],
    isOfLeadTimes: hasOtherLeadTime({ before, after }),
  })
  return after
}
