import { z } from 'zod'
import type { Tx } from '../../kernel/database/app-database.ts'
import { defineTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'

/** More variants than this are refreshed with the whole catalogue. */
const MAX_NAMED = 5000
/** As many as an order has. */
const FEW = 50

const namedSchema = z.object({
  merchantId: z.number().int().positive(),
  variantIds: z.array(z.number().int()).optional(),
  isChangeOfSettings: z.boolean().optional(),
  /** When it is due, if not at once. */
  dueAt: z.iso.datetime().optional(),
})

export type NamedRefresh = z.infer<typeof namedSchema>

/**
 * Derives stock projections and alerts of these variants, or of all, again from stock, forecast, settings and the day, without
 * fitting. After a change of settings, alerts that closed by themselves and would wait may open at once. What is requested while
 * one waits is done with it, so that a flood of sales costs few runs. Queued by `queueRefresh`.
 */
export const refreshProjectionsTask = defineTask({
  name: 'refresh-projections',
  data: namedSchema,
  one: 'queued',
  lane: ({ dueAt, isChangeOfSettings = false }) => dueAt ?? (isChangeOfSettings ? 'settings' : 'stock'),
  merge: joinNamed,
  keepsPlans: ({ variantIds = [] }) => variantIds.length > 0 && variantIds.length <= FEW,
  retryLimit: 4,
  concurrency: 2,
})

function joinNamed(
  { variantIds: waiting, ...rest }: NamedRefresh,
  { variantIds: sent }: NamedRefresh,
): NamedRefresh {
  const isAll = waiting === undefined || sent === undefined
  return { ...rest, variantIds: isAll ? undefined : [...new Set([...waiting, ...sent])] }
}

const passSchema = z.object({
  merchantId: z.number().int().positive(),
  isChangeOfSettings: z.boolean().optional(),
  /** The last variant that was refreshed; without it the next one is the first. */
  after: z.number().int().optional(),
  /** The last variant to refresh, once the end of the catalogue was reached if it is not after `after`; without it all up to the end. */
  until: z.number().int().optional(),
  /** Requested again while it was under way. */
  isRepeated: z.boolean().optional(),
})

export type CataloguePass = z.infer<typeof passSchema>

/**
 * Derives the stock projections and alerts of a whole catalogue again, some variants in each job, so that others have
 * their turns in between. One that is requested meanwhile makes the pass go once around from where it is. Queued by
 * `queueRefresh`.
 */
export const refreshCatalogueTask = defineTask({
  name: 'refresh-catalogue',
  data: passSchema,
  one: 'queued',
  merge: joinPasses,
  isPaced: ({ isRepeated = false }) => isRepeated,
  retryLimit: 4,
})

/** Returns a pass that refreshes whatever one of both would: once around, unless they are the same. */
export function joinPasses(waiting: CataloguePass, sent: CataloguePass): CataloguePass {
  const isChangeOfSettings = waiting.isChangeOfSettings === true || sent.isChangeOfSettings === true
  const at = waiting.after ?? sent.after
  const isSame = waiting.after === sent.after && waiting.until === sent.until
  return {
    ...waiting,
    ...(isChangeOfSettings ? { isChangeOfSettings } : {}),
    ...(isSame ? {} : { after: at, until: at, isRepeated: true }),
  }
}

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
    due,
  }: {
    merchantId: number
    variantIds: readonly number[] | null
    isChangeOfSettings?: boolean
    /** Without it at once. */
    due?: { at: Date; delaySeconds: number }
  },
): Promise<void> {
  const named = [...new Set(variantIds)]
  const data = { merchantId, ...(isChangeOfSettings === undefined ? {} : { isChangeOfSettings }) }
  if (variantIds === null || named.length > MAX_NAMED) return jobs.send(refreshCatalogueTask, data, { tx })
  if (named.length === 0) return
  const later = due && { dueAt: due.at.toISOString() }
  const delay = due && { delaySeconds: due.delaySeconds }
  await jobs.send(refreshProjectionsTask, { ...data, ...later, variantIds: named }, { tx, ...delay })
}
