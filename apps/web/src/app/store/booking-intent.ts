import { z } from 'zod'

const STORAGE_KEY = 'stockcast.book-after-permission'

const orderIdSchema = z.coerce.number().int().min(1)

/** Keeps, in this tab, the order whose receipt is booked once the store has given its permission. */
export function keepIntent(orderId: number): void {
  sessionStorage.setItem(STORAGE_KEY, String(orderId))
}

/** Returns the order to go back to from the store; null where the merchant came for another reason. */
export function readIntent(): number | null {
  const read = orderIdSchema.safeParse(sessionStorage.getItem(STORAGE_KEY) ?? undefined)
  return read.success ? read.data : null
}

/** Returns whether this order is to be booked now, once. */
export function takeIntent(orderId: number): boolean {
  if (readIntent() !== orderId) return false
  sessionStorage.removeItem(STORAGE_KEY)
  return true
}
