import { z } from 'zod'
import { defineTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { ProjectionPorts } from './ports.ts'
import { listNextVariants, lockProjections } from './queries.ts'
import { refreshLocked } from './refresh-projections.task.ts'

const data = z.object({
  merchantId: z.number().int().positive(),
  isChangeOfSettings: z.boolean().optional(),
  /** The last variant that was refreshed; without it the next one is the first. */
  after: z.number().int().optional(),
  /** The last variant to refresh, once the end of the catalogue was reached if it is not after `after`; without it all up to the end. */
  until: z.number().int().optional(),
})

type CataloguePass = z.infer<typeof data>

/**
 * Derives the stock projections and alerts of a whole catalogue again, some variants in each job, so that others have
 * their turns in between. One that is requested meanwhile makes the pass go once around from where it is. Queued by
 * `queueRefresh`.
 */
export const refreshCatalogueTask = defineTask({
  name: 'refresh-catalogue',
  data,
  one: 'queued',
  merge: joinPasses,
  retryLimit: 4,
})

/** Variants that one job refreshes, in less than a tenth of a second. */
const VARIANTS_PER_STEP = 200

/** Returns a pass that refreshes whatever one of both would: once around, unless they are the same. */
export function joinPasses(waiting: CataloguePass, sent: CataloguePass): CataloguePass {
  const isChangeOfSettings = waiting.isChangeOfSettings === true || sent.isChangeOfSettings === true
  const at = waiting.after ?? sent.after
  const isSame = waiting.after === sent.after && waiting.until === sent.until
  return {
    ...waiting,
    ...(isChangeOfSettings ? { isChangeOfSettings } : {}),
    ...(isSame ? {} : { after: at, until: at }),
  }
}

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
  const { merchantId, isChangeOfSettings, after, until } = pass
  await kernel.db.withTenant(merchantId, async (tx) => {
    await lockProjections(tx, merchantId)
    const goesToEnd = until === undefined || (after !== undefined && after >= until)
    const last = goesToEnd ? undefined : until
    const found = await listNextVariants(tx, { merchantId, after, last, limit: perStep + 1 })
    const variantIds = found.slice(0, perStep)
    const isMore = found.length > perStep
    const isAll = after === undefined && until === undefined && !isMore
    await refreshLocked(kernel, ports, tx, {
      merchantId,
      isChangeOfSettings,
      ...(isAll ? { variantIds: null } : { variantIds, partOfAll: isMore ? 'some' : 'last' }),
    })
    const rest = isMore ? { after: variantIds.at(-1), until } : { until }
    const hasRest = isMore || (goesToEnd && until !== undefined)
    if (hasRest)
      await kernel.jobs.send(refreshCatalogueTask, { merchantId, isChangeOfSettings, ...rest }, { tx })
  })
}
