import { z } from 'zod'
import type { StoreChange } from '../../kernel/connector/rows.ts'

const instant = z.coerce.date()

/** What an inbox row stores: the state that the store reported, never a count to add. */
export const webhookStateSchema: z.ZodType<StoreChange> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('level'),
    itemId: z.number(),
    locationId: z.number(),
    available: z.number(),
    updatedAt: instant,
  }),
  z.object({
    kind: z.literal('order'),
    id: z.number(),
    createdAt: instant,
    processedAt: instant.nullable(),
    updatedAt: instant,
    cancelledAt: instant.nullable(),
    test: z.boolean(),
    // Deliveries that an earlier version stored have none.
    locationId: z.number().nullable().default(null),
    lines: z.array(
      z.object({ id: z.number(), variantId: z.number().nullable(), quantity: z.number().int() }),
    ),
  }),
  /** To be read again from the store. */
  z.object({ kind: z.enum(['product', 'item', 'collection', 'transfer']), id: z.number() }),
  z.object({ kind: z.literal('shop') }),
  /** To be confirmed by the store before anything is deleted. */
  z.object({ kind: z.literal('uninstalled') }),
  z.object({ kind: z.literal('redact') }),
  /** Nothing to do except to store that it arrived. */
  z.object({ kind: z.literal('noted') }),
])

/** Kinds that are read from the store one by one. */
export const CHANGE_KINDS = [
  'product',
  'item',
  'collection',
  'transfer',
  'shop',
  'order',
] as const satisfies readonly StoreChange['kind'][]
/** Kinds that end the connection. */
export const DEPARTURE_KINDS = ['uninstalled', 'redact'] as const satisfies readonly StoreChange['kind'][]

export function isDeparture(kind: string): boolean {
  return DEPARTURE_KINDS.some((each) => each === kind)
}
