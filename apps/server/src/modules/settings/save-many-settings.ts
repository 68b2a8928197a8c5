import type { bulkVariantSettingsAnswerSchema, bulkVariantSettingsSchema } from '@stockcast/contract'
import type { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Kernel } from '../../kernel.ts'
import { changeOverrides } from './change-overrides.ts'
import { listChosenSettings, listMatchingSettings, lockOverrides } from './queries.ts'

/** Sets or clears the settings of many products in one transaction, either all or none. */
export async function saveManySettings(
  kernel: Pick<Kernel, 'db' | 'clock' | 'jobs' | 'live'>,
  args: { merchantId: number; input: z.output<typeof bulkVariantSettingsSchema> },
): Promise<z.output<typeof bulkVariantSettingsAnswerSchema>> {
  const { merchantId } = args
  const { target, set } = args.input
  return kernel.db.withTenant(merchantId, async (tx) => {
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
    const { changed, undoId } = await changeOverrides(kernel, tx, { merchantId, rows, set })
    return { matched: rows.length, changed, undoId }
  })
}
