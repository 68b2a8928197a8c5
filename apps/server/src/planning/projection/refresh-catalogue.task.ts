import type { Kernel } from '../../kernel/kernel.ts'
import { type CataloguePass, refreshCatalogueTask } from '../../store/index.ts'
import type { ProjectionPorts } from './ports.ts'
import { listNextVariants, lockProjections } from './queries.ts'
import { refreshLocked } from './refresh-projections.task.ts'

/** Variants that one job refreshes, in less than a tenth of a second. */
const VARIANTS_PER_STEP = 200

/**
 * Refreshes the next variants of the catalogue, and queues the rest of the pass in the same transaction: after a kill the
 * pass continues where it was.
 */
export async function refreshCatalogue(
  kernel: Pick<Kernel, 'clock' | 'db' | 'jobs' | 'live'>,
  ports: ProjectionPorts,
  pass: CataloguePass,
  perStep = VARIANTS_PER_STEP,
): Promise<void> {
  const { merchantId, isChangeOfSettings, after, until, isRepeated } = pass
  await kernel.db.withTenant(merchantId, async (tx) => {
    await lockProjections(tx, merchantId)
    const goesToEnd = until === undefined || (after !== undefined && after >= until)
    const last = goesToEnd ? undefined : until
    const found = await listNextVariants(tx, { merchantId, after, last, limit: perStep + 1 })
    const variantIds = found.slice(0, perStep)
    const isMore = found.length > perStep
    const part = !isMore ? 'last' : after === undefined ? 'first' : 'some'
    const isAll = after === undefined && until === undefined && !isMore
    await refreshLocked(kernel, ports, tx, {
      merchantId,
      isChangeOfSettings,
      ...(isAll ? { variantIds: null } : { variantIds, partOfAll: part }),
    })
    const rest = { until, isRepeated, ...(isMore ? { after: variantIds.at(-1) } : {}) }
    const hasRest = isMore || (goesToEnd && until !== undefined)
    if (hasRest)
      await kernel.jobs.send(refreshCatalogueTask, { merchantId, isChangeOfSettings, ...rest }, { tx })
  })
}
