import { z } from 'zod'

/** Days until stockout; mirrors `StockoutProjection` of `@stockcast/forecasting`. */
export const projectionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('out_of_stock') }),
  z.object({ kind: z.literal('no_demand') }),
  z.object({ kind: z.literal('unknown') }),
  z.object({ kind: z.literal('beyond'), horizonDays: z.number().int(), low: z.number().int().nullable() }),
  z.object({
    kind: z.literal('days'),
    daysUntilStockout: z.number().int(),
    low: z.number().int(),
    high: z.number().int().nullable(),
  }),
])
export type Projection = z.infer<typeof projectionSchema>

/** One in ten orders is faster than the first, nine in ten are faster than the second; null without a spread. */
export const leadTimeRangeSchema = z.object({ p10: z.number().int(), p90: z.number().int() }).nullable()

/** The replenishment recommendation; mirrors `Recommendation` of `@stockcast/forecasting`. */
export const recommendationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('blocked'), minimum: z.number().int(), maximum: z.number().int() }),
  z.object({ kind: z.literal('too_late'), expectedStockoutDays: z.number().int() }),
  z.object({
    kind: z.literal('order_now'),
    /** Absent in recommendations that an earlier version calculated without reasons. */
    reason: z
      .discriminatedUnion('code', [
        z.object({
          code: z.literal('risk'),
          stockoutProbability: z.number(),
          leadTimeDays: z.number().int(),
          leadTimeRange: leadTimeRangeSchema.optional(),
        }),
        z.object({
          code: z.literal('safety_stock'),
          safetyStock: z.number(),
          leadTimeDays: z.number().int(),
        }),
        z.object({ code: z.literal('order_day') }),
      ])
      .optional(),
  }),
  z.object({ kind: z.literal('order_soon'), inDays: z.number().int() }),
  z.object({ kind: z.literal('covered'), units: z.number().int(), inDays: z.number().int() }),
  z.object({ kind: z.literal('fine') }),
])
