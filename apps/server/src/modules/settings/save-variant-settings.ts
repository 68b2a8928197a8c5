import type { VariantSettings, VariantSettingsRow } from '@stockcast/contract'
import { AppError } from '../../errors.ts'
import type { Context } from '../../verb-context.ts'
import { announceChange } from './announce-change.ts'
import { findVariantSettings, lockOverrides, writeOverrides } from './queries.ts'
import { isSameOverride, keptNumbers } from './variant-override.ts'

/** Saves one product's own settings; when both are unset or zero, removes them. */
export async function saveVariantSettings(
  context: Context<'jobs' | 'live'>,
  { variantId, wanted }: { variantId: number; wanted: VariantSettings },
): Promise<VariantSettingsRow> {
  const { merchantId, tx } = context
  await lockOverrides(tx, merchantId)
  const before = await findVariantSettings(tx, { merchantId, variantId })
  if (!before) throw new AppError('not_found', 'This product does not exist.')
  const after = { ...before, ...keptNumbers(wanted) }
  if (isSameOverride(before, after)) return after
  await writeOverrides(tx, merchantId, [after])
  await announceChange(context, { variantIds: [variantId] })
  return after
}
