import { z } from 'zod'
import { daySchema, instantSchema } from './calendar.ts'
import { countedUnitsSchema, idSchema, MAX_ORDER_LINES, requestKeySchema } from './order-fields.ts'

/** `POST …/receive`. The same `key` is one receipt, however often it is sent. */
export const receiveOrderSchema = z.object({
  key: requestKeySchema,
  /** From the day of the order to today; absent: today. */
  receivedOn: daySchema.optional(),
  note: z.string().max(500).nullable().optional(),
  lines: z
    .array(
      z.object({
        lineId: idSchema,
        accepted: countedUnitsSchema,
        rejected: countedUnitsSchema.default(0),
        /** Whether the supplier sends the rejected units again; absent: as noted at the supplier. */
        isReplaced: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(MAX_ORDER_LINES),
})
export type ReceiveOrder = z.input<typeof receiveOrderSchema>

/** `POST /api/purchase-orders/{id}/receipts/{receiptId}/undo`: adds a receipt with the opposite units. */
export const undoReceiptSchema = z.object({ key: requestKeySchema })

export const receiptSchema = z.object({
  id: idSchema,
  receivedOn: daySchema,
  recordedAt: instantSchema,
  recordedBy: z.string().nullable(),
  note: z.string().nullable(),
  /** The receipt that this one undoes. */
  reverses: idSchema.nullable(),
  isReversed: z.boolean(),
  lines: z.array(z.object({ lineId: idSchema, accepted: z.int(), rejected: z.int(), replaced: z.int() })),
})
export type Receipt = z.infer<typeof receiptSchema>
