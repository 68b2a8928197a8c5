import type { saveBundleSchema } from '@stockcast/contract'
import type { z } from 'zod'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { findShopDay } from '../../planning/index.ts'
import { ALWAYS, saveRecipes } from '../../store/index.ts'

/** Saves what a product is put together of; without parts it is no bundle any more. */
export async function saveBundle(
  context: Context<'clock' | 'jobs' | 'live'>,
  { variantId, wanted }: { variantId: number; wanted: z.output<typeof saveBundleSchema> },
): Promise<void> {
  const { kind, makeDays } = wanted
  const today = dayFromEpoch((await findShopDay(context)).today)
  const change = {
    bundleId: variantId,
    kind,
    makeDays: kind === 'assembly' ? makeDays : 0,
    parts: wanted.parts.map((part) => ({ componentId: part.variantId, quantity: part.quantity })),
    validFrom: wanted.validFrom === 'always' ? ALWAYS : today,
  }
  await saveRecipes(context, { changes: [change], today })
}
