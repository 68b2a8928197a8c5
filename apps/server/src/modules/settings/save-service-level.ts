import type { Context } from '../../verb-context.ts'
import { announceChange } from './announce-change.ts'
import { updateServiceLevel } from './queries.ts'

/** Sets the service level of alerts and order dates and, when it changed, has both derived again. */
export async function saveServiceLevel(
  context: Context<'jobs' | 'live'>,
  { serviceLevel }: { serviceLevel: number },
): Promise<void> {
  const { merchantId, tx } = context
  const hasChanged = await updateServiceLevel(tx, { merchantId, serviceLevel })
  if (hasChanged) await announceChange(context, { variantIds: null })
}
