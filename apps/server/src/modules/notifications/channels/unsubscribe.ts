import type { Kernel } from '../../../kernel.ts'
import { closeChannel } from './close-channel.ts'
import { lockChannel, saveChannel } from './queries.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

/**
 * Ends mails about alerts to the address that the link was sent to, and clears it as switching the channel off does.
 * False for a link that is not ours; a link that was used before, or for an address that is gone, is fine.
 */
export async function unsubscribe(
  kernel: Pick<Kernel, 'config' | 'db' | 'live'>,
  token: string,
): Promise<boolean> {
  const read = readUnsubscribeToken(kernel.config.secrets, token)
  if (!read) return false
  const { merchantId } = read
  await kernel.db.withTenant(merchantId, async (tx) => {
    const channel = await lockChannel(tx, merchantId, 'email')
    if (!channel?.target || !read.isFor(channel.target)) return
    const offReason = 'Switched off by the unsubscribe link in a mail.'
    await saveChannel(tx, merchantId, { ...channel, isOn: false, target: null, offReason })
    await closeChannel(tx, { merchantId, channel: 'email' }, offReason)
    await kernel.live.publish(tx, merchantId, { type: 'deliveries' })
  })
  return true
}
