import { randomUUID } from 'node:crypto'
import type { Tx } from '../../database/app-database.ts'
import { type MailContent, sendMail } from '../../integrations/mail/index.ts'
import type { Kernel } from '../../kernel.ts'
import { isVisitor } from '../../visitor-email.ts'

/** Hands a mail to the queue; demo users have no mailbox and get none. */
export async function queueMail(
  kernel: Pick<Kernel, 'jobs'>,
  to: string,
  content: MailContent,
): Promise<void> {
  if (isVisitor(to)) return
  await kernel.jobs.send(sendMail, { id: randomUUID(), to, ...content })
}

/** The same inside a transaction: without its commit there is no mail. */
export async function sendAccountMail(
  kernel: Pick<Kernel, 'jobs'>,
  tx: Tx,
  to: string,
  content: MailContent,
): Promise<void> {
  await kernel.jobs.send(sendMail, { id: randomUUID(), to, ...content }, { tx })
}
