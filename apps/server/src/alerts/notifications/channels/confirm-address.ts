import { randomUUID } from 'node:crypto'
import {
  CONFIRM_MAILS_A_DAY,
  DAY_MS,
  DELIVERY_GIVE_UP_DAYS,
  MINUTE_MS,
  type Notifications,
} from '@stockcast/contract'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { take } from '../../../kernel/limits/queries.ts'
import { rules } from '../../../kernel/limits/rules.ts'
import { merchantKey } from '../../../kernel/limits/take-use.ts'
import { findShopFacts } from '../../../kernel/shop-facts/queries.ts'
import { ownWords } from '../../../kernel/texts/delivery-texts.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { closeOpenOfKind, insertDelivery } from '../delivery-queries.ts'
import { wakeChannel } from '../wake-channel.ts'
import type { Channel } from './channel.ts'
import { CONFIRM_SUBJECT, readConfirmToken } from './confirm-address-mail.ts'
import { assertFewToOne } from './contact-limits.ts'
import { getNotifications } from './get-notifications.ts'
import { listChannels, lockChannel, saveChannel } from './queries.ts'

const PAUSE_MS = MINUTE_MS

type AddressContext = Context<'clock' | 'config' | 'jobs' | 'live'> & { recipientId?: number }

/**
 * Queues the mail that asks the person at an address to confirm. Only a few a day are sent for each merchant
 * and each address, because the recipient has not agreed to anything yet.
 */
export async function askForAddress(
  context: AddressContext,
  { address }: { address: string },
): Promise<void> {
  const { merchantId, recipientId, tx } = context
  const at = context.clock.now()
  const key = { merchantId, recipientId, channel: 'email', kind: 'confirm' } as const
  const taken = await take(tx, { key: merchantKey(merchantId, 'confirm_mail'), rule: rules.confirm_mail, at })
  if (!taken.isTaken) {
    const message = `At most ${CONFIRM_MAILS_A_DAY} confirmation emails a day are sent. Try again tomorrow.`
    throw new AppError('limit_exceeded', message, { field: 'email.address' })
  }
  await assertFewToOne(context, tx, { channel: 'email', target: address })
  await closeOpenOfKind(tx, key, ownWords('asked_again'))
  const giveUpAt = new Date(at.getTime() + DELIVERY_GIVE_UP_DAYS * DAY_MS)
  await insertDelivery(tx, { ...key, messageKey: randomUUID(), at, giveUpAt, summary: CONFIRM_SUBJECT })
  await wakeChannel(context, tx, { merchantId, recipientId, channel: 'email', lane: 'account' })
}

/** Sends the confirmation mail again, on request. */
export async function askAgain(context: AddressContext): Promise<Notifications> {
  const { merchantId, recipientId, tx } = context
  const channel = await lockChannel(tx, merchantId, 'email', recipientId)
  if (!channel?.pendingTarget) {
    throw new AppError('precondition_failed', 'No address is waiting for confirmation.')
  }
  const now = context.clock.now()
  if (channel.pendingSince && now.getTime() - channel.pendingSince.getTime() < PAUSE_MS) {
    throw new AppError('limit_exceeded', 'An email is on its way. Ask for another in a minute.')
  }
  await askForAddress(context, { address: channel.pendingTarget })
  await saveChannel(tx, merchantId, { ...channel, pendingSince: now })
  await context.live.publish(tx, merchantId, { type: 'deliveries' })
  return getNotifications(context)
}

export type Confirmation = 'confirmed' | 'expired' | 'unknown'
type ConfirmContext = Pick<Kernel, 'clock' | 'config' | 'db' | 'live'>

/** Returns whether the link would confirm something. Changes nothing, because mail scanners follow links. */
export function readConfirmation({ clock, config }: ConfirmContext, token: string): Confirmation {
  const read = readConfirmToken(config.secrets, token)
  if (!read) return 'unknown'
  return read.until > clock.now() ? 'confirmed' : 'expired'
}

/**
 * Confirms the address that received the link; from then on alerts go there. Following the link again changes
 * nothing.
 */
export async function confirmAddress(kernel: ConfirmContext, token: string): Promise<Confirmation> {
  const read = readConfirmToken(kernel.config.secrets, token)
  if (!read || read.until <= kernel.clock.now()) return readConfirmation(kernel, token)
  const { merchantId } = read
  return kernel.db.withTenant(merchantId, async (tx) => {
    let isKnown = false
    for (const { recipientId } of await listChannels(tx, { merchantId })) {
      const channel = await lockChannel(tx, merchantId, 'email', recipientId)
      const isForPendingAddress = channel?.pendingTarget && read.isFor(channel.pendingTarget)
      if (channel && isForPendingAddress) await use(kernel, tx, merchantId, channel)
      isKnown ||= isForPendingAddress || (channel?.target ? read.isFor(channel.target) : false)
    }
    return isKnown ? 'confirmed' : 'unknown'
  })
}

/**
 * Accepts the address of the account for alerts, without a second confirmation, when the merchant confirms it.
 */
export async function confirmOwnAddress(kernel: ConfirmContext, merchantId: number): Promise<void> {
  await kernel.db.withTenant(merchantId, async (tx) => {
    const channel = await lockChannel(tx, merchantId, 'email')
    const shop = await findShopFacts(tx, merchantId)
    const isOwn = channel?.pendingTarget?.toLowerCase() === shop?.email.toLowerCase()
    if (channel?.pendingTarget && isOwn) await use(kernel, tx, merchantId, channel)
  })
}

async function use(kernel: ConfirmContext, tx: Tx, merchantId: number, channel: Channel): Promise<void> {
  const target = channel.pendingTarget
  await saveChannel(tx, merchantId, {
    ...channel,
    target,
    pendingTarget: null,
    pendingSince: null,
    offReason: null,
  })
  await closeOpenOfKind(
    tx,
    { merchantId, recipientId: channel.recipientId, channel: 'email', kind: 'confirm' },
    ownWords('address_confirmed'),
  )
  await kernel.live.publish(tx, merchantId, { type: 'deliveries' })
}
