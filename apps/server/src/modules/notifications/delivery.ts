import type { ChannelName, Delivery as DeliveryOnWire, DeliveryStatus } from '@stockcast/contract'
import type { Content } from './content.ts'

/** Messages about alerts keep their order and their distance; a test or a code waits for none of them. */
export type Lane = 'alerts' | 'single'

export const openStatuses = ['queued', 'sending', 'retrying'] as const
export const kindsOf: Readonly<Record<Lane, readonly DeliveryOnWire['kind'][]>> = {
  alerts: ['alerts', 'digest'],
  single: ['test', 'code'],
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
}
