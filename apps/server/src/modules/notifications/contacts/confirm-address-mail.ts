import type { Config } from '../../../config.ts'
import { mailContent } from '../../../integrations/mail/index.ts'
import type { Content } from '../messages/content.ts'
import { confirmToken } from './confirm-token.ts'

const DAY_MS = 86_400_000
const LINK_DAYS = 7

export const CONFIRM_SUBJECT = 'Confirm this address for stock alerts'

/** Asks the person at an address whether alerts may come. It says who asks, and nothing that a stranger has written. */
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
        `The Stockcast account ${asker} asks to send its stock alerts to this address.`,
        'Nothing is sent here until you confirm.',
      ],
      link: { label: 'Confirm this address', url: `${config.publicUrl}/confirm/${token}` },
      footnote: `The link works for ${LINK_DAYS} days. If you do not know the account, ignore this mail.`,
    }),
  }
}
