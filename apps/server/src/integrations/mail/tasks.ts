import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { defineTask, handleTask, type Task } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { createMailer, type Mailer } from './mailer.ts'

export const sendMail = defineTask({
  name: 'send-mail',
  data: z.object({
    id: z.uuid(),
    to: z.email(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
  }),
  retryLimit: 6,
  retryDelaySeconds: 5,
  concurrency: 4,
})

/** Nobody waits for a mail server: mails are sent by the worker, again and again while the refusal is temporary. */
export function createMailTasks(
  kernel: Pick<Kernel, 'config' | 'clock' | 'log'>,
  mailer: Mailer = createMailer(kernel.config.mail),
): Task[] {
  return [
    handleTask(sendMail, async (mail) => {
      try {
        await mailer.send(mail, kernel.clock.now())
      } catch (error) {
        if (error instanceof AppError && error.retryable) throw error
        kernel.log.warn({ err: error, mailId: mail.id }, 'mail refused for good')
      }
    }),
  ]
}
