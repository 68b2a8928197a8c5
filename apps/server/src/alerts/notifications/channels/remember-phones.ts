import { MINUTE_MS } from '@stockcast/contract'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { clearDue, takeDue } from '../../../kernel/due/queries.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { contactHash } from './contact-hash.ts'
import { findStop } from './contact-queries.ts'
import { stopMessages } from './handle-sms-reply.ts'
import { lockChannel, savePhone } from './queries.ts'

/** So few that the messages of the same minute do not wait long. */
const MOST_AT_ONCE = 200
const LEASE_MS = 15 * MINUTE_MS

type Context = Pick<Kernel, 'clock' | 'config' | 'db' | 'live'>

/**
 * Stores the hashes of phone numbers that were saved by a version without them, for some merchants in each call. A
 * STOP that arrived before then applies too.
 */
export async function rememberPhones(kernel: Context): Promise<void> {
  const now = kernel.clock.now()
  const againAt = new Date(now.getTime() + LEASE_MS)
  const { work } = await kernel.db.inDirectory((tx) =>
    takeDue(tx, { kind: 'phone', now, againAt, limit: MOST_AT_ONCE }),
  )
  for (const { merchantId } of work) {
    await kernel.db.withTenant(merchantId, (tx) => rememberPhone(kernel, tx, merchantId))
  }
}

async function rememberPhone(kernel: Context, tx: Tx, merchantId: number): Promise<void> {
  const channel = await lockChannel(tx, merchantId, 'sms')
  if (channel?.target) {
    const { target } = channel
    const phoneHash = await contactHash(kernel.config, tx, { channel: 'sms', target })
    const stoppedAt = await findStop(tx, phoneHash)
    await savePhone(tx, merchantId, phoneHash)
    if (stoppedAt && !channel.stoppedAt) await stopMessages(kernel, tx, { merchantId, channel })
  }
  await clearDue(tx, { kind: 'phone', merchantId })
}
