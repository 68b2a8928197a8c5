import { z } from 'zod'
import { instantSchema } from './calendar.ts'
import { recommendationSchema } from './forecasts.ts'
import { orderingSchema } from './product-rows.ts'

export const alertTypes = ['low_stock', 'stockout_risk'] as const
export type AlertType = (typeof alertTypes)[number]

const units = z.number().int()

/** Why the system resolved an alert, with the numbers of that moment. */
export const closingCauseSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('removed') }),
  z.object({ code: z.literal('not_sold') }),
  /** A bundle that lacked a part. */
  z.object({ code: z.literal('complete') }),
  z.object({ code: z.literal('incoming'), units }),
  /** Received units that the store does not show yet. */
  z.object({ code: z.literal('not_in_store'), units }),
  z.object({ code: z.literal('above_safety_stock'), units, safetyStock: units }),
  z.object({ code: z.literal('restocked'), units }),
  z.object({ code: z.literal('lasts') }),
])
export type ClosingCause = z.infer<typeof closingCauseSchema>

export const alertSchema = z.object({
  id: z.number().int(),
  variantId: z.number().int(),
  type: z.enum(alertTypes),
  resolved: z.boolean(),
  triggeredAt: instantSchema,
  resolvedAt: instantSchema.nullable(),
  /** The system resolves an alert whose condition has cleared, and gives the reason. */
  resolvedBy: z.enum(['merchant', 'system']).nullable(),
  /** Who resolved it, by address, in a shop with more than one person; null otherwise, and if nobody did. */
  resolvedByWhom: z.string().nullable(),
  resolvedReason: z.string().nullable(),
  /** The cause behind `resolvedReason`, if the system resolved the alert. */
  resolvedCause: closingCauseSchema.nullable(),
  title: z.string().nullable(),
  sku: z.string().nullable(),
  currentStock: z.number().int().nullable(),
  /** Received units that the store does not show yet. */
  notInStore: z.number().int(),
  /** The current replenishment recommendation; null if there is none, and once the alert is resolved. */
  recommendation: recommendationSchema.nullable(),
  ...orderingSchema.shape,
  meta: z.object({
    daysUntilStockout: z.number().int().nullable(),
    daysLow: z.number().int().nullable(),
    daysHigh: z.number().int().nullable(),
    probability: z.number().nullable(),
    orderQuantity: z.number().int().nullable(),
    orderBy: z.iso.date().nullable(),
    /** Whether `orderQuantity` units are made of other products instead of being ordered. */
    isMade: z.boolean(),
    recommendation: z.string().nullable(),
  }),
})
export type Alert = z.infer<typeof alertSchema>
