import { z } from 'zod'
import { instantSchema } from './calendar.ts'
import { idSchema } from './order-fields.ts'

/** Received units of an order that the store's stock does not show yet. */
export const notInStoreUnitsSchema = z.object({
  orderId: idSchema,
  number: z.string(),
  /** Those that count, at most seven days. */
  counted: z.int(),
  /** Those that count no more, because the store did not show them in time. */
  lapsed: z.int(),
})
export type NotInStoreUnits = z.infer<typeof notInStoreUnitsSchema>

/** `GET /api/purchase-orders/{id}/not-in-store`. */
export const notInStoreSchema = notInStoreUnitsSchema.extend({
  /** Those that no booking has taken to the store. */
  toBook: z.int(),
  /** Whether they can be booked into the store: `needed` lacks the permission. */
  access: z.enum(['granted', 'needed', 'no_store']),
  storeName: z.string(),
  shopDomain: z.string().nullable(),
  /** The store's locations, and the one that a booking takes if none is named; null where the merchant must choose. */
  locations: z.array(z.object({ id: z.int(), name: z.string() })),
  locationId: z.int().nullable(),
  /** The last booking. `sending`: whether the store took it is not known; the next press ends it, and it is booked once. */
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
