import {
  type AlertType,
  alertTypes,
  type ChannelName,
  SMS_DAILY_LIMIT,
  type Timing,
  type Urgency,
} from '@stockcast/contract'

/** A channel as it is stored, or its initial state before anything is stored. */
export interface Channel {
  /** Whose it is; the owner's unless given. */
  recipientId?: number
  name: ChannelName
  isOn: boolean
  offReason: string | null
  /** The encrypted address of the webhook, the mail address, or the phone number. */
  target: string | null
  types: AlertType[]
  urgency: Urgency
  timing: Timing
  at: string
  weekday: number
  quietFrom: string
  quietTo: string
  dailyLimit: number
  stoppedAt: Date | null
  lastSentAt: Date | null
  /**
   * A mail address that was entered and is not confirmed; only the mail that asks for confirmation goes
   * there.
   */
  pendingTarget: string | null
  pendingSince: Date | null
}

const choices = { types: [...alertTypes], timing: 'at_once', at: '08:00', weekday: 1 } as const

/** Stored with each consent: the wording that was agreed to. */
export const CONSENT_TEXT = `I agree that Stockcast sends stock alerts by SMS to this number, at most ${SMS_DAILY_LIMIT} a day. Message and data rates may apply. Reply STOP to opt out, HELP for help.`

/** Returns a channel's initial state. SMS starts with the most urgent alerts only. */
export function unsetChannel(name: ChannelName): Channel {
  return {
    name,
    isOn: false,
    offReason: null,
    target: null,
    ...choices,
    types: [...choices.types],
    urgency: name === 'sms' ? 'out_of_stock' : 'all',
    quietFrom: '21:00',
    quietTo: '08:00',
    dailyLimit: SMS_DAILY_LIMIT,
    stoppedAt: null,
    lastSentAt: null,
    pendingTarget: null,
    pendingSince: null,
  }
}

/** A merchant's agreement to messages to a phone. */
export interface Consent {
  id: number
  phone: string
  text: string
  givenAt: Date
  codeNonce: string | null
  codeSentAt: Date | null
  codeTries: number
  confirmedAt: Date | null
}

/** Returns whether messages about alerts may be sent on the channel. */
export function isReady(channel: Channel, consent: Consent | null): boolean {
  if (!channel.isOn || channel.target === null) return false
  if (channel.name !== 'sms') return true
  return channel.stoppedAt === null && consent?.phone === channel.target && consent.confirmedAt !== null
}
