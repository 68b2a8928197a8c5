import type { Config } from '../../../config.ts'
import { plainAddress } from '../../../integrations/mail/index.ts'
import { keyedHash } from '../../../secrets/keyed-hash.ts'

/** Names a mailbox or a phone outside the wall between merchants. */
export function contactHash(
  config: Pick<Config, 'secret'>,
  contact: { channel: 'email' | 'sms'; target: string },
): string {
  const { channel, target } = contact
  const name = channel === 'email' ? plainAddress(target) : target
  return keyedHash(config.secret, { purpose: 'contact', name: `${channel}:${name}` })
}
