import { channels } from '@stockcast/contract'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { findShopFacts } from '../../../kernel/shop-facts/queries.ts'
import type { Said } from '../../../kernel/texts/delivery-texts.ts'
import { mailContent } from '../../../providers/mail/mail-content.ts'
import { type ChannelKey, getRecipient } from '../delivery.ts'
import { closeOpen } from '../delivery-queries.ts'
import { leaveOut } from '../pending-queries.ts'
import { queueMail } from '../queue-mail.ts'
import { findOwnAddress, lockChannel, saveChannel } from './queries.ts'

/**
 * Switches the channel off because nothing can be sent there any more, and shows the reason in the settings.
 * Sends a mail too, because a merchant who waits for alerts does not look at the settings.
 */
export async function switchOff(
  kernel: Pick<Kernel, 'clock' | 'config' | 'jobs' | 'live'>,
  tx: Tx,
  key: ChannelKey,
  args: { said: Said; isNotifiedByMail: boolean },
): Promise<void> {
  const { merchantId } = key
  const channel = await lockChannel(tx, merchantId, key.channel, getRecipient(key))
  const shop = await findShopFacts(tx, merchantId)
  if (!channel || !shop) return
  await saveChannel(tx, merchantId, { ...channel, isOn: false, offReason: args.said.words })
  await closeChannel(tx, key, args.said)
  // No mail goes to the address that was just refused.
  const to = await findOwnAddress(tx, key)
  if (!args.isNotifiedByMail || to === undefined || channel.target === to.email) return
  const name = channels[key.channel].label
  const content = mailContent({
    subject: `Alerts by ${name} are switched off`,
    shop: shop.shopName,
    paragraphs: [
      `Stockcast can no longer send alerts by ${name}, and has switched them off.`,
      `${args.said.words}.`,
      'Alerts are still shown in Stockcast, and sent on your other channels.',
    ],
    link: {
      label: 'Open notification settings',
      url: `${kernel.config.publicUrl}/settings?tab=notifications`,
    },
  })
  await queueMail(kernel, tx, { merchantId, kind: 'account', content, to: to.email })
}

/** Ends messages about alerts on this channel: closes open ones and leaves out waiting ones. */
export async function closeChannel(tx: Tx, key: ChannelKey, said: Said): Promise<void> {
  const reason = said.words
  for (const deliveryId of await closeOpen(tx, key, said)) await leaveOut(tx, key, { reason, deliveryId })
  await leaveOut(tx, key, { reason, deliveryId: null })
}
