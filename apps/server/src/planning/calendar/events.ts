import type { ShopCalendar, ShopEvent, ShopEventDetail } from '@stockcast/contract'
import { allTimes, type ShopPeriod, type ToldEvent } from '@stockcast/forecasting'
import { dayFromEpoch, epochDay, today as todayOf } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { AppError } from '../../kernel/errors.ts'
import { requireShopFacts } from '../../kernel/shop-facts/queries.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import type { Context } from '../../kernel/verb-context.ts'
import {
  findEvent,
  listEvents,
  listEventVariants,
  listToldRows,
  lockCalendar,
  replaceProposals,
  type StoredEvent,
  type ToldRow,
} from './queries.ts'

const YEAR_DAYS = 365

/** Returns the calendar of the shop, or what of it concerns one product. */
export async function getCalendar(
  context: Context<'clock'>,
  { variantId }: { variantId?: number | undefined },
): Promise<ShopCalendar> {
  const { merchantId, tx } = context
  const today = await shopDay(context)
  const events = await listEvents(tx, { merchantId, variantId })
  return { today, events: events.map((event) => shownEvent(event, today)) }
}

/** Returns an event with its products. */
export async function getEvent(
  context: Context<'clock'>,
  { eventId }: { eventId: number },
): Promise<ShopEventDetail> {
  const { merchantId, tx } = context
  const event = await requireEvent(context, eventId)
  const named = await listEventVariants(tx, { merchantId, eventId })
  const isOfGroup = event.tag !== null || event.collectionId !== null
  const variants = event.isForAll || (isOfGroup && named.length === 0) ? null : named
  return { event: shownEvent(event, await shopDay(context)), variants }
}

export async function requireEvent({ merchantId, tx }: Context, eventId: number): Promise<StoredEvent> {
  const event = await findEvent(tx, { merchantId, eventId })
  if (!event) throw new AppError('not_found', refusalTexts.unknownEvent)
  return event
}

/** Returns the day in the shop's time zone. */
export async function shopDay({ clock, merchantId, tx }: Context<'clock'>): Promise<string> {
  const { timeZone } = await requireShopFacts(tx, merchantId)
  return todayOf(clock, timeZone)
}

function shownEvent(event: StoredEvent, today: string): ShopEvent {
  const { isForAll, products, titles, isOpen, tag, collectionId, collectionTitle, ...shown } = event
  const day = epochDay(today)
  const times = allTimes(
    { kind: 'closed', from: epochDay(event.from), to: epochDay(event.to), ...getRepeats(event) },
    day + YEAR_DAYS,
  )
  return {
    ...shown,
    group: getGroup({ tag, collectionId, collectionTitle }),
    isOpen: isOpen && event.status === 'proposed',
    products: isForAll ? null : { count: products, titles: titles ?? [] },
    times: times
      .filter(({ from, to }) => to >= day - YEAR_DAYS && from <= day + YEAR_DAYS)
      .sort((a, b) => a.from - b.from)
      .map(({ from, to }) => ({ from: dayFromEpoch(from), to: dayFromEpoch(to) })),
  }
}

function getGroup({
  tag,
  collectionId,
  collectionTitle: title,
}: Pick<StoredEvent, 'tag' | 'collectionId' | 'collectionTitle'>): ShopEvent['group'] {
  if (tag !== null) return { kind: 'tag', tag }
  return collectionId === null ? null : { kind: 'collection', collectionId, title }
}

export function getRepeats({ repeats }: Pick<ToldRow, 'repeats'>): Pick<ToldEvent, 'repeats'> {
  return repeats === 'never' ? {} : { repeats }
}

/**
 * Returns the events that the merchant entered or decided on, as forecasts need them: the days of a denied event were usual,
 * and a one-off order teaches nothing.
 */
export async function toldEvents(tx: Tx, merchantId: number): Promise<ToldEvent[]> {
  return (await listToldRows(tx, merchantId)).map((row) => ({
    kind: row.status === 'denied' ? 'usual' : row.kind === 'one_off' ? 'fault' : row.kind,
    from: row.from,
    to: row.to,
    ...getRepeats(row),
    ...(row.effectRatio !== null && { effect: row.effectRatio }),
    ...(row.variantIds && { series: row.variantIds.map(String) }),
  }))
}

/** Stores the closings and sales that a forecast of the whole shop found, as proposals in place of the earlier ones. */
export async function noteFound(
  tx: Tx,
  found: { merchantId: number; found: readonly ShopPeriod[]; at: Date },
): Promise<void> {
  await lockCalendar(tx, found.merchantId)
  await replaceProposals(tx, found)
}
