import type { bulkTargetSchema, VariantSettingsRow } from '@stockcast/contract'
import type { z } from 'zod'
import { AppError } from '../../kernel/errors.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { listChosenSettings, listMatchingSettings } from './queries.ts'

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
