import { DAY_MS } from '@stockcast/contract'
import type { Config } from '../../../kernel/config/config.ts'
import type { Secrets } from '../../../kernel/config/secrets.ts'
import { readToken, signToken } from '../../../kernel/secrets/signed-token.ts'
import { mailContent } from '../../../providers/mail/mail-content.ts'
import type { Content } from '../messages/content.ts'
import { addressHash } from './contact-hash.ts'

const LINK_DAYS = 7

export const CONFIRM_SUBJECT = 'Confirm this address for stock alerts'

const PURPOSE = 'confirm-address'

/**
 * Writes the mail that asks the person at an address whether alerts may be sent there. It names the account
 * that asks, and contains nothing that a stranger has written.
 */
export function confirmAddressMail(
  config: Pick<Config, 'publicUrl' | 'secrets'>,
  asked: { merchantId: number; address: string; asker: string; now: Date },
): Content {
  const { merchantId, address, asker, now } = asked
  const until = new Date(now.getTime() + LINK_DAYS * DAY_MS)
  const token = confirmToken(config.secrets, { merchantId, address, until })
  return {
    channel: 'email',
    ...mailContent({
      subject: CONFIRM_SUBJECT,
      paragraphs: [
        `The Stockcast account ${asker} wants to send its stock alerts to this address.`,
        'Nothing is sent here until you confirm.',
      ],
      link: { label: 'Confirm this address', url: `${config.publicUrl}/confirm/${token}` },
      footnote: `The link works for ${LINK_DAYS} days. If you do not know the account, ignore this email.`,
    }),
  }
}

/**
 * Creates a token that names a merchant, an address and an expiry: `<merchant>.<hash of the
 * address>.<seconds>.<signature>`.
 */
export function confirmToken(
  secrets: Secrets,
  of: { merchantId: number; address: string; until: Date },
): string {
  const seconds = Math.floor(of.until.getTime() / 1000)
  return signToken(secrets, PURPOSE, `${of.merchantId}.${addressHash(of.address)}.${seconds}`)
}

/** Returns whose token it is; null when we did not make it. */
export function readConfirmToken(
  secrets: Secrets,
  token: string,
): { merchantId: number; until: Date; isFor(address: string): boolean } | null {
  const [merchant = '', hash = '', seconds = '', ...rest] = readToken(secrets, PURPOSE, token) ?? []
  if (rest.length > 0 || ![merchant, seconds].every((part) => /^\d{1,15}$/.test(part))) return null
  return {
    merchantId: Number(merchant),
    until: new Date(Number(seconds) * 1000),
    isFor: (address) => addressHash(address) === hash,
  }
}
