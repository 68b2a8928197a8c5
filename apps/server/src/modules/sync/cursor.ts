import { z } from 'zod'

const bulkCursorSchema = z.object({
  source: z.literal('bulk'),
  /** Stored before it is polled, so that a restart continues with the same operation. Null: not started. */
  operation: z.string().nullable(),
  /** Byte after the last line that was written. */
  offset: z.number().int().nonnegative(),
  restarts: z.number().int().nonnegative(),
})

const catalogueCursorSchema = z.union([
  bulkCursorSchema,
  z.object({
    source: z.literal('paged'),
    stage: z.literal('variants'),
    /** The window being read starts above this id; Shopify ends a listing at 25,000 rows. */
    aboveId: z.number().int().nonnegative(),
    after: z.string().nullable(),
    seenInWindow: z.number().int().nonnegative(),
  }),
  z.object({
    source: z.literal('paged'),
    stage: z.literal('levels'),
    locationId: z.number().int(),
    after: z.string().nullable(),
    /** As above; absent in runs of versions before levels had windows. */
    aboveId: z.number().int().nonnegative().default(0),
    seenInWindow: z.number().int().nonnegative().default(0),
  }),
])

const ordersCursorSchema = z.union([
  bulkCursorSchema,
  z.object({
    source: z.literal('paged'),
    /** Start of the window being read, as above. */
    since: z.iso.datetime(),
    after: z.string().nullable(),
    seenInWindow: z.number().int().nonnegative(),
  }),
])

/** How far a run has come. Stored together with the rows that it read. */
export const syncCursorSchema = z.object({
  timeZone: z.string(),
  /** `history`: all orders created since then; `changes`: those updated since then. */
  ordersWanted: z.enum(['history', 'changes']),
  ordersSince: z.iso.datetime(),
  /** By Shopify's clock: orders updated before it are in the ledger once the run has succeeded. */
  watermark: z.iso.datetime().nullable(),
  catalogue: catalogueCursorSchema,
  orders: ordersCursorSchema,
})

export type SyncCursor = z.infer<typeof syncCursorSchema>
export type BulkCursor = z.infer<typeof bulkCursorSchema>
export type BulkStream = 'catalogue' | 'orders'

export const NOT_STARTED: BulkCursor = { source: 'bulk', operation: null, offset: 0, restarts: 0 }
