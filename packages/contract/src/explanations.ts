import { z } from 'zod'
import { daySchema } from './calendar.ts'

/** The parts of expected demand, in the order of the page; the same as `DemandPart` of `@stockcast/forecasting`. */
export const demandParts = [
  'level',
  'stockouts',
  'recent',
  'other_products',
  'season',
  'trees',
  'limit',
  'weekday',
  'events',
  'shop_drift',
  'orders',
] as const

/** The answers that are followed from day to day; mirrors `Answer` of `@stockcast/forecasting`. */
export const movedAnswers = ['days_until_stockout', 'order_by'] as const

/** What an answer is derived from; mirrors `MoveCause` of `@stockcast/forecasting`. */
export const moveCauses = [
  'available',
  'incoming',
  'dailyDemand',
  'leadTimeDays',
  'safetyStock',
  'serviceLevel',
] as const

const partSchema = z.object({ part: z.enum(demandParts), units: z.number() })

/** The expected demand of the days from `from` on: the parts add up to `units`, the mean. */
export const explanationSchema = z.object({
  from: daySchema,
  days: z.number().int(),
  units: z.number(),
  parts: z.array(partSchema),
  /** The median of the same days. */
  medianUnits: z.number(),
  /** What the recalibration adds to the median. */
  recalibrationUnits: z.number(),
})
export type Explanation = z.infer<typeof explanationSchema>

/** Why an answer moved by more than three days since `since`. */
export const moveSchema = z.object({
  answer: z.enum(movedAnswers),
  since: daySchema,
  /** Later if above zero. */
  days: z.number().int(),
  cause: z
    .object({
      input: z.enum(moveCauses),
      from: z.number(),
      to: z.number(),
      /** The part of the forecast that changed most, where the demand is the cause. */
      part: partSchema.nullable(),
    })
    .nullable(),
})
export type AnswerMove = z.infer<typeof moveSchema>
