export { type MailContent, mailContent } from './mail-content.ts'
export { createMailTasks, sendMail } from './tasks.ts'
