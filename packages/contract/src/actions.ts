import { z } from 'zod'
import { instantSchema } from './calendar.ts'

/** Length of a snooze from a message, and the default on screen. */
export const SNOOZE_DAYS = 7
export const SNOOZE_MAX_DAYS = 365
/** How long the links in messages work. */
export const ACTION_LINK_DAYS = 7
/** An open order this many days late no longer counts as incoming, so its product can raise alerts again. */
export const ORDER_GRACE_DAYS = 7

/** For this many days, including the day of the receipt, received units count although the store does not show them yet. */
export const NOT_IN_STORE_DAYS = 7

export const snoozeKinds = ['until_time', 'until_restock', 'muted'] as const

/** `PUT /api/variants/{id}/snooze`. */
export const snoozeRequestSchema = z.discriminatedUnion('kind', [
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
export type SnoozeRequest = z.infer<typeof snoozeRequestSchema>

export const snoozeSchema = z.object({
  variantId: z.number().int(),
  kind: z.enum(snoozeKinds),
  /** When a timed snooze ends; null for the others. */
  until: instantSchema.nullable(),
  createdAt: instantSchema,
})
export type Snooze = z.infer<typeof snoozeSchema>

/** `GET /api/snoozes`: products that are snoozed or muted, newest first. */
export const snoozeListSchema = z.object({
  snoozes: z.array(snoozeSchema.extend({ title: z.string(), sku: z.string().nullable() })),
})
export type SnoozeList = z.infer<typeof snoozeListSchema>

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

export const openOrderSchema = z.object({
  id: z.number().int(),
  variantId: z.number().int(),
  units: z.number().int(),
  /** Units still to come, without those that arrived or became a transfer in the store. */
  unitsLeft: z.number().int(),
  expectedOn: z.iso.date(),
  recordedAt: instantSchema,
})
export type OpenOrder = z.infer<typeof openOrderSchema>

/** One line of a purchase order that is a draft or on its way. */
export const orderOfProductSchema = z.object({
  id: z.int(),
  number: z.string(),
  status: z.enum(['draft', 'ordered', 'partly_received']),
  supplierName: z.string().nullable(),
  units: z.int(),
  /** Units still to come, without those that the store counts already; all of them in a draft. */
  unitsLeft: z.int(),
  expectedOn: z.iso.date().nullable(),
  isLate: z.boolean(),
})
export type OrderOfProduct = z.infer<typeof orderOfProductSchema>

/** `GET /api/variants/{id}/plans`: the open orders and the snooze or mute of one product. */
export const variantPlansSchema = z.object({
  snooze: snoozeSchema.nullable(),
  /** Orders that were entered as placed elsewhere. */
  orders: z.array(openOrderSchema),
  purchaseOrders: z.array(orderOfProductSchema),
  /** Defaults for a new open order: the recommended units, at least 1, due after the lead time. */
  suggestion: z.object({ units: z.number().int(), expectedOn: z.iso.date() }),
})
export type VariantPlans = z.infer<typeof variantPlansSchema>

/** Actions that links in messages offer. Each link works once. */
export const actions = ['ordered', 'snooze', 'mute'] as const
export type Action = (typeof actions)[number]
