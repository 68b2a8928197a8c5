import type { VariantSettings, VariantSettingsRow } from '@stockcast/contract'
import { AppError } from '../../errors.ts'
import type { Kernel } from '../../kernel.ts'
import { announceChange } from './announce-change.ts'
import { findVariantSettings, lockOverrides, writeOverrides } from './queries.ts'
import { isSameOverride, keptNumbers } from './variant-override.ts'

/** Saves one product's own settings; when both are unset or zero, removes them. */
export async function saveVariantSettings(
  kernel: Pick<Kernel, 'db' | 'jobs' | 'live'>,
  args: { merchantId: number; variantId: number; wanted: VariantSettings },
): Promise<VariantSettingsRow> {
  const { merchantId, variantId } = args
  return kernel.db.withTenant(merchantId, async (tx) => {
    await lockOverrides(tx, merchantId)
    const before = await findVariantSettings(tx, { merchantId, variantId })
    if (!before) throw new AppError('not_found', 'This product does not exist.')
    const after = { ...before, ...keptNumbers(args.wanted) }
    if (isSameOverride(before, after)) return after
    await writeOverrides(tx, merchantId, [after])
    await announceChange(kernel, tx, { merchantId, variantIds: [variantId] })
    return after
  })
}
