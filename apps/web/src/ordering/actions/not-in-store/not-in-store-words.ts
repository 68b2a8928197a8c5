import { NOT_IN_STORE_DAYS, type NotInStore, type NotInStoreUnits } from '@stockcast/contract'
import { formatCount, formatUnits } from '../../../ui/format/numbers.ts'

/** Returns what the last booking came to; without one, for how long the units count. */
export function bookingWords({ booking, storeName }: NotInStore): string {
  switch (booking?.status) {
    case 'booked':
      return `${formatUnits(booking.units)} were added to ${storeName} at ${booking.locationName}. Your stock follows in a moment.`
    case 'refused':
      return booking.message ?? ''
    case 'sending':
      return `Whether ${storeName} took them is not known. Try again: they are never added twice.`
    default:
      return `They count until your store's stock shows them, at most ${NOT_IN_STORE_DAYS} days.`
  }
}

export function lapsedWords({ lapsed, number }: NotInStoreUnits): string {
  return `${formatCount(lapsed, 'unit')} of ${number} came more than ${NOT_IN_STORE_DAYS} days ago and never showed in your store's stock, so they no longer count.`
}
