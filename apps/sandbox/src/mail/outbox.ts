import { Journal } from '../storage/journal.ts'

export interface Mail {
  id: number
  /** ISO 8601, by the sandbox's clock. */
  at: string
  from: string
  to: string[]
  subject: string
  text: string
  html: string | null
}

const MOST_KEPT = 1000

/** The last 1,000 mails, newest first. */
export class Outbox {
  private mails: Mail[]
  private written: number
  private readonly journal: Journal<Mail>

  constructor(path: string) {
    this.journal = new Journal(path)
    this.mails = this.journal.entries.slice(-MOST_KEPT)
    this.written = this.journal.entries.length
  }

  add(mail: Omit<Mail, 'id'>): Mail {
    const added = { id: (this.mails.at(-1)?.id ?? 0) + 1, ...mail }
    this.journal.append(added)
    this.written++
    this.mails = [...this.mails, added].slice(-MOST_KEPT)
    if (this.written >= 2 * MOST_KEPT) {
      this.journal.replaceWith(this.mails)
      this.written = this.mails.length
    }
    return added
  }

  /** Mails to an address, upper and lower case alike; all without one. */
  list(to?: string): Mail[] {
    const wanted = to?.trim().toLowerCase()
    const mails = wanted
      ? this.mails.filter((mail) => mail.to.some((each) => each.toLowerCase() === wanted))
      : this.mails
    return mails.toReversed()
  }
}
