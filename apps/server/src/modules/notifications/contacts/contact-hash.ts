import type { Config } from '../../../config.ts'
import type { AppDatabase } from '../../../database/app-database.ts'
import { plainAddress } from '../../../integrations/mail/index.ts'
import { keyedHash } from '../../../secrets/keyed-hash.ts'

/** What is counted for a mailbox: tests and questions, every mail, or links that anybody can ask for. */
type MailCount = 'email' | 'every-email' | 'link-email'

/** Names a mailbox or a phone in the tables that all merchants share. */
export function contactHash(
  { secrets }: Pick<Config, 'secrets'>,
  db: AppDatabase['directory'],
  contact: { channel: 'sms' | MailCount; target: string },
): Promise<string> {
  const { channel, target } = contact
  const name = channel === 'sms' ? target : plainAddress(target)
  return keyedHash(db, secrets, { purpose: 'contact', name: `${channel}:${name}` })
}
