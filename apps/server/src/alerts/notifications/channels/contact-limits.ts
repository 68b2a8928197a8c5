import type { Tx } from '../../../kernel/database/app-database.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { take } from '../../../kernel/limits/queries.ts'
import { type Rule, rules } from '../../../kernel/limits/rules.ts'
import { type Contact, contactHash } from './contact-hash.ts'

type LimitContext = Pick<Kernel, 'clock' | 'config'>

/** Counts a mail that is about to be sent; returns false when its mailbox has reached the daily limit. */
export async function takeMail(
  context: LimitContext,
  tx: Tx,
  { key, channel }: { key: { channel: string }; channel: { target: string | null } },
): Promise<boolean> {
  if (key.channel !== 'email' || channel.target === null) return true
  return takeContact(context, tx, { channel: 'every-email', target: channel.target }, rules.mail)
}

/**
 * Counts a link that somebody requested; returns false when its mailbox has reached the daily limit of links.
 */
export async function mayMailLink(context: LimitContext, tx: Tx, address: string): Promise<boolean> {
  return takeContact(context, tx, { channel: 'link-email', target: address }, rules.link_mail)
}

/**
 * Counts a test or a code to an address or a number, which may be anybody's, and refuses it above the daily
 * limit, however many accounts send there.
 */
export async function assertFewToOne(
  context: LimitContext,
  tx: Tx,
  contact: { channel: 'email' | 'sms'; target: string },
): Promise<void> {
  if (await takeContact(context, tx, contact, rules.contact)) return
  const what = contact.channel === 'email' ? 'address' : 'number'
  throw new AppError(
    'limit_exceeded',
    `The daily limit of messages to this ${what} is reached. Try again tomorrow.`,
  )
}

async function takeContact(
  { clock, config }: LimitContext,
  tx: Tx,
  contact: Contact,
  rule: Rule,
): Promise<boolean> {
  const key = await contactHash(config, tx, contact)
  const { isTaken } = await take(tx, { key, rule, at: clock.now() })
  return isTaken
}
