import { z } from 'zod'
import { daySchema, instantSchema } from './calendar.ts'

const count = z.number().int().min(0)

/** How one rule did. Its arrays run beside the stockouts and the weeks of the card it belongs to. */
export const scorecardScoreSchema = z.object({
  /** For each stockout the days between the alert and it; null = no alert came before it. */
  warningDays: z.array(count.nullable()),
  /** Alerts by the week in which they opened, and in each week by what became of them. */
  weeks: z.array(
    z.object({
      /** The stock ran out while it was open. */
      ranOut: count,
      /** Only a delivery kept the stock from running out before a new order would have come. */
      averted: count,
      /** On no day of it would a new order have come too late. */
      forNothing: count,
      /** Its lead time is not over yet. */
      undecided: count,
    }),
  ),
})
export type ScorecardScore = z.infer<typeof scorecardScoreSchema>

export const scorecardStockoutSchema = z.object({
  variantId: z.number().int(),
  title: z.string(),
  sku: z.string().nullable(),
  day: daySchema,
  /** Seen in the sales, not recorded. */
  isEstimated: z.boolean(),
})
export type ScorecardStockout = z.infer<typeof scorecardStockoutSchema>

const share = z.number().min(0).max(1)

const cardSchema = {
  firstDay: daySchema,
  lastDay: daySchema,
  /** By day. */
  stockouts: z.array(scorecardStockoutSchema),
}

/** The service level that the alerts run at: 0.9 warns of a chance of running out above one in ten, 0.1 above nine. */
export const serviceLevelSchema = z
  .number({ error: 'serviceLevel: choose a number between 0.1 and 0.98.' })
  .min(0.1, 'The quietest position is 0.1.')
  .max(0.98, 'The most cautious position is 0.98.')

/** `GET /api/scorecard`. */
export const scorecardSchema = z.object({
  serviceLevel: z.number(),
  /** What the alerts of the last 90 days would have been worth; null until the first forecasts are there. */
  replay: z
    .object({
      ...cardSchema,
      computedAt: instantSchema,
      products: count,
      /** First day whose stock was recorded; null when none was. */
      recordedSince: daySchema.nullable(),
      /** Of the days of all products, how many rest on stock estimated from sales. */
      estimatedShare: share,
      /** From quiet to cautious. */
      steps: z.array(scorecardScoreSchema.extend({ serviceLevel: z.number() })),
      /** The plain rule: stock for 14 days or fewer at the average of the last 30. */
      plain: scorecardScoreSchema,
      /** Probabilities in fifths: what was said and what came. */
      calibration: z.array(
        z.object({
          from: share,
          to: share,
          cases: count,
          predicted: share.nullable(),
          observed: share.nullable(),
          /** Ends of the 95 % range of `observed`, its cases taken by product; null without a case. */
          low: share.nullable(),
          high: share.nullable(),
        }),
      ),
    })
    .nullable(),
  /** The alerts that were really raised, over the recorded days of the same weeks; null without a record. */
  live: z.object({ ...cardSchema, score: scorecardScoreSchema }).nullable(),
})
export type Scorecard = z.infer<typeof scorecardSchema>

/** `PUT /api/scorecard/sensitivity`. */
export const sensitivitySchema = z.object({ serviceLevel: serviceLevelSchema })
export type Sensitivity = z.infer<typeof sensitivitySchema>
