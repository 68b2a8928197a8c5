import type { ChannelName, Delivery as DeliveryOnWire, DeliveryStatus } from '@stockcast/contract'
import type { Content } from '../messages/content.ts'

/**
 * Messages about alerts keep their order and a minimum distance. A test or a code is tried once. Mails of the
 * account are retried like alerts, each on its own.
 */
export const lanes = ['alerts', 'single', 'account'] as const
export type Lane = (typeof lanes)[number]

export const openStatuses = ['queued', 'sending', 'retrying'] as const
export const kindsOf: Readonly<Record<Lane, readonly DeliveryOnWire['kind'][]>> = {
  alerts: ['alerts', 'digest'],
  single: ['test', 'code'],
  account: ['account', 'billing', 'confirm'],
}

export interface ChannelKey {
  merchantId: number
  channel: ChannelName
}

export interface LaneKey extends ChannelKey {
  lane: Lane
}

/** A delivery that is open. */
export interface OpenDelivery {
  id: number
  kind: DeliveryOnWire['kind']
  status: DeliveryStatus
  messageKey: string
  content: Content | null
  attempts: number
  nextAt: Date
  attemptedAt: Date | null
  isUncertain: boolean
  giveUpAt: Date
  /** After this time it would mislead. */
  usefulUntil: Date | null
}
