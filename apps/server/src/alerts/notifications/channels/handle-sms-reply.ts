import type { Tx } from '../../../kernel/database/app-database.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { notDelivered, ownWords, smsStatuses } from '../../../kernel/texts/delivery-texts.ts'
import { type DeliveryKey, getRecipient } from '../delivery.ts'
import { markLastSent } from '../delivery-queries.ts'
import { markNotificationsSent } from '../pending-queries.ts'
import { findSmsRecipient, lockSms, saveProviderStatus } from '../provider-queries.ts'
import type { Channel } from './channel.ts'
import { endConsent, listRecipientsOfPhone, removeStop, saveStop } from './consent-queries.ts'
import { contactHash } from './contact-hash.ts'
import { lockChannel, saveChannel } from './queries.ts'
import { closeChannel } from './switch-off.ts'

// https://help.twilio.com/articles/223134027
const STOP_WORDS = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']
const START_WORDS = ['START', 'YES', 'UNSTOP']

type Context = Pick<Kernel, 'clock' | 'config' | 'db' | 'live'>

/**
 * Handles STOP and START. STOP ends the consent of everybody with this number, in every shop, and applies to those who
 * enter it later; START only lets them agree again.
 */
export async function handleSmsReply(
  kernel: Context,
  reply: { from: string; body: string; optOutType: string | null },
): Promise<void> {
  const word = reply.optOutType ?? reply.body.trim().toUpperCase()
  const isStop = STOP_WORDS.includes(word)
  if (!isStop && !START_WORDS.includes(word)) return
  const { directory } = kernel.db
  const phoneHash = await contactHash(kernel.config, directory, { channel: 'sms', target: reply.from })
  if (isStop) await saveStop(directory, { phoneHash, at: kernel.clock.now() })
  else await removeStop(directory, phoneHash)
  for (const key of await listRecipientsOfPhone(directory, phoneHash)) {
    await (isStop ? stop(kernel, key, reply.from) : start(kernel, key, reply.from))
  }
}

interface Recipient {
  merchantId: number
  recipientId: number
}

async function stop(kernel: Context, { merchantId, recipientId }: Recipient, phone: string): Promise<void> {
  await kernel.db.withTenant(merchantId, async (tx) => {
    const channel = await lockChannel(tx, merchantId, 'sms', recipientId)
    if (channel?.target === phone) await stopMessages(kernel, tx, { merchantId, channel })
  })
}

/** Ends the consent to messages by SMS, and switches the channel off. */
export async function stopMessages(
  kernel: Pick<Kernel, 'clock' | 'live'>,
  tx: Tx,
  { merchantId, channel }: { merchantId: number; channel: Channel },
): Promise<void> {
  const at = kernel.clock.now()
  const said = ownWords('stopped')
  const recipientId = getRecipient(channel)
  await saveChannel(tx, merchantId, { ...channel, isOn: false, stoppedAt: at, offReason: said.words })
  await endConsent(tx, { merchantId, recipientId, by: 'stop', at })
  await closeChannel(tx, { merchantId, recipientId, channel: 'sms' }, said)
  await kernel.live.publish(tx, merchantId, { type: 'deliveries' })
}

async function start(kernel: Context, { merchantId, recipientId }: Recipient, phone: string): Promise<void> {
  await kernel.db.withTenant(merchantId, async (tx) => {
    const channel = await lockChannel(tx, merchantId, 'sms', recipientId)
    if (channel?.target !== phone || channel.stoppedAt === null) return
    await saveChannel(tx, merchantId, { ...channel, stoppedAt: null, offReason: null })
    await kernel.live.publish(tx, merchantId, { type: 'deliveries' })
  })
}

const LOST = ['failed', 'undelivered']

/** Stores what Twilio reports later about a message. It also ends a try whose answer never came. */
export async function saveSmsStatus(
  kernel: Pick<Kernel, 'clock' | 'db' | 'live'>,
  key: DeliveryKey & { providerId: string; giveUpAt: Date | null },
  reported: { status: string; errorCode: string | null },
): Promise<void> {
  const isLost = LOST.includes(reported.status)
  const said = isLost ? notDelivered(reported.errorCode) : smsStatuses[reported.status]
  if (said === undefined) return
  const at = kernel.clock.now()
  await kernel.db.withTenant(key.merchantId, async (tx) => {
    const recipientId = await findSmsRecipient(tx, key)
    if (recipientId === undefined) return
    await lockChannel(tx, key.merchantId, 'sms', recipientId)
    const sms = await lockSms(tx, key)
    if (!sms) return
    await saveProviderStatus(tx, key, { status: isLost ? 'failed' : 'sent', said, at })
    if (sms.isOpen && sms.lane === 'alerts' && !isLost) {
      await markNotificationsSent(tx, key)
      await markLastSent(tx, { merchantId: key.merchantId, recipientId, channel: 'sms' }, at)
    }
    await kernel.live.publish(tx, key.merchantId, { type: 'deliveries' })
  })
}
