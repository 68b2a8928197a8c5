import type { Kernel } from '../../../kernel.ts'
import { lockChannel } from '../channels/queries.ts'
import { lockSms, markLastSent, saveProviderStatus } from '../deliveries/queries.ts'
import { markNotificationsSent } from '../pending/queries.ts'

const words: Readonly<Record<string, string>> = {
  queued: 'Accepted by Twilio',
  accepted: 'Accepted by Twilio',
  sending: 'Accepted by Twilio',
  sent: 'Accepted by the carrier',
  delivered: 'Delivered to the phone',
}
const LOST = ['failed', 'undelivered']

/** Stores what Twilio reports later about a message. It also ends a try whose answer never came. */
export async function saveSmsStatus(
  kernel: Pick<Kernel, 'clock' | 'db' | 'live'>,
  key: { merchantId: number; deliveryId: number; providerId: string; giveUpAt: Date | null },
  reported: { status: string; errorCode: string | null },
): Promise<void> {
  const isLost = LOST.includes(reported.status)
  const said = isLost
    ? `Twilio could not deliver it${reported.errorCode ? ` (${reported.errorCode})` : ''}`
    : words[reported.status]
  if (said === undefined) return
  const at = kernel.clock.now()
  await kernel.db.withTenant(key.merchantId, async (tx) => {
    await lockChannel(tx, key.merchantId, 'sms')
    const sms = await lockSms(tx, key)
    if (!sms) return
    await saveProviderStatus(tx, key, { status: isLost ? 'failed' : 'sent', words: said, at })
    if (sms.isOpen && sms.lane === 'alerts' && !isLost) {
      await markNotificationsSent(tx, key)
      await markLastSent(tx, { merchantId: key.merchantId, channel: 'sms' }, at)
    }
    await kernel.live.publish(tx, key.merchantId, { type: 'deliveries' })
  })
}
