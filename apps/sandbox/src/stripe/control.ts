import type Stripe from 'stripe'
import { completeSession, expireSession, type Outcome } from './billing/complete-session.ts'
import { payingMethodOfCustomer, replaceCard } from './billing/payment-methods.ts'
import { find, findCustomer } from './billing/records.ts'
import { cancelInPortal, renewInPortal } from './billing/subscriptions.ts'
import type { Books } from './books.ts'
import type { CardForm, Decline } from './cards.ts'
import { type CustomerView, customerView } from './customer-view.ts'
import type { KeptEvent } from './ledger.ts'
import { getId } from './objects/wire.ts'

/**
 * What people do on Stripe's own pages, and what tests and the console ask about. Each method throws a Refusal if the
 * object does not exist.
 */
export class StripeControl {
  private readonly books: Books

  constructor(books: Books) {
    this.books = books
  }

  /** Without a form, with the saved card. */
  completeCheckout(session: string, form: CardForm | null): Outcome {
    return this.books.action(() => completeSession(this.books, session, form))
  }

  /** Expires an open session, as a day after it was created. */
  abandonCheckout(id: string): void {
    this.books.action(() => expireSession(this.books, find(this.books, 'session', id)))
  }

  session(id: string): Stripe.Checkout.Session {
    return this.read(() => find(this.books, 'session', id))
  }

  invoice(id: string): Stripe.Invoice {
    return this.read(() => find(this.books, 'invoice', id))
  }

  /** Returns the card that the customer pays with. */
  usualCard(customer: string): Stripe.PaymentMethod | null {
    return this.read(() => payingMethodOfCustomer(this.books, findCustomer(this.books, customer)))
  }

  portal(id: string): { session: Stripe.BillingPortal.Session; customer: CustomerView } {
    return this.read(() => {
      const session = find(this.books, 'portal_session', id)
      const customer = findCustomer(this.books, getId(session.customer)!)
      return { session, customer: customerView(this.books, customer) }
    })
  }

  /** Returns customers, the newest first; those of an e-mail address if it is given. */
  customers(email?: string): CustomerView[] {
    return this.read(() =>
      this.books.ledger
        .all('customer')
        .filter((each): each is Stripe.Customer => !each.deleted)
        .filter((each) => email === undefined || each.email?.toLowerCase() === email.toLowerCase())
        .map((each) => customerView(this.books, each))
        .reverse(),
    )
  }

  cancelInPortal(subscription: string): Stripe.Subscription {
    return this.books.action(() => cancelInPortal(this.books, find(this.books, 'subscription', subscription)))
  }

  renewInPortal(subscription: string): Stripe.Subscription {
    return this.books.action(() => renewInPortal(this.books, find(this.books, 'subscription', subscription)))
  }

  /** Returns why the card was refused, or null. */
  replaceCard(customer: string, form: CardForm): Decline | null {
    return this.books.action(() => replaceCard(this.books, customer, form))
  }

  /** Returns all stored events, the oldest first. */
  events(): KeptEvent[] {
    return this.books.ledger.all('event')
  }

  markDelivered(eventId: string): void {
    this.books.markDelivered(eventId)
  }

  private read<Result>(look: () => Result): Result {
    this.books.catchUp()
    return look()
  }
}
