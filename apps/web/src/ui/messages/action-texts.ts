import {
  type OpenOrder,
  SNOOZE_DAYS,
  type Snooze,
  type SnoozeRequest,
  type VariantPlans,
} from '@stockcast/contract'
import { dayOfInstant, formatDay } from '../format/days.ts'
import { formatCount, formatDayCount, formatUnits } from '../format/numbers.ts'
import type { Message } from './error-messages.ts'

export const actionTexts = {
  ordered: 'Already ordered…',
  orderTitle: 'Already ordered',
  snooze: `Snooze ${formatDayCount(SNOOZE_DAYS)}`,
  untilRestock: 'Snooze until stock rises',
  mute: 'Not restocking',
  endSnooze: 'End snooze',
  endMute: 'Resume alerts',
  snoozed: 'Snoozed and muted',
  noneSnoozed: 'Nothing is snoozed or muted.',
  orderPromise: 'The units then count as on the way, and alerts for this product are closed.',
  noNotes: 'No open orders, and alerts are on.',
} as const

/** Returns the label that ends this snooze or mute. */
export const endLabel = ({ kind }: Pick<Snooze, 'kind'>): string =>
  kind === 'muted' ? actionTexts.endMute : actionTexts.endSnooze

export function snoozeWords(snooze: Pick<Snooze, 'kind' | 'until'>, timeZone: string): string {
  if (snooze.kind === 'muted') return 'Not restocking: no alerts'
  if (snooze.until === null) return 'Snoozed until the stock rises'
  return `Snoozed until ${formatDay(dayOfInstant(snooze.until, timeZone))}`
}

/** Returns, for example, `120 expected Dec 3`. */
export const orderWords = ({ unitsLeft, expectedOn }: Pick<OpenOrder, 'unitsLeft' | 'expectedOn'>): string =>
  `${formatUnits(unitsLeft)} expected ${formatDay(expectedOn)}`

/** Returns when the order was recorded, how many units have arrived, and whether it is late. */
export function orderNote(order: OpenOrder, today: string, timeZone: string): string {
  const recorded = `entered ${formatDay(dayOfInstant(order.recordedAt, timeZone))}`
  const arrived = order.units - order.unitsLeft
  return [
    recorded,
    ...(arrived > 0 ? [`${formatUnits(arrived)} of ${formatUnits(order.units)} arrived`] : []),
    ...(order.expectedOn < today ? ['late'] : []),
  ].join(', ')
}

/** Returns the orders that are recorded already, so that nobody records one twice; empty without any. */
export function recordedAlready({
  orders,
  purchaseOrders,
}: Pick<VariantPlans, 'orders' | 'purchaseOrders'>): string {
  const placed = purchaseOrders.flatMap(({ status, unitsLeft, expectedOn }) =>
    status === 'draft' || expectedOn === null ? [] : { unitsLeft, expectedOn },
  )
  const all = [...placed, ...orders]
  return all.length === 0 ? '' : `Already on order: ${all.map(orderWords).join('; ')}.`
}

/** Returns the link text to the products that raise no alerts. */
export const snoozedCount = (count: number): string => `${formatCount(count, 'product')} snoozed or muted`

export function snoozedMessage(wanted: SnoozeRequest, title: string): Message {
  switch (wanted.kind) {
    case 'muted':
      return { title: 'Alerts stopped', message: `No more alerts for ${title}.` }
    case 'until_restock':
      return { title: 'Snoozed', message: `No alerts for ${title} until its stock rises.` }
    case 'until_time':
      return { title: 'Snoozed', message: `No alerts for ${title} for ${formatDayCount(wanted.days)}.` }
  }
}

export const snoozeEndedMessage = (title: string): Message => ({
  title: 'Alerts are on again',
  message: `You get alerts for ${title} again.`,
})

export const orderRecordedMessage = (order: OpenOrder, title: string): Message => ({
  title: 'Order recorded',
  message: `${formatUnits(order.units)} of ${title}, expected ${formatDay(order.expectedOn)}.`,
})

export const orderRemovedMessage = (title: string): Message => ({
  title: 'Order removed',
  message: `It no longer counts as on the way for ${title}.`,
})
