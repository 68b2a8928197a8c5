export { attemptMail } from './attempt-mail.ts'
export { type MailContent, mailContent } from './mail-content.ts'
export { createMailer, type MailAttachment } from './mailer.ts'
export { plainAddress } from './plain-address.ts'
