import {
  channels,
  DELIVERY_GIVE_UP_DAYS,
  mapChannels,
  type OwnReason,
  type ProviderReason,
} from '@stockcast/contract'

/** What became of a message: a closed reason, by which programs decide, and words for people. */
export interface Said {
  reason: ProviderReason | OwnReason
  words: string
}

/** Sentences about messages that were not sent. The delivery log and the settings show them. */
const ownTexts: Record<OwnReason, string> = {
  channel_not_set_up: 'The channel is not set up.',
  sms_not_set_up: 'SMS is not set up on this server.',
  unanswered: 'No answer came. Please try again.',
  given_up: `Given up after ${DELIVERY_GIVE_UP_DAYS} days`,
  daily_limit: 'The daily limit of messages to this address was reached.',
  all_resolved: 'Every alert was resolved before it could be sent.',
  outdated: 'Not sent: it would have arrived too late to be useful.',
  channel_off: 'The channel is off.',
  switched_off: 'The channel was switched off.',
  subscription_ended: 'The subscription has ended.',
  unsubscribed: 'Switched off by the unsubscribe link in an email.',
  stopped: 'The person at this number replied STOP.',
  address_unused: 'The address is no longer used.',
  address_confirmed: 'The address is confirmed.',
  asked_again: 'A newer confirmation email was requested.',
}

/** Returns the reason with its sentence. */
export const ownWords = (reason: OwnReason): Said => ({ reason, words: ownTexts[reason] })

/** What became of an order that its recipient stopped, or whose merchant was reported, before it was sent. */
export const unwantedOrder: Said = {
  reason: 'unsubscribed',
  words: 'Not sent: the recipient stopped your orders by email, or they are paused after several reports.',
}

/** Why a pending notification is left out of a message. */
export const RESOLVED_BEFORE = 'Resolved before it could be sent.'

export const accepted = mapChannels(
  (name): Said => ({ reason: 'accepted', words: `Accepted by ${channels[name].providerName}` }),
)

/** What Twilio reports later about a message, by its status. */
export const smsStatuses: Readonly<Record<string, Said>> = {
  queued: accepted.sms,
  accepted: accepted.sms,
  sending: accepted.sms,
  sent: { reason: 'carried', words: 'Accepted by the carrier' },
  delivered: { reason: 'delivered', words: 'Delivered to the phone' },
}

export const notDelivered = (errorCode: string | null): Said => ({
  reason: 'not_delivered',
  words: `Twilio could not deliver it${errorCode ? ` (${errorCode})` : ''}`,
})
