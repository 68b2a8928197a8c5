import type { Tx } from '../../kernel/database/app-database.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { refreshCatalogueTask } from './refresh-catalogue.task.ts'
import { MOST_NAMED, refreshProjectionsTask } from './refresh-projections.task.ts'

/** Named variants that one job refreshes. */
const VARIANTS_PER_JOB = 500

/**
 * Queues the refresh of these variants, or of all with null. Some variants never wait for somebody's whole catalogue,
 * which has a queue of its own and is refreshed step by step.
 */
export async function queueRefresh(
  { jobs }: Pick<Kernel, 'jobs'>,
  tx: Tx,
  {
    merchantId,
    variantIds,
    isChangeOfSettings,
    delaySeconds,
  }: {
    merchantId: number
    variantIds: readonly number[] | null
    isChangeOfSettings?: boolean
    delaySeconds?: number
  },
): Promise<void> {
  const named = [...new Set(variantIds)]
  const data = { merchantId, ...(isChangeOfSettings === undefined ? {} : { isChangeOfSettings }) }
  const options = { tx, ...(delaySeconds === undefined ? {} : { delaySeconds }) }
  if (variantIds === null || named.length > MOST_NAMED) return jobs.send(refreshCatalogueTask, data, options)
  for (let at = 0; at < named.length; at += VARIANTS_PER_JOB) {
    const some = named.slice(at, at + VARIANTS_PER_JOB)
    await jobs.send(refreshProjectionsTask, { ...data, variantIds: some }, options)
  }
}
