import { z } from 'zod'
import { instantSchema } from './calendar.ts'

/** From a message, and from the screen unless told otherwise. */
export const SNOOZE_DAYS = 7
export const SNOOZE_MAX_DAYS = 365
/** Links in messages work so long. */
export const ACT_LINK_DAYS = 7
/** An order that did not come by then counts no more, and alerts are raised again. */
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
  /** Set when it ends at a time. */
  until: instantSchema.nullable(),
  createdAt: instantSchema,
})
export type Silence = z.infer<typeof silenceSchema>

/** `GET /api/silences`: what is snoozed or muted, newest first. */
export const silenceListSchema = z.object({
  silences: z.array(silenceSchema.extend({ title: z.string(), sku: z.string().nullable() })),
})
export type SilenceList = z.infer<typeof silenceListSchema>

const ORDER_MAX_UNITS = 1_000_000

/** `POST /api/variants/{id}/orders`: so many units are ordered and expected on that day of the shop's calendar. */
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
  /** Still to come: what arrived, or became a transfer in the store, is off. */
  unitsLeft: z.number().int(),
  expectedOn: z.iso.date(),
  notedAt: instantSchema,
})
export type NotedOrder = z.infer<typeof notedOrderSchema>

/** `GET /api/variants/{id}/plans`: what a person said of one product. */
export const variantPlansSchema = z.object({
  silence: silenceSchema.nullable(),
  orders: z.array(notedOrderSchema),
  /** What an order noted now starts with: the recommended units, at least 1, and today plus the lead time. */
  suggestion: z.object({ units: z.number().int(), expectedOn: z.iso.date() }),
})
export type VariantPlans = z.infer<typeof variantPlansSchema>

/** What a link in a message can do, each once. */
export const acts = ['ordered', 'snooze', 'mute'] as const
export type Act = (typeof acts)[number]
