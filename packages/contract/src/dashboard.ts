import { z } from 'zod'
import { alertSchema } from './alerts.ts'
import { calendarEventSchema, daySchema, instantSchema } from './calendar.ts'
import { leadTimeRangeSchema } from './forecasts.ts'
import { arrivalSchema, orderingSchema, productRowSchema } from './product-rows.ts'

/** A product that needs a decision today, with twenty equally likely days until its next stockout. */
export const attentionSchema = productRowSchema.extend({
  futures: z.array(z.number().nullable()),
  leadTimeStockoutProbability: z.number(),
  /** Days until an order placed today arrives. */
  leadTimeDays: z.number().int(),
  leadTimeRange: leadTimeRangeSchema,
  incomingOrders: z.array(arrivalSchema),
  price: z.number().nullable(),
  ...orderingSchema.shape,
})
export type Attention = z.infer<typeof attentionSchema>

/** `GET /api/dashboard`. */
export const dashboardSchema = z.object({
  today: daySchema,
  stockAsOf: instantSchema.nullable(),
  forecastAsOf: instantSchema.nullable(),
  /** `soldInWindow` is null until the stock is known. */
  products: z.object({ total: z.number().int(), soldInWindow: z.number().int().nullable() }),
  /** Null until the stock is known: until the first stock projection. */
  lowStock: z
    .object({
      total: z.number().int(),
      out_of_stock: z.number().int(),
      critical: z.number().int(),
      warning: z.number().int(),
    })
    .nullable(),
  activeAlerts: z.object({
    total: z.number().int(),
    newToday: z.number().int(),
    resolvedThisMonth: z.number().int(),
  }),
  daysToStockout: z.object({
    /** Mean over products that sell; the planning default until the first forecast. */
    average: z.number().int(),
    isPlanningDefault: z.boolean(),
    middleHalf: z.object({ low: z.number().int(), high: z.number().int() }).nullable(),
  }),
  /** At most 7, the one with the largest expected lost sales first. */
  attention: z.array(attentionSchema),
  attentionTotal: z.number().int(),
  demand: z.object({
    /** From the first sale of the shop on, at most 60 days. */
    history: z.array(z.object({ day: daySchema, unitsSold: z.number() })),
    forecast: z.array(
      z.object({
        day: daySchema,
        p10: z.number(),
        p25: z.number(),
        p50: z.number(),
        p75: z.number(),
        p90: z.number(),
      }),
    ),
    events: z.array(calendarEventSchema),
    next30: z.object({ p10: z.number(), p50: z.number(), p90: z.number() }).nullable(),
  }),
  recentAlerts: z.array(alertSchema),
})
export type Dashboard = z.infer<typeof dashboardSchema>
