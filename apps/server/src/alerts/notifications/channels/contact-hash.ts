import { createHmac } from 'node:crypto'
import type { Config } from '../../../kernel/config/config.ts'
import type { AppDatabase } from '../../../kernel/database/app-database.ts'
import { keyedHash } from '../../../kernel/secrets/keyed-hash.ts'
import { plainAddress } from '../../../providers/mail/plain-address.ts'

/**
 * What is counted for a mailbox: tests and confirmation mails, every mail, links that anybody can request, or orders.
 */
type MailCount = 'email' | 'every-email' | 'link-email' | 'order-email'

export interface Contact {
  channel: 'sms' | MailCount
  target: string
}

const HASH_BYTES = 12

/** Identifies a mailbox or a phone in the tables that all merchants share. */
export function contactHash(
  { secrets }: Pick<Config, 'secrets'>,
  db: AppDatabase['directory'],
  contact: Contact,
): Promise<string> {
  const { channel, target } = contact
  const name = channel === 'sms' ? target : plainAddress(target)
  return keyedHash(db, secrets, { purpose: 'contact', name: `${channel}:${name}` })
}

/** Represents an address in a signed link, regardless of upper and lower case. */
export function addressHash(address: string): string {
  return createHmac('sha256', 'address')
    .update(address.toLowerCase())
    .digest()
    .subarray(0, HASH_BYTES)
    .toString('base64url')
}
