import { channels, type Delivery, type DeliveryReason } from '@stockcast/contract'
import { asSentence } from '../format/as-sentence.ts'
import { formatTime, formatTimeOrDay } from '../format/days.ts'
import { formatCount } from '../format/numbers.ts'

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

type Gloss = (provider: string, channel: Delivery['channel']) => string

/** What we say in plain words, where those of the answer are not plain. */
const glosses: Partial<Record<DeliveryReason, Gloss>> = {
  no_answer: (provider) => `${provider} did not answer.`,
  wait: (provider, channel) => `${provider} asked us to ${channel === 'email' ? 'try later' : 'wait'}.`,
  provider_fault: (provider) => `${provider} has a problem on its side.`,
  refused: (provider) => `${provider} refused the message.`,
}

function getGloss({ channel, reason }: Pick<Delivered, 'channel' | 'reason'>): string | null {
  const { providerName } = channels[channel]
  const provider = providerName.charAt(0).toUpperCase() + providerName.slice(1)
  return (reason && glosses[reason]?.(provider, channel)) ?? null
}
