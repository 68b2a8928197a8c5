import { HOUR_MS } from '@stockcast/contract'
import { z } from 'zod'
import { defineTask } from '../../../kernel/jobs/task.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { MailContent } from '../../../providers/mail/index.ts'
import { findMerchantOfEmail } from '../channels/queries.ts'
import { queueMail } from '../queue-mail.ts'

/** How long links in mails work. */
const LINK_MS = HOUR_MS

/** Moves mails that an earlier version queued to the outbox. */
export const sendMailTask = defineTask({
  name: 'send-mail',
  data: z.object({ id: z.uuid(), to: z.email(), subject: z.string(), text: z.string(), html: z.string() }),
  owner: ({ to }) => to,
  retryLimit: 12,
})

export async function sendMail(
  kernel: Pick<Kernel, 'clock' | 'config' | 'db' | 'jobs' | 'live' | 'log'>,
  { id, to, ...content }: MailContent & { id: string; to: string },
): Promise<void> {
  const merchantId = await findMerchantOfEmail(kernel.db.directory, to)
  if (merchantId === undefined) return kernel.log.warn({ mailId: id }, 'mail to an unknown address dropped')
  const links = content.text.includes('token=')
    ? { usefulUntil: new Date(kernel.clock.now().getTime() + LINK_MS) }
    : {}
  await kernel.db.withTenant(merchantId, (tx) =>
    queueMail(kernel, tx, { merchantId, kind: 'account', content, messageKey: id, ...links }),
  )
}
