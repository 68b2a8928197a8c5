import type { MerchantLife } from './merchant-life.ts'

/** Subjects of mails about changes of status, which can happen more than once. */
const changeOf = {
  'Your subscription is cancelled': 'cancelled',
  'Your trial has ended': 'expired',
  'Your subscription has ended': 'expired',
} as const

/**
 * Returns the subjects of mails that were sent too often. A mail about a cancellation or an end may be sent
 * once for each change to that status: a merchant may cancel, reactivate and cancel again. Any other mail
 * with the same text may be sent once.
 */
export function repeatedMails(mails: readonly Mail[], changes: MerchantLife['changes']): string[] {
  const sent = { cancelled: 0, expired: 0 }
  const seen = new Set<string>()
  return mails.flatMap(({ subject, text }) => {
    const change = isChange(subject) ? changeOf[subject] : null
    if (change !== null) return ++sent[change] > changes[change] ? [subject] : []
    const key = `${subject} ${text}`
    const isRepeated = seen.has(key)
    seen.add(key)
    return isRepeated ? [subject] : []
  })
}

interface Mail {
  subject: string
  text: string
}

function isChange(subject: string): subject is keyof typeof changeOf {
  return subject in changeOf
}
