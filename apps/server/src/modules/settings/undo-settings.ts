import type { undoneSettingsSchema } from '@stockcast/contract'
import type { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Context } from '../../verb-context.ts'
import { announceChange } from './announce-change.ts'
import { hasOtherLeadTime, isSameOverride } from './change-overrides.ts'
import { listChosenSettings, lockOverrides, takeLatestChange, writeOverrides } from './queries.ts'

/**
 * Restores the settings of products from before the latest change of many. Settings that were changed again
 * since stay.
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
    isOfLeadTimes: undone.some(hasOtherLeadTime),
  })
  return { restored: restored.length }
}
