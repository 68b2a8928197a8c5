import type { AnswerNotInStore, NotInStore, PurchaseOrder } from '@stockcast/contract'
import { epochDay, today as todayOf } from '../../../kernel/calendar.ts'
import { AppError } from '../../../kernel/errors.ts'
import { requireShopFacts } from '../../../kernel/shop-facts/queries.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { listLocationNames, listNotInStore } from '../../../planning/index.ts'
import { findAccess } from '../../../store/index.ts'
import { getOrder } from '../orders/get-order.ts'
import {
  type HeldLine,
  holdOrder,
  type OrderContext,
  saveState,
  UNKNOWN_ORDER,
} from '../orders/hold-order.ts'
import { findOrderRow } from '../orders/list-queries.ts'
import type { StoreBooking } from './booking.ts'
import { findLastLocation, listUnbooked } from './not-in-store-queries.ts'

/** Returns the units of an order that were received and that the store does not show, and what can be done about them. */
export async function getNotInStore(
  { clock, merchantId, store, tx }: Context<'clock' | 'store'>,
  { orderId }: { orderId: number },
): Promise<NotInStore> {
  const { timeZone } = await requireShopFacts(tx, merchantId)
  const today = todayOf(clock, timeZone)
  const row = await findOrderRow(tx, { merchantId, orderId, today })
  if (!row) throw new AppError('not_found', UNKNOWN_ORDER)
  const [units] = await listNotInStore(tx, { merchantId, orderId, today: epochDay(today) })
  const access = await findAccess({ store }, tx, { merchantId, right: 'stock' })
  const locations = await listLocationNames(tx, merchantId)
  const unbooked = await listUnbooked(tx, { merchantId, orderId, today: epochDay(today) })
  return {
    ...(units ?? { orderId, number: row.written_number, counted: 0, lapsed: 0 }),
    toBook: unbooked.reduce((sum, line) => sum + line.units, 0),
    ...access,
    locations,
    locationId: receivingLocation(locations, [row.location_id, await findLastLocation(tx, merchantId)]),
    booking: bookingOnWire(row.booking as StoreBooking | null),
  }
}

/** Returns the first of the named locations that is open, or the only one; null if the merchant must choose. */
export function receivingLocation(
  locations: readonly { id: number }[],
  named: readonly (number | null)[],
): number | null {
  const known = named.find((wanted) => locations.some(({ id }) => id === wanted))
  return known ?? (locations.length === 1 ? locations[0]!.id : null)
}

function bookingOnWire(booking: StoreBooking | null): NotInStore['booking'] {
  if (!booking) return null
  const { status, at, by, locationName, message, lines } = booking
  return { status, at, by, locationName, message, units: lines.reduce((sum, { units }) => sum + units, 0) }
}

/** Stores what the merchant says about received units that the store does not show: they are in it, or count again. */
export async function answerNotInStore(
  context: OrderContext,
  { orderId, answer }: { orderId: number } & AnswerNotInStore,
): Promise<PurchaseOrder> {
  const { clock, merchantId, tx } = context
  const held = await holdOrder(context, { orderId })
  const { timeZone } = await requireShopFacts(tx, merchantId)
  const change =
    answer === 'in_store'
      ? { awaited_units: 0, booked_units: 0 }
      : { counted_again_on: todayOf(clock, timeZone) }
  const lines = held.units.lines.map(
    (line): HeldLine => (line.row.awaited_units > 0 ? { ...line, row: { ...line.row, ...change } } : line),
  )
  await saveState(context, held, { state: { ...held.units, lines } })
  return getOrder(context, { orderId })
}
