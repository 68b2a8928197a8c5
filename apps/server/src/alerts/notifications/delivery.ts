import type { ChannelName, Delivery as DeliveryOnWire, DeliveryStatus } from '@stockcast/contract'
import type { Secrets } from '../../kernel/config/secrets.ts'
import type { MerchantKey, Tx } from '../../kernel/database/app-database.ts'
import { openSecretBox } from '../../kernel/secrets/secret-box.ts'
import type { Said } from '../../kernel/texts/delivery-texts.ts'
import { type Content, contentSchema } from './messages/content.ts'

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
  account: ['account', 'billing', 'confirm', 'purchase_order', 'report'],
}

/** Whether a second mail would harm more than none: then it is not sent again once it may have arrived. */
export const isSentOnce = (kind: DeliveryOnWire['kind']): boolean =>
  kind === 'purchase_order' || kind === 'report'

export interface ChannelKey {
  merchantId: number
  /** Whose channel it is; the owner's unless given. */
  recipientId?: number | undefined
  channel: ChannelName
}

export interface LaneKey extends ChannelKey {
  lane: Lane
}

export const getRecipient = ({ recipientId }: Pick<ChannelKey, 'recipientId'>): number => recipientId ?? OWNER

/** The recipient number of a shop's owner. */
export const OWNER = 0

export interface DeliveryKey extends MerchantKey {
  deliveryId: number
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

const COLUMN = 'deliveries.sealed_content'

/** Encrypts a content: it may have a link that acts or signs in, so no row stores one in plain text. */
export async function sealContent(
  secrets: Secrets,
  tx: Tx,
  merchantId: number,
  content: Content,
): Promise<string> {
  const box = await openSecretBox(tx, secrets, merchantId)
  return box.seal(COLUMN, JSON.stringify(content))
}

export async function openContent(
  secrets: Secrets,
  tx: Tx,
  merchantId: number,
  envelope: string,
): Promise<Content> {
  const box = await openSecretBox(tx, secrets, merchantId)
  return contentSchema.parse(JSON.parse(box.open(COLUMN, envelope)))
}

/** Returns the columns of a delivery that tell its outcome. */
export function getColumns({ reason, words }: Said) {
  return { reason, provider_words: words }
}
