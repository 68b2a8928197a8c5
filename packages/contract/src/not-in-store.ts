import { z } from 'zod'
import { instantSchema } from './calendar.ts'
import { idSchema } from './order-fields.ts'

/** Received units of an order that the store's stock does not show yet. */
export const notInStoreUnitsSchema = z.object({
  orderId: idSchema,
  number: z.string(),
  /** Units that still count, for at most seven days. */
  counted: z.int(),
  /** Units that no longer count, because the store did not show them in time. */
  lapsed: z.int(),
})
export type NotInStoreUnits = z.infer<typeof notInStoreUnitsSchema>

/** `GET /api/purchase-orders/{id}/not-in-store`. */
export const notInStoreSchema = notInStoreUnitsSchema.extend({
  /** Units that no booking has added to the store. */
  toBook: z.int(),
  /** Whether they can be booked into the store: `needed` lacks the permission. */
  access: z.enum(['granted', 'needed', 'no_store']),
  storeName: z.string(),
  shopDomain: z.string().nullable(),
  /** The store's locations, and the one that a booking takes if none is named; null if the merchant must choose. */
  locations: z.array(z.object({ id: z.int(), name: z.string() })),
  locationId: z.int().nullable(),
  /**
   * The last booking. `sending`: it is not known whether the store accepted it; the next attempt completes the same booking, so
   * that the units are added only once.
   */
  booking: z
    .object({
      status: z.enum(['sending', 'booked', 'refused']),
      at: instantSchema,
      by: z.string().nullable(),
      units: z.int(),
      locationName: z.string(),
      /** Why the store refused it. */
      message: z.string().nullable(),
    })
    .nullable(),
})
export type NotInStore = z.infer<typeof notInStoreSchema>

/** `POST …/not-in-store`: the units are in the store's stock, or they are not and count for another week. */
export const answerNotInStoreSchema = z.object({ answer: z.enum(['in_store', 'count_again']) })
export type AnswerNotInStore = z.infer<typeof answerNotInStoreSchema>

/** `POST …/not-in-store/book`: adds them to the store's stock, once. */
export const bookReceivedSchema = z.object({ locationId: z.int().optional() })
