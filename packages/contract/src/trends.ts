import { z } from 'zod'
import { daySchema, instantSchema } from './calendar.ts'
import { stockStatuses } from './catalog.ts'
import { FORECAST_HORIZONS } from './constants.ts'

export type TrendPeriod = (typeof FORECAST_HORIZONS)[number]

/** So many days back and as many ahead. */
const periodSchema = z.coerce
  .number()
  .refine((days): days is TrendPeriod => FORECAST_HORIZONS.some((horizon) => horizon === days), {
    message: `must be one of ${FORECAST_HORIZONS.join(', ')}`,
  })
  .default(30)

/** `GET /api/trends`: of the whole shop, or of one variant. */
export const trendQuerySchema = z.object({
  period: periodSchema,
  variantId: z.coerce.number().int().optional(),
})
export type TrendQuery = z.input<typeof trendQuerySchema>

/** What was, on one day that has passed. null is not known. */
export const trendDaySchema = z.object({
  day: daySchema,
  unitsSold: z.number(),
  /** Closing stock ÷ average daily sales of the 30 days before. */
  daysOfCover: z.number().nullable(),
  /** Variants out of stock at the end of the day; of one variant 0 or 1. */
  outOfStock: z.number().nullable(),
  /** As it was seen on that day, for as many days ahead as the period has. */
  valueAtRisk: z.number().nullable(),
})
export type TrendDay = z.infer<typeof trendDaySchema>

const rangeSchema = z.object({ low: z.number().nullable(), likely: z.number(), high: z.number().nullable() })
export type TrendRange = z.infer<typeof rangeSchema>

/** What is expected, from today on. */
export const trendAheadSchema = z.object({
  day: daySchema,
  /** null without a forecast. */
  unitsSold: z
    .object({ p10: z.number(), p25: z.number(), p50: z.number(), p75: z.number(), p90: z.number() })
    .nullable(),
  /** At the end of the day if nothing arrives; low and high hold 8 of 10 cases. */
  daysOfCover: rangeSchema.nullable(),
  /**
   * At the end of the day if nothing is ordered. Of the shop, variants: those with 9 in 10 chances or more (low), with
   * even chances or more (likely), with 1 in 10 or more (high). Of one variant, the probability from 0 to 1 (likely).
   */
  outOfStock: rangeSchema.nullable(),
  /** Sales value missed from today to the end of the day if nothing is ordered: expected, and in 8 of 10 cases. */
  valueAtRisk: rangeSchema.nullable(),
})
export type TrendAhead = z.infer<typeof trendAheadSchema>

export const trendsSchema = z.object({
  today: daySchema,
  stockAsOf: instantSchema.nullable(),
  forecastAsOf: instantSchema.nullable(),
  period: z.number().int(),
  currency: z.string(),
  variant: z
    .object({
      variantId: z.number().int(),
      title: z.string(),
      sku: z.string().nullable(),
      isTracked: z.boolean(),
      hasPrice: z.boolean(),
    })
    .nullable(),
  /** Of the shop, those on sale with tracked stock: what days of cover and stockouts count. */
  variants: z.number().int(),
  history: z.array(trendDaySchema),
  ahead: z.array(trendAheadSchema),
  totals: z.object({
    unitsSold: z.number(),
    unitsSoldBefore: z.number(),
    unitsAhead: rangeSchema.nullable(),
    /** Stock of now ÷ expected daily demand; null where it is not known or nothing is expected to sell. */
    daysOfCover: z.number().nullable(),
    outOfStock: z.number().nullable(),
    /** Days without stock in the period, summed over variants, and on how many days of the period stock is known. */
    daysOutOfStock: z.number().int(),
    daysKnown: z.number().int(),
    valueAtRisk: z.number().nullable(),
  }),
})
export type Trends = z.infer<typeof trendsSchema>

export const trendSorts = [
  'title',
  'unitsSold',
  'change',
  'daysOfCover',
  'daysOutOfStock',
  'valueAtRisk',
] as const
export type TrendSort = (typeof trendSorts)[number]

/** `GET /api/trends/products`. */
export const trendProductQuerySchema = z.object({
  period: periodSchema,
  search: z.string().trim().max(200).default(''),
  sort: z.enum(trendSorts).default('unitsSold'),
  order: z.enum(['asc', 'desc']).default('desc'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(500).default(50),
})
export type TrendProductQuery = z.input<typeof trendProductQuerySchema>

/** One variant over a period that ended yesterday. */
export const trendProductSchema = z.object({
  variantId: z.number().int(),
  title: z.string(),
  sku: z.string().nullable(),
  isTracked: z.boolean(),
  status: z.enum(stockStatuses),
  unitsSold: z.number().int(),
  /** In as many days before. */
  unitsSoldBefore: z.number().int(),
  daysOfCover: z.number().nullable(),
  daysOutOfStock: z.number().int(),
  /** Days of the period whose closing stock is known. */
  daysKnown: z.number().int(),
  /** Sales value expected to be missed in as many days ahead if nothing is ordered; null without price or forecast. */
  valueAtRisk: z.number().nullable(),
})
export type TrendProduct = z.infer<typeof trendProductSchema>

export const trendProductListSchema = z.object({
  rows: z.array(trendProductSchema),
  total: z.number().int(),
  page: z.number().int(),
  pageSize: z.number().int(),
  period: z.number().int(),
  today: daySchema,
  currency: z.string(),
})
export type TrendProductList = z.infer<typeof trendProductListSchema>
