import { NOT_IN_STORE_DAYS } from '@stockcast/contract'
import type { Incoming } from '@stockcast/forecasting/decisions'
import { epochDay } from '../../kernel/calendar.ts'

/** Units of a transfer that is not in the store. */
export interface MovedUnits {
  variantId: number
  from: number
  to: number
  /** Shipped units that the store's stock still has where they came from. */
  leaving: number
  /** Shipped units that the store's stock has at neither location. */
  between: number
  /** Days from today until the units arrive; 0 if they were received. */
  day: number
}

/** Units without a receipt count for this many days after they should have arrived. */
const LATE_DAYS = 30

/** A line of a transfer that is not in the store. */
export interface MovedLine {
  variantId: number
  from: number
  to: number
  status: string
  shipped: number
  received: number
  gone: number
  shown: number
  receivedOn: string | null
  dueOn: string
}

/** Returns the received units and those on the way of a line. What is shown came first, and so did what is gone. */
export function getMoved(row: MovedLine, today: number): MovedUnits[] {
  const { variantId, from, to, status, received, gone, shown } = row
  // Of a transfer that has ended, what was not received does not come.
  const shipped = status === 'received' ? received : row.shipped
  const due = epochDay(row.dueOn)
  const isCounted = row.receivedOn !== null && today - epochDay(row.receivedOn) < NOT_IN_STORE_DAYS
  const parts = [
    { first: 0, last: received, day: 0, counts: isCounted },
    { first: received, last: shipped, day: Math.max(1, due - today), counts: today - due <= LATE_DAYS },
  ]
  return parts.flatMap(({ first, last, day, counts }) => {
    const start = Math.max(first, shown)
    if (!counts || last <= start) return []
    const between = Math.max(0, Math.min(last, gone) - start)
    return [{ variantId, from, to, leaving: last - start - between, between, day }]
  })
}

/** Returns the units that the store's stock has at neither location, by variant, as receipts of the shop. */
export function movedReceipts(moved: readonly MovedUnits[]): Map<number, Incoming[]> {
  const between = moved.filter((each) => each.between > 0)
  return new Map(
    [...Map.groupBy(between, ({ variantId }) => variantId)].map(([variantId, own]) => [
      variantId,
      own.map(({ between: units, day, to }) => ({ day, units, locationId: to })),
    ]),
  )
}

/** Returns the units that the stock of a location still has. */
export function unitsLeaving(moved: readonly MovedUnits[], locationId: number): number {
  return moved.reduce((units, { from, leaving }) => units + (from === locationId ? leaving : 0), 0)
}

export function unitsOf(receipts: readonly Incoming[] = []): number {
  return receipts.reduce((sum, { units }) => sum + units, 0)
}
