import { z } from 'zod'

/**
 * What `GET /api/events` streams (server-sent events, one JSON object each): hints that something changed.
 * The screen then reads the resource again; events carry no business data of their own.
 */
export const liveEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sync') }),
  z.object({ type: z.literal('stock') }),
  z.object({
    type: z.literal('forecasts'),
    done: z.number().int(),
    total: z.number().int(),
    /** Variants that keep their last forecast because the run was interrupted. */
    failed: z.number().int().default(0),
  }),
  z.object({ type: z.literal('alerts') }),
  /** Suppliers, what they sell, or purchase orders. */
  z.object({ type: z.literal('purchasing') }),
  z.object({ type: z.literal('settings') }),
  z.object({ type: z.literal('calendar') }),
  z.object({ type: z.literal('scorecard') }),
  z.object({ type: z.literal('import') }),
  z.object({ type: z.literal('deliveries') }),
  z.object({ type: z.literal('billing') }),
  /** Who belongs to the shop; the stream ends for those who no longer do. */
  z.object({ type: z.literal('team') }),
  z.object({ type: z.literal('clock') }),
])
export type LiveEvent = z.infer<typeof liveEventSchema>
