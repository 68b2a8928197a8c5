import { z } from 'zod'
import { daySchema } from './calendar.ts'
import { projectionSchema, recommendationSchema } from './forecasts.ts'

export const stockStatuses = ['out_of_stock', 'critical', 'warning', 'healthy'] as const
export type StockStatus = (typeof stockStatuses)[number]

export const productSorts = ['title', 'stock', 'averageDailySales', 'daysUntilStockout', 'orderBy'] as const
export type ProductSort = (typeof productSorts)[number]

/** Kinds of overstock: beyond demand, and without sales. */
export const excessKinds = ['overstock', 'dead'] as const

/**
 * Filters of the product list. `off_sale` selects archived products and drafts, which no other status counts.
 */
export const productFilters = ['all', ...stockStatuses, 'off_sale'] as const
export type ProductFilter = (typeof productFilters)[number]

/** Units that arrive on a day. */
export const arrivalSchema = z.object({
  day: daySchema,
  units: z.number().int(),
  /**
   * How many of these units the projection and the order quantity count: fewer once they are late, none once they are very
   * late.
   */
  counted: z.number().int(),
})

/** One row of the products table: a variant with its stock, sales and stock projection. */
export const productRowSchema = z.object({
  variantId: z.number().int(),
  productId: z.number().int(),
  /** Product and variant title combined, for display. */
  title: z.string(),
  sku: z.string().nullable(),
  vendor: z.string().nullable(),
  isTracked: z.boolean(),
  /** The status of the parent product in the store. */
  saleStatus: z.enum(['active', 'archived', 'draft', 'unlisted']),
  currentStock: z.number().int().nullable(),
  incoming: z.number().int(),
  /** Received units that the store does not show yet: neither in stock nor on the way. */
  notInStore: z.number().int(),
  averageDailySales: z.number(),
  status: z.enum(stockStatuses),
  projection: projectionSchema,
  /** 999 stands for "no sales" (spec §4). */
  daysUntilStockout: z.number().int().nullable(),
  /** Where the days come from: the forecast, or stock ÷ the 30-day mean. */
  daysSource: z.enum(['forecast', 'mean']),
  recommendation: recommendationSchema.nullable(),
  /** Put together from other products when it is sold: it is never ordered itself. */
  isPutTogether: z.boolean(),
  orderQuantity: z.number().int().nullable(),
  /** The latest day to order; in the past when the order is late. */
  orderBy: daySchema.nullable(),
  /** Units sold on each of the last 30 days, oldest first. */
  salesLast30: z.array(z.number()).length(30),
  /** True for each of those days that ended out of stock. */
  outOfStockLast30: z.array(z.boolean()).length(30),
})
export type ProductRow = z.infer<typeof productRowSchema>

/** The open draft of a purchase order that has a product. Its units are not on the way. */
export const openDraftSchema = z.object({ orderId: z.int(), number: z.string(), units: z.int() })
export type OpenDraft = z.infer<typeof openDraftSchema>

/** Where an order of a product goes: to the supplier that its plan chose, null without one, and the draft that has it already. */
export const orderingSchema = z.object({
  supplier: z.object({ id: z.int(), name: z.string() }).nullable(),
  inDraft: openDraftSchema.nullable(),
})
export type Ordering = z.infer<typeof orderingSchema>
