import type { Config } from '../../../kernel/config/config.ts'
import type { Secrets } from '../../../kernel/config/secrets.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { readToken, signToken } from '../../../kernel/secrets/signed-token.ts'
import { ownWords } from '../../../kernel/texts/delivery-texts.ts'
import { addressHash } from './contact-hash.ts'
import { listChannels, lockChannel, saveChannel } from './queries.ts'
import { closeChannel } from './switch-off.ts'

const PURPOSE = 'unsubscribe-link'

/**
 * Ends mails about alerts to the address that received the link: switches the channel off and removes the
 * address. Returns false for a link that is not ours. A link that was used before, or for an address that is
 * gone, succeeds.
 */
export async function unsubscribe(
  kernel: Pick<Kernel, 'config' | 'db' | 'live'>,
  token: string,
): Promise<boolean> {
  const read = readUnsubscribeToken(kernel.config.secrets, token)
  if (!read) return false
  const { merchantId } = read
  await kernel.db.withTenant(merchantId, async (tx) => {
    const said = ownWords('unsubscribed')
    for (const { recipientId } of await listChannels(tx, { merchantId })) {
      const channel = await lockChannel(tx, merchantId, 'email', recipientId)
      if (!channel?.target || !read.isFor(channel.target)) continue
      await saveChannel(tx, merchantId, { ...channel, isOn: false, target: null, offReason: said.words })
      await closeChannel(tx, { merchantId, recipientId, channel: 'email' }, said)
    }
    await kernel.live.publish(tx, merchantId, { type: 'deliveries' })
  })
  return true
}

/** Returns the link that ends mails about alerts to an address. */
export function unsubscribeUrl(
  { publicUrl, secrets }: Pick<Config, 'publicUrl' | 'secrets'>,
  of: { merchantId: number; address: string },
): string {
  return `${publicUrl}/u/${unsubscribeToken(secrets, of)}`
}

/**
 * Creates a token that names only the recipient and never expires, so a link in an old mail still works.
 * Form: `<merchant>.<hash of the address>.<signature>`.
 */
export function unsubscribeToken(secrets: Secrets, of: { merchantId: number; address: string }): string {
  return signToken(secrets, PURPOSE, `${of.merchantId}.${addressHash(of.address)}`)
}

/** Returns whose token it is; null when we did not make it. */
export function readUnsubscribeToken(
  secrets: Secrets,
  token: string,
): { merchantId: number; isFor(address: string): boolean } | null {
  const [merchant = '', hash = '', ...rest] = readToken(secrets, PURPOSE, token) ?? []
  if (rest.length > 0 || !/^\d{1,15}$/.test(merchant)) return null
  return { merchantId: Number(merchant), isFor: (address) => addressHash(address) === hash }
}
