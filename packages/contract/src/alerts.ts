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
  z.object({ code: z.literal('incoming'), units }),
  z.object({ code: z.literal('above_safety_stock'), units, safetyStock: units }),
  z.object({ code: z.literal('restocked'), units }),
  z.object({ code: z.literal('lasts') }),
])
export type ClosingCause = z.infer<typeof closingCauseSchema>

const MAX_ALERTS_PAGE = 200

/** `newest`: by the time of the alert; `stockout`: open alerts by their days until stockout, then the resolved ones. */
export const alertSorts = ['newest', 'stockout'] as const
export type AlertSort = (typeof alertSorts)[number]

/** `GET /api/alerts`. */
export const alertQuerySchema = z.object({
  search: z.string().trim().max(200).default(''),
  sort: z.enum(alertSorts).default('newest'),
  status: z.enum(['all', 'active', 'resolved']).default('all'),
  type: z.enum(['all', ...alertTypes]).default('all'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(MAX_ALERTS_PAGE).default(50),
})
export type AlertQuery = z.input<typeof alertQuerySchema>

export const alertSchema = z.object({
  id: z.number().int(),
  variantId: z.number().int(),
  type: z.enum(alertTypes),
  resolved: z.boolean(),
  triggeredAt: instantSchema,
  resolvedAt: instantSchema.nullable(),
  /** The system resolves an alert whose condition has cleared, and gives the reason. */
  resolvedBy: z.enum(['merchant', 'system']).nullable(),
  resolvedReason: z.string().nullable(),
  /** What `resolvedReason` says, where the system resolved the alert. */
  resolvedCause: closingCauseSchema.nullable(),
  title: z.string().nullable(),
  sku: z.string().nullable(),
  currentStock: z.number().int().nullable(),
  /** The current replenishment recommendation; null where there is none, and once the alert is resolved. */
  recommendation: recommendationSchema.nullable(),
  ...orderingSchema.shape,
  meta: z.object({
    daysUntilStockout: z.number().int().nullable(),
    daysLow: z.number().int().nullable(),
    daysHigh: z.number().int().nullable(),
    probability: z.number().nullable(),
    orderQuantity: z.number().int().nullable(),
    orderBy: z.iso.date().nullable(),
    recommendation: z.string().nullable(),
  }),
})
export type Alert = z.infer<typeof alertSchema>

/** `POST /api/alerts/resolve`: resolves these alerts; those that are resolved already, or do not exist, are left out. */
export const resolveAlertsSchema = z.object({ alertIds: z.array(z.int().min(1)).min(1).max(MAX_ALERTS_PAGE) })
export const resolvedAlertsSchema = z.object({ resolved: z.int() })

export const alertListSchema = z.object({
  alerts: z.array(alertSchema),
  total: z.number().int(),
  page: z.number().int(),
  pageSize: z.number().int(),
})
export type AlertList = z.infer<typeof alertListSchema>
