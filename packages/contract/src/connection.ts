import { z } from 'zod'
import { instantSchema } from './calendar.ts'

export const syncPhases = ['queued', 'shop', 'products', 'orders', 'history', 'forecast', 'done'] as const
export type SyncPhase = (typeof syncPhases)[number]
export const syncStatuses = ['running', 'succeeded', 'failed'] as const

/** One pass over the store, as the merchant sees it. `GET /api/sync`, null before the first. */
export const syncRunSchema = z.object({
  id: z.number().int(),
  kind: z.enum(['first', 'full']),
  status: z.enum(syncStatuses),
  phase: z.enum(syncPhases),
  /** How the store is read: in bulk, or page by page where bulk is not allowed. */
  method: z.enum(['bulk', 'paged']),
  products: z.number().int(),
  variants: z.number().int(),
  orders: z.number().int(),
  orderLines: z.number().int(),
  /** Variants forecast so far, of how many. */
  forecast: z.object({ done: z.number().int(), total: z.number().int() }),
  /** What the provider announced, where it did. */
  expected: z.object({ variants: z.number().int().nullable(), orders: z.number().int().nullable() }),
  startedAt: instantSchema,
  finishedAt: instantSchema.nullable(),
  /** A sentence for the merchant when the run failed or waits. */
  message: z.string().nullable(),
})
export type SyncRun = z.infer<typeof syncRunSchema>

export const syncStateSchema = z.object({ run: syncRunSchema.nullable() })
export type SyncState = z.infer<typeof syncStateSchema>
