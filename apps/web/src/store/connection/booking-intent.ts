import { z } from 'zod'

const STORAGE_KEY = 'stockcast.book-after-permission'

/** What is booked once the store has given its permission, and where. */
const intentSchema = z.object({ orderId: z.number(), locationId: z.number().nullable() })
export type BookingIntent = z.infer<typeof intentSchema>

/** Keeps in this tab what is booked on the way back from the store. */
export function keepIntent(intent: BookingIntent): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(intent))
}

/** Returns what is to be booked on the way back from the store; null if the merchant came for another reason. */
export function readIntent(): BookingIntent | null {
  return intentSchema.safeParse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null')).data ?? null
}

/** Returns what is to be booked of this order now, once. */
export function takeIntent(orderId: number): BookingIntent | null {
  const intent = readIntent()
  if (intent?.orderId !== orderId) return null
  sessionStorage.removeItem(STORAGE_KEY)
  return intent
}
