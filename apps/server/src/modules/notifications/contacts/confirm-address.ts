import type { Tx } from '../../../database/app-database.ts'
import type { Kernel } from '../../../kernel.ts'
import { findShopFacts } from '../../../shop-facts/queries.ts'
import { ownWords } from '../../../texts/delivery-texts.ts'
import type { Channel } from '../channels/channel.ts'
import { lockChannel, saveChannel } from '../channels/queries.ts'
import { closeOpenOfKind } from '../deliveries/queries.ts'
import { readConfirmToken } from './confirm-address-mail.ts'

export type Confirmation = 'confirmed' | 'expired' | 'unknown'
type Context = Pick<Kernel, 'clock' | 'config' | 'db' | 'live'>

/** Returns whether the link would confirm something. Changes nothing, because mail scanners follow links. */
export function readConfirmation({ clock, config }: Context, token: string): Confirmation {
  const read = readConfirmToken(config.secrets, token)
  if (!read) return 'unknown'
  return read.until > clock.now() ? 'confirmed' : 'expired'
}

/**
 * Confirms the address that received the link; from then on alerts go there. Following the link again changes
 * nothing.
 */
export async function confirmAddress(kernel: Context, token: string): Promise<Confirmation> {
  const read = readConfirmToken(kernel.config.secrets, token)
  if (!read || read.until <= kernel.clock.now()) return readConfirmation(kernel, token)
  const { merchantId } = read
  return kernel.db.withTenant(merchantId, async (tx) => {
    const channel = await lockChannel(tx, merchantId, 'email')
    if (channel?.pendingTarget && read.isFor(channel.pendingTarget))
      await use(kernel, tx, merchantId, channel)
    else if (!channel?.target || !read.isFor(channel.target)) return 'unknown'
    return 'confirmed'
  })
}

/**
 * Accepts the address of the account for alerts, without a second confirmation, when the merchant confirms it.
 */
export async function confirmOwnAddress(kernel: Context, merchantId: number): Promise<void> {
  await kernel.db.withTenant(merchantId, async (tx) => {
    const channel = await lockChannel(tx, merchantId, 'email')
    const shop = await findShopFacts(tx, merchantId)
    const isOwn = channel?.pendingTarget?.toLowerCase() === shop?.email.toLowerCase()
    if (channel?.pendingTarget && isOwn) await use(kernel, tx, merchantId, channel)
  })
}

async function use(kernel: Context, tx: Tx, merchantId: number, channel: Channel): Promise<void> {
  const target = channel.pendingTarget
  await saveChannel(tx, merchantId, {
    ...channel,
    target,
    pendingTarget: null,
    pendingSince: null,
    offReason: null,
  })
  await closeOpenOfKind(tx, { merchantId, channel: 'email', kind: 'confirm' }, ownWords('address_confirmed'))
  await kernel.live.publish(tx, merchantId, { type: 'deliveries' })
}
