import {
  EVENT_YEARS,
  type EventStatus,
  type ShopEventDetail,
  type shopEventRequestSchema,
} from '@stockcast/contract'
import type { z } from 'zod'
import { type Origin, recordAudit } from '../../kernel/audit/record-audit.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { AppError } from '../../kernel/errors.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { findName } from '../overrides/queries.ts'
import { getEvent, requireEvent, shopDay } from './events.ts'
import {
  deleteEvent,
  type EventFields,
  findOneOff,
  insertEvent,
  lockCalendar,
  replaceVariants,
  setStatus,
  updateEvent,
} from './queries.ts'

/** Has the shop forecast again, in the transaction that changes its calendar. */
export type OnCalendarChanged = (tx: Tx, merchantId: number) => Promise<void>

type CalendarContext = Context<'clock' | 'live'> & { origin: Origin; onChanged: OnCalendarChanged }
type Wanted = z.output<typeof shopEventRequestSchema>

/** Adds an event. A one-off order that is already noted stays as it is. */
export async function createEvent(context: CalendarContext, wanted: Wanted): Promise<ShopEventDetail> {
  const { clock, merchantId, tx } = context
  await lockCalendar(tx, merchantId)
  await assertDays(context, wanted)
  const [variantId] = wanted.variantIds ?? []
  if (wanted.kind === 'one_off' && variantId !== undefined) {
    const eventId = await findOneOff(tx, { merchantId, variantId, day: wanted.from })
    if (eventId !== undefined) return getEvent(context, { eventId })
  }
  const fields = getFields(wanted)
  const eventId = await insertEvent(tx, { merchantId, fields, at: clock.now() })
  await writeVariants(context, eventId, fields)
  await announce(context, `Added: ${toWords(fields)}`)
  return getEvent(context, { eventId })
}

/** Saves an event. What was found and is saved is confirmed by it. */
export async function saveEvent(
  context: CalendarContext,
  { eventId, wanted }: { eventId: number; wanted: Wanted },
): Promise<ShopEventDetail> {
  const { clock, merchantId, tx } = context
  await lockCalendar(tx, merchantId)
  await requireEvent(context, eventId)
  await assertDays(context, wanted)
  const fields = getFields(wanted)
  await updateEvent(tx, { merchantId, eventId }, { fields, at: clock.now() })
  await writeVariants(context, eventId, fields)
  await announce(context, `Changed: ${toWords(fields)}`)
  return getEvent(context, { eventId })
}

/** Removes an event. What was found is proposed again by the next forecast. */
export async function removeEvent(context: CalendarContext, { eventId }: { eventId: number }): Promise<void> {
  const { merchantId, tx } = context
  await lockCalendar(tx, merchantId)
  const event = await requireEvent(context, eventId)
  await deleteEvent(tx, { merchantId, eventId })
  await announce(context, `Removed: ${toWords(event)}`)
}

/** Stores whether what was found is right, or takes the answer back. */
export async function answerProposal(
  context: CalendarContext,
  { eventId, answer }: { eventId: number; answer: EventStatus },
): Promise<ShopEventDetail> {
  const { clock, merchantId, tx } = context
  await lockCalendar(tx, merchantId)
  const event = await requireEvent(context, eventId)
  if (event.status === answer) return getEvent(context, { eventId })
  if (!(await setStatus(tx, { merchantId, eventId }, { status: answer, at: clock.now() })))
    throw new AppError(
      'conflict',
      'Only what was found in the sales can be answered. Change or remove the entry.',
    )
  await announce(context, `${answers[answer]}: ${toWords(event)}`)
  return getEvent(context, { eventId })
}

const answers = { confirmed: 'Confirmed', denied: 'Denied', proposed: 'Reopened' } as const
const words = { closed: 'closed', sale: 'promotion', one_off: 'one-off order' } as const

function toWords({ kind, name, from, to }: Pick<EventFields, 'kind' | 'name' | 'from' | 'to'>): string {
  return `${words[kind]}${name && ` “${name}”`}, ${from === to ? from : `${from} to ${to}`}`
}

function getFields(wanted: Wanted): EventFields {
  return { ...wanted, variantIds: wanted.variantIds && [...new Set(wanted.variantIds)] }
}

async function assertDays(context: CalendarContext, { kind, from, to }: Wanted): Promise<void> {
  const today = await shopDay(context)
  const refuse = (field: string, message: string) =>
    new AppError('invalid_input', `${field}: ${message}`, { field })
  const year = Number(today.slice(0, 4))
  const first = `${year - EVENT_YEARS.back}${today.slice(4)}`
  const last = `${year + EVENT_YEARS.ahead}${today.slice(4)}`
  if (from < first) throw refuse('from', `must not be before ${first}. Earlier days are not learned from.`)
  if (to > last) throw refuse('to', `must not be after ${last}. Later days are not forecast.`)
  if (kind === 'one_off' && to > today) throw refuse('from', 'an order that was a one-off is in the past')
}

async function writeVariants(
  { merchantId, tx }: CalendarContext,
  eventId: number,
  { group, variantIds }: EventFields,
): Promise<void> {
  if (group?.kind === 'collection') {
    const name = await findName(tx, { merchantId, of: 'collection', id: group.collectionId })
    if (name === undefined)
      throw new AppError('not_found', refusalTexts.unknownCollection, { field: 'group.collectionId' })
  }
  const known = await replaceVariants(tx, { merchantId, eventId }, variantIds ?? [])
  if (known < (variantIds?.length ?? 0)) throw new AppError('not_found', refusalTexts.unknownProduct)
}

async function announce(context: CalendarContext, detail: string): Promise<void> {
  const { clock, live, merchantId, origin, tx } = context
  await recordAudit(tx, { merchantId, at: clock.now(), event: 'calendar_changed', origin, detail })
  await context.onChanged(tx, merchantId)
  await live.publish(tx, merchantId, { type: 'calendar' })
}
