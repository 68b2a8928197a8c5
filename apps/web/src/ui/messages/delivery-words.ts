import type { Delivery, DeliveryReason } from '@stockcast/contract'
import { asSentence } from '../format/as-sentence.ts'
import { formatTime, formatTimeOrDay } from '../format/days.ts'
import { formatCount } from '../format/numbers.ts'
import { channelLabels } from './notification-texts.ts'

type Delivered = Pick<
  Delivery,
  'channel' | 'status' | 'reason' | 'providerWords' | 'nextTryAt' | 'sentAt' | 'attempts' | 'kind'
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
  const when = (at: string) => {
    const words = formatTimeOrDay(at, place.now, place.timeZone)
    return `${words === formatTime(at, place.timeZone) ? 'at' : 'on'} ${words}`
  }
  switch (status) {
    case 'queued':
      return nextTryAt !== null && nextTryAt > place.now
        ? `Will be sent ${when(nextTryAt)}.`
        : 'Will be sent in a moment.'
    case 'sending':
      return 'Being sent.'
    case 'sent':
      return asSentence(providerWords ?? 'Sent')
    case 'retrying':
      return `${plainReason(delivery)} Next try ${nextTryAt === null ? 'soon' : when(nextTryAt)}.`
    case 'failed':
      return `${plainReason(delivery)}${afterFailure(delivery)}`
    case 'off':
    case 'left_out':
      return asSentence(providerWords ?? 'Nothing was left to send')
  }
}

/** Returns the provider's own words, where the outcome says them in plainer ones. */
export function rawWords(delivery: Delivered): string | null {
  const { status, providerWords } = delivery
  const isTroubled = status === 'retrying' || status === 'failed'
  return isTroubled && providerWords !== null && getGloss(delivery) !== null ? providerWords : null
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
  return getGloss(delivery) === null ? '' : ' Please try again.'
}

function plainReason(delivery: Delivered): string {
  return getGloss(delivery) ?? asSentence(delivery.providerWords ?? 'No answer')
}

const providerNames: Record<Delivery['channel'], string> = {
  slack: channelLabels.slack,
  email: 'The mail server',
  sms: 'Twilio',
}

type Gloss = (channel: Delivery['channel']) => string

/** What we say in plain words; null if the words of the answer, or of our own server, are plain already. */
const glosses: Record<DeliveryReason, Gloss | null> = {
  accepted: null,
  carried: null,
  delivered: null,
  not_delivered: null,
  no_answer: (channel) => `${providerNames[channel]} did not answer.`,
  wait: (channel) =>
    channel === 'email'
      ? 'The mail server asked us to try later.'
      : `${providerNames[channel]} asked us to wait.`,
  provider_fault: (channel) => `${providerNames[channel]} has a problem on its side.`,
  refused: (channel) => `${providerNames[channel]} refused the message.`,
  not_accepted: null,
  channel_not_set_up: null,
  sms_not_set_up: null,
  unanswered: null,
  given_up: null,
  daily_limit: null,
  all_resolved: null,
  outdated: null,
  channel_off: null,
  switched_off: null,
  subscription_ended: null,
  unsubscribed: null,
  stopped: null,
  address_unused: null,
  address_confirmed: null,
  asked_again: null,
  other: null,
}

function getGloss({ channel, reason }: Pick<Delivered, 'channel' | 'reason'>): string | null {
  return reason === null ? null : (glosses[reason]?.(channel) ?? null)
}
