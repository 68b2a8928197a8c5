import { z } from 'zod'

const bulkSchema = z.object({
  source: z.literal('bulk'),
  /** Stored before it is polled, so that a restart continues with the same operation. Null: not started. */
  operation: z.string().nullable(),
  /** Byte after the last line that was written. */
  offset: z.number().int().nonnegative(),
  restarts: z.number().int().nonnegative(),
})

/** Position of a catalogue's read. */
export const cataloguePositionSchema = z.union([
  bulkSchema,
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
    /** As above; a run of an earlier version lacks it. */
    aboveId: z.number().int().nonnegative().default(0),
    seenInWindow: z.number().int().nonnegative().default(0),
  }),
])

/** Position of a read of orders. */
export const ordersPositionSchema = z.union([
  bulkSchema,
  z.object({
    source: z.literal('paged'),
    /** Start of the window being read, as above. */
    since: z.iso.datetime(),
    after: z.string().nullable(),
    seenInWindow: z.number().int().nonnegative(),
    isDone: z.boolean().default(false),
  }),
])

export type BulkPosition = z.infer<typeof bulkSchema>
export type PagedCatalogue = Extract<z.infer<typeof cataloguePositionSchema>, { source: 'paged' }>
export type PagedOrders = Extract<z.infer<typeof ordersPositionSchema>, { source: 'paged' }>

export const NOT_STARTED: BulkPosition = { source: 'bulk', operation: null, offset: 0, restarts: 0 }
