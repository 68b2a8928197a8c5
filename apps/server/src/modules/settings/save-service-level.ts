import type { Kernel } from '../../kernel.ts'
import { announceChange } from './announce-change.ts'
import { updateServiceLevel } from './queries.ts'

/** Sets the service level of alerts and order dates and, when it changed, has both derived again. */
export async function saveServiceLevel(
  kernel: Pick<Kernel, 'db' | 'jobs' | 'live'>,
  args: { merchantId: number; serviceLevel: number },
): Promise<void> {
  const { merchantId } = args
  await kernel.db.withTenant(merchantId, async (tx) => {
    const hasChanged = await updateServiceLevel(tx, args)
    if (hasChanged) await announceChange(kernel, tx, { merchantId, variantIds: null })
  })
}
