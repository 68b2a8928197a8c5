import type { SentOrderMail } from '@stockcast/contract'

/** The state of a mail to a supplier, for lists. */
export const mailStatusWords: Record<SentOrderMail['status'], string> = {
  waiting: 'Email is being sent',
  sent: 'Email sent',
  failed: 'Email not delivered',
  uncertain: 'Email may not have been sent',
}
