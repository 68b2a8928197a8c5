import { z } from 'zod'

/** Where a long read continues; only the store's connector understands it. */
const positionSchema = z.record(z.string(), z.unknown())

/** How far a run has come. Stored together with the rows that it read. */
export const syncCursorSchema = z.object({
  timeZone: z.string(),
  /** `history`: all orders created since then; `changes`: those updated since then. */
  ordersWanted: z.enum(['history', 'changes']),
  ordersSince: z.iso.datetime(),
  /** By the store's clock: orders updated before it are in the ledger once the run has succeeded. */
  watermark: z.iso.datetime().nullable(),
  catalogue: positionSchema,
  orders: positionSchema,
})

export type SyncCursor = z.infer<typeof syncCursorSchema>
