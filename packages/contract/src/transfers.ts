import { z } from 'zod'
import { daySchema, instantSchema } from './calendar.ts'
import { amountMinorSchema } from './money.ts'
import { MAX_ORDER_LINES, MAX_RECEIVED_UNITS } from './order-fields.ts'
import { pageFields, pageQuery } from './pages.ts'

const place = { id: z.int(), name: z.string() }
const placeSchema = z.object(place)

/** Stock to move before anything is bought. */
export const transferSuggestionSchema = z.object({
  variantId: z.int(),
  title: z.string(),
  sku: z.string().nullable(),
  from: z.object({ ...place, available: z.int() }),
  to: z.object({ ...place, available: z.int(), daysLeft: z.int().nullable() }),
  units: z.int(),
  days: z.int(),
  /** What the moved units are expected to earn, less what moving costs; in the shop's currency, null without a known margin. */
  valueMinor: amountMinorSchema.nullable(),
  /** Chance that the taker runs out before an order arrives: as it is, and with these units. From 0 to 1. */
  stockoutBefore: z.number(),
  stockoutAfter: z.number(),
})
export type TransferSuggestion = z.infer<typeof transferSuggestionSchema>

/** `GET /api/transfers/suggestions`. */
export const suggestionQuerySchema = z.object({
  /** Only those to or from this location. */
  location: z.coerce.number().int().optional(),
  ...pageQuery(200),
})
export const suggestionListSchema = z.object({
  rows: z.array(transferSuggestionSchema),
  ...pageFields,
  /** Over all pages. */
  units: z.int(),
  currency: z.string(),
})
export type SuggestionList = z.infer<typeof suggestionListSchema>

export const transferStatuses = ['draft', 'sent', 'partly_received', 'received', 'cancelled'] as const
export const transferSteps = ['ship', 'receive', 'cancel'] as const
export type TransferStep = (typeof transferSteps)[number]

export const transferSchema = z.object({
  id: z.int(),
  /** Such as `T-12`. */
  number: z.string(),
  from: placeSchema,
  to: placeSchema,
  status: z.enum(transferStatuses),
  units: z.int(),
  /** The transfer in the store; null while there is none. */
  inStore: z.string().nullable(),
  /** Why the store created nothing, or that its answer is not known. */
  message: z.string().nullable(),
  createdAt: instantSchema,
  sentOn: daySchema.nullable(),
  receivedOn: daySchema.nullable(),
  /** What can be undone: what the merchant said last of it. */
  lastStep: z.enum(transferSteps).nullable(),
  /** How many steps were taken: sent with the next one, so that none is taken twice. */
  stepsTaken: z.int(),
  lines: z.array(
    z.object({
      variantId: z.int(),
      title: z.string(),
      sku: z.string().nullable(),
      /** As drafted. */
      units: z.int(),
      shippedUnits: z.int(),
      receivedUnits: z.int(),
      /** Shipped units that the store's stock does not show where they go; 0 of a transfer in the store. */
      notInStore: z.int(),
      /** Why the store left it out. */
      refusedBecause: z.string().nullable(),
    }),
  ),
})
export type Transfer = z.infer<typeof transferSchema>

/** `GET /api/transfers`, newest first. */
export const transferQuerySchema = z.object(pageQuery(50))
export const transferListSchema = z.object({
  rows: z.array(transferSchema),
  ...pageFields,
  /** Whether transfers can be created in the store: `needed` lacks the permission. */
  access: z.enum(['granted', 'needed', 'no_store']),
  storeName: z.string(),
  shopDomain: z.string().nullable(),
})
export type TransferList = z.infer<typeof transferListSchema>

/** `POST /api/transfers`: one draft for each pair of locations. */
export const createTransfersSchema = z.object({
  lines: z
    .array(
      z
        .object({
          variantId: z.int(),
          from: z.int(),
          to: z.int(),
          units: z.int().min(1, 'Move at least 1 unit.').max(MAX_RECEIVED_UNITS),
        })
        .refine(({ from, to }) => from !== to, { message: 'Choose two different locations.', path: ['to'] }),
    )
    .min(1)
    .max(MAX_ORDER_LINES),
})
export type CreateTransfers = z.input<typeof createTransfersSchema>
export const createdTransfersSchema = z.object({ transfers: z.array(transferSchema) })

/** `POST /api/transfers/{id}/step`: what was shipped or has arrived by hand. */
export const transferStepSchema = z
  .object({
    step: z.enum([...transferSteps, 'undo']),
    /** Absent: all of them. */
    lines: z
      .array(z.object({ variantId: z.int(), units: z.int().min(0).max(MAX_RECEIVED_UNITS) }))
      .min(1)
      .max(MAX_ORDER_LINES)
      .optional(),
    /** The steps that are known of it; others taken meanwhile refuse this one. Absent: any. */
    stepsTaken: z.int().optional(),
    /** Whether what has not arrived will not come. */
    isLast: z.boolean().default(false),
  })
  .refine(({ step, lines }) => lines === undefined || step === 'ship' || step === 'receive', {
    message: 'Only what is shipped or received has units.',
    path: ['lines'],
  })
export type TransferStepInput = z.input<typeof transferStepSchema>
