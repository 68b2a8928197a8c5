import { z } from 'zod'
import { instantSchema } from './calendar.ts'

/** Length of a snooze from a message, and the default on screen. */
export const SNOOZE_DAYS = 7
export const SNOOZE_MAX_DAYS = 365
/** How long the links in messages work. */
export const ACT_LINK_DAYS = 7
/** An open order this many days late no longer counts as incoming, so its product can raise alerts again. */
export const ORDER_GRACE_DAYS = 7

export const silenceKinds = ['until_time', 'until_restock', 'muted'] as const

/** `PUT /api/variants/{id}/silence`. */
export const silenceRequestSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('until_time'),
    days: z
      .number()
      .int('Give whole days.')
      .min(1, 'At least 1 day.')
      .max(SNOOZE_MAX_DAYS, `At most ${SNOOZE_MAX_DAYS} days.`),
  }),
  z.object({ kind: z.literal('until_restock') }),
  z.object({ kind: z.literal('muted') }),
])
export type SilenceRequest = z.infer<typeof silenceRequestSchema>

export const silenceSchema = z.object({
  variantId: z.number().int(),
  kind: z.enum(silenceKinds),
  /** When a timed snooze ends; null for the others. */
  until: instantSchema.nullable(),
  createdAt: instantSchema,
})
export type Silence = z.infer<typeof silenceSchema>

/** `GET /api/silences`: products that are snoozed or muted, newest first. */
export const silenceListSchema = z.object({
  silences: z.array(silenceSchema.extend({ title: z.string(), sku: z.string().nullable() })),
})
export type SilenceList = z.infer<typeof silenceListSchema>

const ORDER_MAX_UNITS = 1_000_000

/**
 * `POST /api/variants/{id}/orders`: the units ordered, and the day in the shop's calendar on which they are
 * due.
 */
export const orderRequestSchema = z.object({
  units: z
    .number('Give the units as a number.')
    .int('Give whole units.')
    .min(1, 'At least 1 unit.')
    .max(ORDER_MAX_UNITS, 'At most 1 million units.'),
  expectedOn: z.iso.date('Give a day such as 2027-01-31.'),
})
export type OrderRequest = z.infer<typeof orderRequestSchema>

export const notedOrderSchema = z.object({
  id: z.number().int(),
  variantId: z.number().int(),
  units: z.number().int(),
  /** Units still to come, without those that arrived or became a transfer in the store. */
  unitsLeft: z.number().int(),
  expectedOn: z.iso.date(),
  notedAt: instantSchema,
})
export type NotedOrder = z.infer<typeof notedOrderSchema>

/** `GET /api/variants/{id}/plans`: the open orders and the snooze or mute of one product. */
export const variantPlansSchema = z.object({
  silence: silenceSchema.nullable(),
  orders: z.array(notedOrderSchema),
  /** Defaults for a new open order: the recommended units, at least 1, due after the lead time. */
  suggestion: z.object({ units: z.number().int(), expectedOn: z.iso.date() }),
})
export type VariantPlans = z.infer<typeof variantPlansSchema>

/** Actions that links in messages offer. Each link works once. */
export const acts = ['ordered', 'snooze', 'mute'] as const
export type Act = (typeof acts)[number]
