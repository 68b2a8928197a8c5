import { randomUUID } from 'node:crypto'
import {
  CONFIRM_MAILS_A_DAY,
  DAY_MS,
  DELIVERY_GIVE_UP_DAYS,
  MINUTE_MS,
  type Notifications,
} from '@stockcast/contract'
import type { Tx } from '../../../database/app-database.ts'
import { AppError } from '../../../errors.ts'
import type { Kernel } from '../../../kernel.ts'
import { showNotifications } from '../channels/get-notifications.ts'
import { lockChannel, saveChannel } from '../channels/queries.ts'
import { closeOpenOfKind, countOfKind, insertDelivery } from '../deliveries/queries.ts'
import { wakeChannel } from '../deliveries/wake-channel.ts'
import { CONFIRM_SUBJECT } from './confirm-address-mail.ts'
import { assertFewToOne } from './contact-limits.ts'

const PAUSE_MS = MINUTE_MS

type Context = Pick<Kernel, 'clock' | 'config' | 'jobs' | 'live'>

/**
 * Queues the mail that asks the person at an address to confirm. Only a few a day are sent for each merchant
 * and each address, because the recipient has not agreed to anything yet.
 */
export async function askForAddress(
  kernel: Context,
  tx: Tx,
  { merchantId, address }: { merchantId: number; address: string },
): Promise<void> {
  const at = kernel.clock.now()
  const key = { merchantId, channel: 'email', kind: 'confirm' } as const
  if ((await countOfKind(tx, key, new Date(at.getTime() - DAY_MS))) >= CONFIRM_MAILS_A_DAY) {
    const message = `At most ${CONFIRM_MAILS_A_DAY} confirmation emails a day are sent. Try again tomorrow.`
    throw new AppError('limit_exceeded', message, { field: 'email.address' })
  }
  await assertFewToOne(kernel, tx, { channel: 'email', target: address })
  await closeOpenOfKind(tx, key, 'A newer confirmation email was requested.')
  const giveUpAt = new Date(at.getTime() + DELIVERY_GIVE_UP_DAYS * DAY_MS)
  await insertDelivery(tx, { ...key, messageKey: randomUUID(), at, giveUpAt, summary: CONFIRM_SUBJECT })
  await wakeChannel(kernel, tx, { merchantId, channel: 'email', lane: 'account' })
}

/** Sends the confirmation mail again, on request. */
export async function askAgain(
  kernel: Context & Pick<Kernel, 'db'>,
  merchantId: number,
): Promise<Notifications> {
  return kernel.db.withTenant(merchantId, async (tx) => {
    const channel = await lockChannel(tx, merchantId, 'email')
    if (!channel?.pendingTarget) {
      throw new AppError('precondition_failed', 'No address is waiting for confirmation.')
    }
    const now = kernel.clock.now()
    if (channel.pendingSince && now.getTime() - channel.pendingSince.getTime() < PAUSE_MS) {
      throw new AppError('limit_exceeded', 'An email is on its way. Ask for another in a minute.')
    }
    await askForAddress(kernel, tx, { merchantId, address: channel.pendingTarget })
    await saveChannel(tx, merchantId, { ...channel, pendingSince: now })
    await kernel.live.publish(tx, merchantId, { type: 'deliveries' })
    return showNotifications(kernel, tx, merchantId)
  })
}
