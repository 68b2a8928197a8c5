import { find } from './billing/records.ts'
import { completeSession, type Outcome, type Submission } from './checkout/complete-session.ts'
import { expireSession } from './checkout/expire-session.ts'
import type { Books } from './stand-in.ts'

/** What people do at Stripe's own pages, and what tests and the console ask about. */
export class StripeControl {
  private readonly books: Books

  constructor(books: Books) {
    this.books = books
  }

  /** Throws a Refusal when there is no such session. */
  completeCheckout(session: string, submission: Submission): Outcome {
    return this.books.act(() => completeSession(this.books, session, submission))
  }

  /** As if a day had gone by: the buyer never comes back. False when the session is not open. */
  abandonCheckout(id: string): boolean {
    return this.books.act(() => {
      const session = find(this.books, 'session', id)
      if (session.status !== 'open') return false
      expireSession(this.books, session)
      return true
    })
  }
}
