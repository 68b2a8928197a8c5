import { randomUUID } from 'node:crypto'
import type { PurchaseOrder } from '@stockcast/contract'
import { epochDay, today as todayOf } from '../../../kernel/calendar.ts'
import { MAX_ADDED_LINES, type StockRefusal } from '../../../kernel/connector/connector.ts'
import { StoreError } from '../../../kernel/connector/store-error.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { requireShopFacts } from '../../../kernel/shop-facts/queries.ts'
import { getLine } from '../../../kernel/texts/foreign-text.ts'
import { type Context, inTransaction } from '../../../kernel/verb-context.ts'
import { listLocationNames } from '../../../planning/index.ts'
import { openShop, requireAccess } from '../../../store/index.ts'
import { getOrder } from '../orders/get-order.ts'
import { type HeldOrder, holdOrder, type OrderContext, saveState } from '../orders/hold-order.ts'
import { SAME_KEY_MS, type StoreBooking } from './booking.ts'
import { receivingLocation } from './get-not-in-store.ts'
import { findLastLocation, listUnbooked } from './not-in-store-queries.ts'

interface Wanted {
  orderId: number
  locationId?: number | undefined
  by: string | null
}

/** This many bookings hold every line of the largest order. */
const MAX_BOOKINGS = 10
const MAX_MESSAGE_CHARACTERS = 300

/**
 * Adds the received units of an order that the store does not show to the store's stock, once: what is to be added is stored
 * with a key before the store is asked, and a press that finds a booking without an answer sends the same again. A refused
 * booking adds nothing, and says why at the order.
 */
export async function bookReceived(
  kernel: Kernel,
  merchantId: number,
  wanted: Wanted,
): Promise<PurchaseOrder> {
  const run = <T>(work: (context: OrderContext & Context<'store'>) => Promise<T>) =>
    inTransaction(kernel, merchantId, work)
  for (let count = 0; count < MAX_BOOKINGS; count++) {
    const booking = await run((context) => beginBooking(context, wanted))
    if (!booking) break
    const refusal = await send(kernel, merchantId, { orderId: wanted.orderId, booking })
    await run((context) => endBooking(context, { orderId: wanted.orderId, key: booking.key, refusal }))
    if (refusal !== null) break
  }
  return run((context) => getOrder(context, wanted))
}

/** Stores what is to be booked; null if there is nothing. */
async function beginBooking(
  context: OrderContext & Context<'store'>,
  { orderId, locationId, by }: Wanted,
): Promise<StoreBooking | null> {
  const { clock, merchantId, tx } = context
  const held = await holdOrder(context, { orderId })
  await requireAccess(context, context.tx, {
    merchantId,
    right: 'stock',
    ending: 'to change stock. Allow it, then book again.',
  })
  const open = openBooking(held)
  const now = clock.now()
  if (open) {
    if (now.getTime() - Date.parse(open.at) < SAME_KEY_MS) return open
    await closeBooking(context, held, { ...open, status: 'refused', message: 'It was never answered.' })
    return beginBooking(context, { orderId, locationId, by })
  }
  const { timeZone } = await requireShopFacts(tx, merchantId)
  const today = epochDay(todayOf(clock, timeZone))
  const taken = (await listUnbooked(tx, { merchantId, orderId, today })).slice(0, MAX_ADDED_LINES)
  if (taken.length === 0) return null
  const location = await requireLocation(context, { named: locationId, order: held.row.location_id })
  const booking: StoreBooking = {
    key: randomUUID(),
    status: 'sending',
    at: now.toISOString(),
    by,
    locationId: location.id,
    locationName: location.name,
    lines: taken,
    message: null,
  }
  const unitsOf = new Map(taken.map(({ lineId, units }) => [lineId, units]))
  const reserved = held.units.lines.map((line) => {
    const booked_units = line.row.booked_units + (unitsOf.get(line.row.id) ?? 0)
    return { ...line, row: { ...line.row, booked_units } }
  })
  await saveState(context, held, { state: { ...held.units, lines: reserved }, booking: asJson(booking) })
  return booking
}

