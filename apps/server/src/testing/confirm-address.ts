import { DAY_MS } from '@stockcast/contract'
import { confirmAddress } from '../alerts/notifications/channels/confirm-address.ts'
import { confirmToken } from '../alerts/notifications/channels/confirm-address-mail.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** Follows the link that was mailed to the address waiting for confirmation; does nothing when none waits. */
export async function confirmPendingAddress(
  kernel: Pick<Kernel, 'clock' | 'config' | 'db' | 'live'>,
  merchantId: number,
): Promise<void> {
  const channel = await kernel.db.withTenant(merchantId, (tx) =>
    tx
      .selectFrom('notification_channels')
      .select('pending_target')
      .where('merchant_id', '=', merchantId)
      .where('channel', '=', 'email')
      .executeTakeFirst(),
  )
  const address = channel?.pending_target
  if (!address) return
  const until = new Date(kernel.clock.now().getTime() + DAY_MS)
  const token = confirmToken(kernel.config.secrets, { merchantId, address, until })
  const found = await confirmAddress(kernel, token)
  if (found !== 'confirmed') throw new Error(`${address} is not confirmed: ${found}`)
}
