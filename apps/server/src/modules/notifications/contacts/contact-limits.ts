import type { Tx } from '../../../database/app-database.ts'
import { AppError } from '../../../errors.ts'
import type { Kernel } from '../../../kernel.ts'
import { contactHash } from './contact-hash.ts'
import { countContact } from './queries.ts'

/** Of all kinds, from all merchants, to one mailbox. */
const MAILS_A_DAY = 200

/** Of tests and codes, to one address or number. */
const TESTS_A_DAY = 10

/** Counts a mail that is about to be sent; returns false when its mailbox has reached the daily limit. */
export async function takeMail(
  context: Pick<Kernel, 'clock' | 'config'>,
  tx: Tx,
  { key, channel }: { key: { channel: string }; channel: { target: string | null } },
): Promise<boolean> {
  if (key.channel !== 'email' || channel.target === null) return true
  const counted = { channel: 'every-email', target: channel.target } as const
  const hash = await contactHash(context.config, tx, counted)
  return countContact(tx, { contactHash: hash, now: context.clock.now(), most: MAILS_A_DAY })
}

/** Of links to sign in or confirm, which anybody can request. */
const LINKS_A_DAY = 10

/**
 * Counts a link that somebody requested; returns false when its mailbox has reached the daily limit of links.
 */
export async function mayMailLink(
  kernel: Pick<Kernel, 'clock' | 'config'>,
  tx: Tx,
  address: string,
): Promise<boolean> {
  const contact = { channel: 'link-email', target: address } as const
  const hash = await contactHash(kernel.config, tx, contact)
  return countContact(tx, { contactHash: hash, now: kernel.clock.now(), most: LINKS_A_DAY })
}

/**
 * Counts a test or a code to an address or a number, which may be anybody's, and refuses it above the daily
 * limit, however many accounts send there.
 */
export async function assertFewToOne(
  kernel: Pick<Kernel, 'clock' | 'config'>,
  tx: Tx,
  contact: { channel: 'email' | 'sms'; target: string },
): Promise<void> {
  const hash = await contactHash(kernel.config, tx, contact)
  if (await countContact(tx, { contactHash: hash, now: kernel.clock.now(), most: TESTS_A_DAY })) return
  const what = contact.channel === 'email' ? 'address' : 'number'
  throw new AppError(
    'limit_exceeded',
    `The daily limit of messages to this ${what} is reached. Try again tomorrow.`,
  )
}
