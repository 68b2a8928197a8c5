import type { SentOrderMail } from '@stockcast/contract'

/** The state of a mail to a supplier, for lists. */
export const mailStatusWords: Record<SentOrderMail['status'], string> = {
  waiting: 'Mail is being sent',
  sent: 'Mail sent',
  failed: 'Mail not delivered',
  uncertain: 'Mail may not have gone',
}
