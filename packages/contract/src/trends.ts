import { z } from 'zod'
import { calendarEventSchema, daySchema, instantSchema } from './calendar.ts'
import { FORECAST_HORIZONS } from './constants.ts'
import { pageFields, pageQuery } from './pages.ts'
import { groupFilters } from './product-groups.ts'
import { stockStatuses } from './product-rows.ts'
import { trendSorts } from './trend-sorts.ts'

export type TrendPeriod = (typeof FORECAST_HORIZONS)[number]

/** Number of days back, and as many ahead. */
const periodSchema = z.coerce
  .number()
  .refine((days): days is TrendPeriod => FORECAST_HORIZONS.some((horizon) => horizon === days), {
    message: `must be one of ${FORECAST_HORIZONS.join(', ')}`,
  })
  .default(30)

/** `GET /api/trends`: for the whole shop or one variant. */
export const trendQuerySchema = z.object({
  period: periodSchema,
  variantId: z.coerce.number().int().optional(),
})
export type TrendQuery = z.input<typeof trendQuerySchema>

/** Observed values of one past day; null means unknown. */
export const trendDaySchema = z.object({
  day: daySchema,
  unitsSold: z.number(),
  /** Closing stock ÷ average daily sales of the 30 days before. */
  daysOfCover: z.number().nullable(),
  /** Variants out of stock at the end of the day; for one variant 0 or 1. */
  outOfStock: z.number().nullable(),
  /** Expected lost sales as projected on that day, over as many days ahead as the period has. */
  expectedLostSales: z.number().nullable(),
})
export type TrendDay = z.infer<typeof trendDaySchema>

const rangeSchema = z.object({ low: z.number().nullable(), likely: z.number(), high: z.number().nullable() })
export type TrendRange = z.infer<typeof rangeSchema>

/** Expected values of one day, from today on. */
export const trendAheadSchema = z.object({
  day: daySchema,
  /** null without a forecast. */
  unitsSold: z
    .object({ p10: z.number(), p25: z.number(), p50: z.number(), p75: z.number(), p90: z.number() })
    .nullable(),
  /** At the end of the day if nothing arrives; low and high are the ends of the 80 % range. */
  daysOfCover: rangeSchema.nullable(),
  /**
   * At the end of the day if nothing is ordered. For the shop, the number of variants with a stockout
   * probability of at least 0.9 (low), 0.5 (likely) and 0.1 (high). For one variant, the probability from 0
   * to 1 (likely).
   */
  outOfStock: rangeSchema.nullable(),
  /** Lost sales from today to the end of the day if nothing is ordered: expected value and 80 % range. */
  expectedLostSales: rangeSchema.nullable(),
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
  /** Variants on sale with tracked stock, which days of cover and stockouts count. */
  variants: z.number().int(),
  history: z.array(trendDaySchema),
  ahead: z.array(trendAheadSchema),
  events: z.array(calendarEventSchema),
  totals: z.object({
    unitsSold: z.number(),
    unitsSoldBefore: z.number(),
    unitsAhead: rangeSchema.nullable(),
    /** Current stock ÷ expected daily demand; null if either is unknown or no demand is expected. */
    daysOfCover: z.number().nullable(),
    outOfStock: z.number().nullable(),
    /** Days out of stock in the period, summed over variants, and the number of days with known stock. */
    daysOutOfStock: z.number().int(),
    daysKnown: z.number().int(),
    expectedLostSales: z.number().nullable(),
  }),
})
export type Trends = z.infer<typeof trendsSchema>

/** `GET /api/trends/products`. */
export const trendProductQuerySchema = z.object({
  period: periodSchema,
  search: z.string().trim().max(200).default(''),
  ...groupFilters,
  sort: z.enum(trendSorts).default('unitsSold'),
  order: z.enum(['asc', 'desc']).default('desc'),
  ...pageQuery(50),
})
export type TrendProductQuery = z.input<typeof trendProductQuerySchema>

/** One variant, over a period that ended yesterday. */
export const trendProductSchema = z.object({
  variantId: z.number().int(),
  title: z.string(),
  sku: z.string().nullable(),
  isTracked: z.boolean(),
  status: z.enum(stockStatuses),
  unitsSold: z.number().int(),
  /** Units sold in the preceding period of the same length. */
  unitsSoldBefore: z.number().int(),
  daysOfCover: z.number().nullable(),
  daysOutOfStock: z.number().int(),
  /** Days of the period with known closing stock. */
  daysKnown: z.number().int(),
  /** Expected lost sales over as many days ahead if nothing is ordered; null without price or forecast. */
  expectedLostSales: z.number().nullable(),
})
export type TrendProduct = z.infer<typeof trendProductSchema>

export const trendProductListSchema = z.object({
  rows: z.array(trendProductSchema),
  ...pageFields,
  period: z.number().int(),
  today: daySchema,
  currency: z.string(),
})
export type TrendProductList = z.infer<typeof trendProductListSchema>