async function requireLocation(
  { merchantId, tx }: Context,
  { named, order }: { named: number | undefined; order: number | null },
): Promise<{ id: number; name: string }> {
  const locations = await listLocationNames(tx, merchantId)
  const wanted = named === undefined ? [order, await findLastLocation(tx, merchantId)] : [named]
  const id = receivingLocation(locations, wanted)
  const location = locations.find((each) => each.id === id)
  if (location) return location
  throw new AppError('invalid_input', 'Choose the location that received these units.', {
    field: 'locationId',
  })
}

/** Returns why the store took nothing; null if it took all. Throws if it is not known whether it did. */
async function send(
  kernel: Kernel,
  merchantId: number,
  { orderId, booking }: { orderId: number; booking: StoreBooking },
): Promise<string | null> {
  try {
    const { shop, store } = await openShop(kernel, merchantId)
    const refusal = await shop.addStock({ ...booking, orderId })
    if (refusal === null) return null
    const because = await refusalText(kernel, merchantId, { orderId, booking, refusal })
    return `${store.name} booked nothing: ${because}.`
  } catch (error) {
    if (error instanceof StoreError && isUnknown(error))
      throw new AppError(
        'upstream_failed',
        `${error.sentence} Whether it took the units is not known. Press again: they are never added twice.`,
        { retryable: true, cause: error },
      )
    if (error instanceof AppError) return error instanceof StoreError ? error.sentence : error.message
    throw error
  }
}

/** Returns whether the store may have taken the booking although it gave no usable answer. */
function isUnknown({ reason }: StoreError): boolean {
  return reason === 'unavailable' || reason === 'unexpected_answer'
}

async function refusalText(
  { db }: Kernel,
  merchantId: number,
  args: { orderId: number; booking: StoreBooking; refusal: StockRefusal },
): Promise<string> {
  const { orderId, booking, refusal } = args
  const named = refusal.line === null ? undefined : booking.lines[refusal.line]
  const title =
    named && (await db.withTenant(merchantId, (tx) => findTitle(tx, { merchantId, orderId, ...named })))
  const because = getLine(refusal.because, MAX_MESSAGE_CHARACTERS)
  return title ? `${title}: ${because}` : because
}

async function findTitle(
  tx: Context['tx'],
  { merchantId, orderId, lineId }: { merchantId: number; orderId: number; lineId: number },
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('purchase_order_lines')
    .select('title')
    .where('merchant_id', '=', merchantId)
    .where('order_id', '=', orderId)
    .where('id', '=', lineId)
    .executeTakeFirst()
  return row?.title
}

/** Stores the store's answer, unless another press has done so. */
async function endBooking(
  context: OrderContext,
  { orderId, key, refusal }: { orderId: number; key: string; refusal: string | null },
): Promise<void> {
  const held = await holdOrder(context, { orderId })
  const open = openBooking(held)
  if (open?.key !== key) return
  const status = refusal === null ? 'booked' : 'refused'
  await closeBooking(context, held, { ...open, status, message: refusal })
}

/** Stores how a booking ended; the lines of a refused one can be booked again. */
async function closeBooking(context: OrderContext, held: HeldOrder, booking: StoreBooking): Promise<void> {
  const lines = booking.status === 'refused' ? released(held, booking) : held.units.lines
  await saveState(context, held, { state: { ...held.units, lines }, booking: asJson(booking) })
}

function openBooking({ row }: HeldOrder): StoreBooking | null {
  const booking = row.booking as StoreBooking | null
  return booking?.status === 'sending' ? booking : null
}

/** Returns the lines without what a booking has reserved of them. */
function released({ units }: HeldOrder, { lines }: StoreBooking): HeldOrder['units']['lines'] {
  const unitsOf = new Map(lines.map((line) => [line.lineId, line.units]))
  return units.lines.map((line) => {
    const booked_units = Math.max(0, line.row.booked_units - (unitsOf.get(line.row.id) ?? 0))
    return { ...line, row: { ...line.row, booked_units } }
  })
}

function asJson(booking: StoreBooking): string {
  return JSON.stringify(booking)
}
