import type { Delivery } from '@stockcast/contract'
import { formatTimeOrDay } from '../format/days.ts'
import { formatCount } from '../format/numbers.ts'
import { channelLabels } from './notification-texts.ts'

type Delivered = Pick<
  Delivery,
  'channel' | 'status' | 'providerWords' | 'nextTryAt' | 'sentAt' | 'attempts' | 'kind'
>

interface Place {
  now: string
  timeZone: string
}

export const deliveryStatusLabels: Record<Delivery['status'], string> = {
  queued: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  retrying: 'Trying again',
  failed: 'Not sent',
  off: 'Not sent',
  left_out: 'Not needed',
}

export const deliveryFilterLabels = {
  all: 'All Messages',
  open: 'In Progress',
  sent: 'Sent Only',
  failed: 'Not Sent',
} as const

/** Returns what happened to a message, and what comes next. */
export function outcomeWords(delivery: Delivered, place: Place): string {
  const { status, nextTryAt, providerWords } = delivery
  const time = (at: string) => formatTimeOrDay(at, place.now, place.timeZone)
  switch (status) {
    case 'queued':
      return nextTryAt !== null && nextTryAt > place.now
        ? `Will be sent at ${time(nextTryAt)}.`
        : 'Will be sent in a moment.'
    case 'sending':
      return 'Being sent.'
    case 'sent':
      return sentence(providerWords ?? 'Sent')
    case 'retrying':
      return `${plainReason(delivery)} Next try ${nextTryAt === null ? 'soon' : `at ${time(nextTryAt)}`}.`
    case 'failed':
      return `${plainReason(delivery)}${afterFailure(delivery)}`
    case 'off':
    case 'left_out':
      return sentence(providerWords ?? 'Nothing was left to send')
  }
}

/** Returns the provider's own words, where the outcome says them in plainer ones. */
export function rawWords(delivery: Delivered): string | null {
  const { status, providerWords } = delivery
  const isTroubled = status === 'retrying' || status === 'failed'
  return isTroubled && providerWords !== null && glossOf(delivery) !== null ? providerWords : null
}

export function triesWords({ attempts }: Pick<Delivery, 'attempts'>): string | null {
  return attempts > 1 ? formatCount(attempts, 'try', 'tries') : null
}

/** Returns what a message is about, in one line. */
export function deliveryTitle({ kind, summary, alerts }: Pick<Delivery, 'kind' | 'summary' | 'alerts'>) {
  if (kind === 'code') return 'Code for your phone'
  if (kind === 'test') return 'Test message'
  if (summary !== null) return summary
  return alerts > 0 ? formatCount(alerts, 'alert') : 'New alerts'
}

/**
 * Returns what follows a failure. A test or a code is sent once; a provider that refused it for good would
 * do so again.
 */
function afterFailure(delivery: Delivered): string {
  const isSingle = delivery.kind === 'test' || delivery.kind === 'code'
  if (!isSingle) return ' We stopped trying.'
  return glossOf(delivery) === null ? '' : ' Please try again.'
}

function plainReason(delivery: Delivered): string {
  return glossOf(delivery) ?? sentence(delivery.providerWords ?? 'No answer')
}

/** Returns a provider's technical words in plain ones; null where they are plain already. */
function glossOf({ channel, providerWords }: Pick<Delivered, 'channel' | 'providerWords'>): string | null {
  const name = channel === 'email' ? 'The mail server' : channel === 'sms' ? 'Twilio' : channelLabels[channel]
  const said = providerWords ?? ''
  if (/^No (answer in time|connection|answer of)/.test(said)) return `${name} did not answer.`
  if (channel === 'email') {
    if (/ answered 4\d\d/.test(said)) return 'The mail server asked us to try later.'
    return / answered 5\d\d/.test(said) ? 'The mail server refused the message.' : null
  }
  if (/ answered 429\b/.test(said)) return `${name} asked us to wait.`
  return / answered 5\d\d\b/.test(said) ? `${name} has a problem on its side.` : null
}

function sentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`
}
