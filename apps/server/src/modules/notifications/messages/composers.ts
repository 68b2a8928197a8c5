import type { Composers } from './content.ts'
import { mailMessage } from './mail-message.ts'
import { slackMessage } from './slack-message.ts'
import { smsMessage } from './sms-message.ts'

export const composers: Composers = { slack: slackMessage, email: mailMessage, sms: smsMessage }
