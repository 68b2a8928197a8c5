import { z } from 'zod'
import { bundleSchema, inBundlesSchema } from './bundles.ts'
import { calendarEventSchema, daySchema, instantSchema } from './calendar.ts'
import { explanationSchema, moveSchema } from './explanations.ts'
import { leadTimeRangeSchema } from './forecasts.ts'
import { leadTimeSources } from './lead-time-sources.ts'
import { notInStoreUnitsSchema } from './not-in-store.ts'
import { pageFields } from './pages.ts'
import { productCostSchema } from './product-costs.ts'
import { arrivalSchema, orderingSchema, productRowSchema, stockStatuses } from './product-rows.ts'

export const productListSchema = z.object({
  rows: z.array(productRowSchema.extend({ cost: productCostSchema })),
  ...pageFields,
  /** Totals over the whole catalogue, regardless of the search. */
  counts: z.object({
    all: z.number().int(),
    out_of_stock: z.number().int(),
    critical: z.number().int(),
    warning: z.number().int(),
    healthy: z.number().int(),
    off_sale: z.number().int(),
  }),
  hasBundles: z.boolean(),
  today: daySchema,
  stockAsOf: instantSchema.nullable(),
  forecastAsOf: instantSchema.nullable(),
})
export type ProductList = z.infer<typeof productListSchema>

const rangePointSchema = z.object({
  day: daySchema,
  p10: z.number(),
  p25: z.number(),
  p50: z.number(),
  p75: z.number(),
  p90: z.number(),
})

/** `GET /api/products/{variantId}`: all data of the product page. */
export const productDetailSchema = z.object({
  row: productRowSchema,
  /** Null for a product that is sold as itself. */
  bundle: bundleSchema.nullable(),
  /** Null for a product that is in no bundle. */
  inBundles: inBundlesSchema.nullable(),
  cost: productCostSchema,
  today: daySchema,
  stockAsOf: instantSchema.nullable(),
  forecastAsOf: instantSchema.nullable(),
  committed: z.number().int(),
  locations: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      available: z.number().int(),
      /** Available units that were shipped to another location and that the store still counts here. */
      leaving: z.number().int(),
      onHand: z.number().int(),
      incoming: z.number().int(),
      /** This and what follows is known only in a shop with several locations; sales and share only once a sale is known by location. */
      status: z.enum(stockStatuses).nullable(),
      averageDailySales: z.number().nullable(),
      /** Of the product's demand, from 0 to 1. */
      share: z.number().nullable(),
      /** 999 stands for "no sales". */
      daysUntilStockout: z.number().int().nullable(),
    }),
  ),
  /** Stock to move before anything is bought, the most units first. */
  transfers: z.array(
    z.object({
      from: z.object({ id: z.number().int(), name: z.string() }),
      to: z.object({ id: z.number().int(), name: z.string() }),
      units: z.number().int(),
      days: z.number().int(),
      stockoutBefore: z.number(),
      stockoutAfter: z.number(),
    }),
  ),
  incoming: z.array(arrivalSchema),
  /** Received units that the store does not show yet, by order. Those that count are beside the stock, never in it. */
  notInStore: z.array(notInStoreUnitsSchema),
  policy: z.object({
    leadTimeDays: z.number().int(),
    safetyStock: z.number().int(),
    serviceLevel: z.number(),
    reviewPeriodDays: z.number().int(),
    leadTimeSource: z.enum(leadTimeSources),
    /** Equally likely lead times, the shortest first, where their spread is known. */
    leadTimes: z.array(z.number().int()).optional(),
    leadTimeRange: leadTimeRangeSchema,
    safetyStockSource: z.enum(['variant', 'merchant', 'default']),
  }),
  ...orderingSchema.shape,
  tags: z.array(z.string()),
  collections: z.array(z.object({ id: z.number().int(), title: z.string() })),
  /** Whether its forecast is, or was within a year, changed by hand. */
  hasForecastChanges: z.boolean(),
  /** null unless an answer moved by more than three days overnight. */
  move: moveSchema.nullable(),
  /** Up to 120 days to yesterday, oldest first. `stock` is the closing stock where it is known. */
  history: z.array(
    z.object({
      day: daySchema,
      unitsSold: z.number(),
      outOfStock: z.boolean(),
      stock: z.number().nullable(),
    }),
  ),
  forecast: z
    .object({
      basis: z.enum(['forecast', 'too_little_data', 'no_demand']),
      model: z.string(),
      demandClass: z.string(),
      /** The encoded demand distribution, for the what-if calculation in the browser (`decodeDistribution`). */
      distribution: z.array(z.number()),
      /**
       * For the same calculation, the units on the way, and on day 0 those that were received and that the store does not show
       * yet, in days from today. They are in the order of the plan, which pairs uncertain days by position.
       */
      receipts: z.array(
        z.object({
          day: z.number().int(),
          units: z.number().int(),
          /** Equally likely days, where the day is uncertain. */
          days: z.array(z.number().int()).optional(),
          /** Chance that they come at all; absent: they come. */
          probability: z.number().optional(),
        }),
      ),
      daily: z.array(rangePointSchema),
      /** The days that were changed by hand, as they were forecast; `isFarOff` where the change is large. */
      baseline: z.array(z.object({ day: daySchema, p50: z.number(), isFarOff: z.boolean() })),
      cumulative: z.array(
        z.object({
          days: z.number().int(),
          p10: z.number(),
          p50: z.number(),
          p90: z.number(),
          stockoutProbability: z.number(),
        }),
      ),
      /** Twenty equally likely days until the next stockout; null means after the horizon. */
      futures: z.array(z.number().nullable()),
      leadTimeStockoutProbability: z.number(),
      reorderPoint: z.number().int(),
      evidence: z.object({
        daysOfHistory: z.number().int(),
        daysOutOfStock: z.number().int(),
        /** Days out of stock on which the last unit was sold; they count with the demand expected beyond their sales. */
        daysSoldOut: z.number().int(),
        /** Days before the stock was recorded on which it had probably run out. */
        daysInferredOutOfStock: z.number().int(),
        weekdayRatios: z.array(z.number()),
        /** Days of the last half year whose bulk orders count for less than they sold, the latest first. */
        bulkDays: z.array(z.object({ day: daySchema, units: z.number(), countedAs: z.number() })),
        /** Large orders at even distances, such as those of one customer each month; null for none. */
        regularOrders: z
          .object({
            everyDays: z.number().int(),
            units: z.number(),
            seen: z.number().int(),
            nextDay: daySchema,
          })
          .nullable(),
        events: z.array(calendarEventSchema),
        /** What a young shop knows of the season: it has not seen those months, or only once; null for an older shop. */
        season: z.enum(['unseen', 'seen_once']).nullable(),
      }),
      /** null for a forecast of an earlier version, and without demand. */
      explanation: explanationSchema.nullable(),
      accuracy: z
        .object({
          horizonDays: z.number().int(),
          origins: z.array(
            z.object({
              day: daySchema,
              p10: z.number(),
              p50: z.number(),
              p90: z.number(),
              actual: z.number(),
              plainMean: z.number(),
            }),
          ),
          wape: z.number(),
          plainMeanWape: z.number(),
          coverage: z.number(),
        })
        .nullable(),
    })
    .nullable(),
})
export type ProductDetail = z.infer<typeof productDetailSchema>
