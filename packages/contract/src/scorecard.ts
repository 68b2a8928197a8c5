import { z } from 'zod'
import { daySchema, instantSchema } from './calendar.ts'

const count = z.number().int().min(0)

/**
 * The results of one alert rule. Its arrays are parallel to the stockouts and weeks of the same scorecard.
 */
export const scorecardScoreSchema = z.object({
  /** Days of warning before each stockout; null if no alert came before it. */
  warningDays: z.array(count.nullable()),
  /** Alerts by the week in which they opened and by outcome. */
  weeks: z.array(
    z.object({
      /** The stock ran out while the alert was open. */
      ranOut: count,
      /** Averted stockouts: the stock would have run out within the lead time without a delivery. */
      averted: count,
      /** False alarms: on no day of the alert would a new order have come too late. */
      falseAlarms: count,
      /** The lead time of the alert is not over yet. */
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
  /** True when the stockout was inferred from sales rather than recorded. */
  isEstimated: z.boolean(),
})
export type ScorecardStockout = z.infer<typeof scorecardStockoutSchema>

const share = z.number().min(0).max(1)

const cardSchema = {
  firstDay: daySchema,
  lastDay: daySchema,
  /** In order of day. */
  stockouts: z.array(scorecardStockoutSchema),
}

/** The service level of alerts: at 0.9 they open above a stockout probability of 0.1, at 0.1 above 0.9. */
export const serviceLevelSchema = z
  .number({ error: 'serviceLevel: choose a number between 0.1 and 0.98.' })
  .min(0.1, 'The quietest position is 0.1.')
  .max(0.98, 'The most cautious position is 0.98.')

/** `GET /api/scorecard`. */
export const scorecardSchema = z.object({
  serviceLevel: z.number(),
  /** The historical simulation of the last 90 days; null until the first forecasts exist. */
  simulation: z
    .object({
      ...cardSchema,
      computedAt: instantSchema,
      products: count,
      /** First day with recorded stock; null when there is none. */
      recordedSince: daySchema.nullable(),
      /** Share of all product-days whose stock is estimated from sales. */
      estimatedShare: share,
      /** In ascending order of service level. */
      steps: z.array(scorecardScoreSchema.extend({ serviceLevel: z.number() })),
      /** The plain rule: stock for 14 days or fewer at the average of the last 30. */
      plain: scorecardScoreSchema,
      /** Predicted and observed shares, by fifths of the predicted probability. */
      calibration: z.array(
        z.object({
          from: share,
          to: share,
          cases: count,
          predicted: share.nullable(),
          observed: share.nullable(),
          /**
           * Ends of the 95 % confidence interval of `observed`, clustered by product; null without a case.
           */
          low: share.nullable(),
          high: share.nullable(),
        }),
      ),
    })
    .nullable(),
  /** The alerts that were actually raised on the recorded days of the same weeks; null without a record. */
  live: z.object({ ...cardSchema, score: scorecardScoreSchema }).nullable(),
})
export type Scorecard = z.infer<typeof scorecardSchema>

/** `PUT /api/scorecard/sensitivity`. */
export const sensitivitySchema = z.object({ serviceLevel: serviceLevelSchema })
export type Sensitivity = z.infer<typeof sensitivitySchema>
