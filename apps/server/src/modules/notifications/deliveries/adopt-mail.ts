import type { MailContent } from '../../../integrations/mail/index.ts'
import type { Kernel } from '../../../kernel.ts'
import { findMerchantOfEmail } from '../channels/queries.ts'
import { queueMail } from './queue-mail.ts'

/** How long the links in mails work. */
const LINK_MS = 60 * 60_000

/** Moves a mail that an earlier version of the program queued to the outbox. */
export async function adoptQueuedMail(
  kernel: Pick<Kernel, 'clock' | 'config' | 'db' | 'jobs' | 'live' | 'log'>,
  { id, to, ...content }: MailContent & { id: string; to: string },
): Promise<void> {
  const merchantId = await findMerchantOfEmail(kernel.db.directory, to)
  if (merchantId === undefined) return kernel.log.warn({ mailId: id }, 'a mail to nobody we know is dropped')
  const links = content.text.includes('token=')
    ? { usefulUntil: new Date(kernel.clock.now().getTime() + LINK_MS) }
    : {}
  await kernel.db.withTenant(merchantId, (tx) =>
    queueMail(kernel, tx, { merchantId, kind: 'account', content, messageKey: id, ...links }),
  )
}
