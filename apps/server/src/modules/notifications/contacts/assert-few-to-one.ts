import type { Tx } from '../../../database/app-database.ts'
import { AppError } from '../../../errors.ts'
import type { Kernel } from '../../../kernel.ts'
import { contactHash } from './contact-hash.ts'
import { countContact } from './queries.ts'

const MOST_A_DAY = 10

/**
 * Counts a test or a code to an address or a number, which may be anybody's, and refuses when a day had enough of them,
 * from however many accounts.
 */
export async function assertFewToOne(
  kernel: Pick<Kernel, 'clock' | 'config'>,
  tx: Tx,
  contact: { channel: 'email' | 'sms'; target: string },
): Promise<void> {
  const hash = await contactHash(kernel.config, tx, contact)
  if (await countContact(tx, { contactHash: hash, now: kernel.clock.now(), most: MOST_A_DAY })) return
  const what = contact.channel === 'email' ? 'address' : 'number'
  throw new AppError('limit_exceeded', `Enough was sent to this ${what} today. Try again tomorrow.`)
}
