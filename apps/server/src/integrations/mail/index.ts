export { attemptMail } from './attempt-mail.ts'
export { type MailContent, mailContent } from './mail-content.ts'
export { createMailer, type Mailer } from './mailer.ts'
export { createMailTasks, sendMail } from './tasks.ts'
