import { KeptEntries } from '../storage/kept-entries.ts'

export interface Mail {
  id: number
  /** ISO 8601, by the sandbox's clock. */
  at: string
  from: string
  to: string[]
  subject: string
  text: string
  html: string | null
  messageId: string | null
  /** The header List-Unsubscribe, unchanged. */
  unsubscribe: string | null
  /** How often the mail arrived: mailboxes show one mail for each Message-ID. */
  copies: number
}

/** Stores the mails that a mailbox would show, newest first. */
export class Outbox {
  private readonly mails: KeptEntries<Mail>

  constructor(path: string) {
    this.mails = new KeptEntries(path)
  }

  add(mail: Omit<Mail, 'id' | 'copies'>): Mail {
    const known = mail.messageId === null ? undefined : this.list().find((each) => isSame(each, mail))
    return known
      ? this.mails.put({ ...known, copies: known.copies + 1 })
      : this.mails.add({ ...mail, copies: 1 })
  }

  /** Returns the mails to an address, whatever its letter case; without an address all mails. */
  list(to?: string): Mail[] {
    const wanted = to?.trim().toLowerCase()
    const mails = this.mails.list()
    return wanted ? mails.filter((mail) => mail.to.some((each) => each.toLowerCase() === wanted)) : mails
  }
}

function isSame(a: Omit<Mail, 'id' | 'copies'>, b: Omit<Mail, 'id' | 'copies'>): boolean {
  return a.messageId === b.messageId && a.to.join() === b.to.join()
}
