import { z } from 'zod'
import { instantSchema } from './calendar.ts'

export const syncPhases = ['queued', 'shop', 'products', 'orders', 'history', 'forecast', 'done'] as const
export type SyncPhase = (typeof syncPhases)[number]
export const syncStatuses = ['running', 'succeeded', 'failed'] as const

/**
 * What the message of a sync is about. `short_history`: nothing is wrong, but the store shares only its latest
 * orders; `interrupted`: the sync continues by itself; `ended`: it does not.
 */
export const syncMessageCodes = ['short_history', 'interrupted', 'ended'] as const
export type SyncMessageCode = (typeof syncMessageCodes)[number]

/** One sync of the store, as shown to the merchant. `GET /api/sync`; null before the first. */
export const syncRunSchema = z.object({
  id: z.number().int(),
  kind: z.enum(['first', 'full']),
  status: z.enum(syncStatuses),
  phase: z.enum(syncPhases),
  /** How the sync reads the store: in bulk, or page by page where bulk operations are not allowed. */
  method: z.enum(['bulk', 'paged']),
  products: z.number().int(),
  variants: z.number().int(),
  orders: z.number().int(),
  orderLines: z.number().int(),
  /** Variants forecast so far, and in total. */
  forecast: z.object({ done: z.number().int(), total: z.number().int() }),
  /** Totals as the provider announced them; null if it did not. */
  expected: z.object({ variants: z.number().int().nullable(), orders: z.number().int().nullable() }),
  startedAt: instantSchema,
  finishedAt: instantSchema.nullable(),
  /** A sentence for the merchant, for example when the sync failed or is waiting. */
  message: z.string().nullable(),
  messageCode: z.enum(syncMessageCodes).nullable(),
})
export type SyncRun = z.infer<typeof syncRunSchema>

export const syncStateSchema = z.object({ run: syncRunSchema.nullable() })
export type SyncState = z.infer<typeof syncStateSchema>
