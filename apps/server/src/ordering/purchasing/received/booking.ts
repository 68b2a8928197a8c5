import { HOUR_MS } from '@stockcast/contract'

/** The last booking of an order's received units into the store, as it is stored. */
export interface StoreBooking {
  /** The store takes each key once. */
  key: string
  /** `sending`: it was begun, and its answer is not known. */
  status: 'sending' | 'booked' | 'refused'
  /** When it was begun, ISO 8601. */
  at: string
  by: string | null
  locationId: number
  locationName: string
  lines: { lineId: number; itemId: number; units: number }[]
  /** Why the store refused it. */
  message: string | null
}

/**
 * A booking whose answer is not known is sent again with its key until this time after it began; stores forget keys. What the
 * stock does not show by then was not booked.
 */
export const SAME_KEY_MS = 12 * HOUR_MS
