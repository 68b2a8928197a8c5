import type { MailContent } from '../../../integrations/mail/index.ts'
import type { Kernel } from '../../../kernel.ts'
import { isVisitor } from '../../../visitor-email.ts'
import { ensureMerchant } from '../../merchants/index.ts'
import { mayMailLink, queueMail } from '../../notifications/index.ts'
import { LINK_SECONDS } from './account-mails.ts'

export type MailKernel = Pick<Kernel, 'clock' | 'config' | 'db' | 'jobs' | 'live' | 'log'>

export interface MailedUser {
  id: string
  email: string
}

/** Mails a link that signs in or confirms. Once it has expired the mail is not sent any more. */
export async function sendLink(kernel: MailKernel, user: MailedUser, content: MailContent): Promise<void> {
  if (isVisitor(user.email)) return
  const merchantId = await ensureMerchant(kernel, user)
  const usefulUntil = new Date(kernel.clock.now().getTime() + LINK_SECONDS * 1000)
  await kernel.db.withTenant(merchantId, async (tx) => {
    // Anybody may ask for these, so the answer is the same; the mailbox is spared.
    if (await mayMailLink(kernel, tx, user.email)) {
      return queueMail(kernel, tx, { merchantId, kind: 'account', content, usefulUntil })
    }
    kernel.log.warn({ merchantId }, 'enough links were mailed to this address today')
  })
}
