import { z } from 'zod'
import { bulkTargetSchema } from './settings.ts'

/**
 * Actions on many products at once; their settings have an endpoint of their own. `draft`: drafts of orders with the quantities
 * of the order list.
 */
export const bulkActionSchema = z.object({
  target: bulkTargetSchema,
  action: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('supplier'), supplierId: z.int().min(1) }),
    z.object({ kind: z.enum(['mute', 'unmute', 'draft']) }),
  ]),
  /** True: only says what would change. */
  preview: z.boolean().default(false),
})
export type BulkAction = z.input<typeof bulkActionSchema>['action']

/** `POST /api/products/bulk`. */
export const bulkOutcomeSchema = z.object({
  /** How many products were selected, and how many of them change. */
  matched: z.int(),
  changed: z.int(),
  /** For drafts: why the other products are left out. */
  leftOut: z.object({ notNeeded: z.int(), inDraft: z.int(), noSupplier: z.int() }).nullable(),
  /** The drafts that were made. */
  orders: z.array(z.object({ id: z.int(), number: z.string(), supplierName: z.string() })),
})
export type BulkOutcome = z.infer<typeof bulkOutcomeSchema>
