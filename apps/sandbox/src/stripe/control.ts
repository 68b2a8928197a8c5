import type Stripe from 'stripe'
import { detach, payingMethodOfCustomer } from './billing/payment-methods.ts'
import { find, findCustomer } from './billing/records.ts'
import { HOUR_S } from './billing-calendar.ts'
import type { Books } from './books.ts'
import type { CardForm } from './cards.ts'
import { completeSession, type Outcome, type Submission } from './checkout/complete-session.ts'
import { expireSession } from './checkout/expire-session.ts'
import { type CustomerView, customerView } from './customer-view.ts'
import type { ChargeSwitch, KeptEvent } from './ledger.ts'
import { idOf } from './objects/wire.ts'
import { cancelAtPeriodEnd, keepGoing } from './portal/cancel-at-period-end.ts'
import { type Payment, payOnPage } from './portal/pay-on-page.ts'
import { type Confirmation, replaceCard, type Saved } from './portal/replace-card.ts'

/** A portal's address is good for so long. */
const PORTAL_S = HOUR_S

/**
 * What people do at Stripe's own pages and in its dashboard, and what tests and the console ask about. Each throws a
 * Refusal when the thing that it is about does not exist.
 */
export class StripeControl {
  private readonly books: Books

  constructor(books: Books) {
    this.books = books
  }

  completeCheckout(session: string, submission: Submission): Outcome {
    return this.books.action(() => completeSession(this.books, session, submission))
  }

  /** As if a day had gone by: the buyer never comes back. False when the session is not open. */
  abandonCheckout(id: string): boolean {
    return this.books.action(() => {
      const session = find(this.books, 'session', id)
      if (session.status !== 'open') return false
      expireSession(this.books, session)
      return true
    })
  }

  session(id: string): Stripe.Checkout.Session {
    return this.read(() => find(this.books, 'session', id))
  }

  subscription(id: string): Stripe.Subscription {
    return this.read(() => find(this.books, 'subscription', id))
  }

  invoice(id: string): Stripe.Invoice {
    return this.read(() => find(this.books, 'invoice', id))
  }

  /** The card that the customer pays with. */
  usualCard(customer: string): Stripe.PaymentMethod | null {
    return this.read(() => payingMethodOfCustomer(this.books, findCustomer(this.books, customer)))
  }

  /** Null when it is over: portals are short-lived. */
  portal(id: string): { session: Stripe.BillingPortal.Session; customer: CustomerView } | null {
    return this.read(() => {
      const session = find(this.books, 'portal_session', id)
      const isOver = session.created + PORTAL_S <= this.books.now()
      return isOver ? null : { session, customer: this.customer(idOf(session.customer)!) }
    })
  }

  customer(id: string): CustomerView {
    return this.read(() => customerView(this.books, findCustomer(this.books, id)))
  }

  /** Newest first; those of an e-mail address when one is given. */
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

  declineCharges(customer: string, declines: ChargeSwitch | 'none'): void {
    this.books.action(() => {
      const { id } = findCustomer(this.books, customer)
      if (declines === 'none') this.books.ledger.remove('charge_switch', id)
      else this.books.ledger.put('charge_switch', id, declines)
    })
  }

  cancelInPortal(subscription: string): Stripe.Subscription {
    return this.books.action(() =>
      cancelAtPeriodEnd(this.books, find(this.books, 'subscription', subscription)),
    )
  }

  renewInPortal(subscription: string): Stripe.Subscription {
    return this.books.action(() => keepGoing(this.books, find(this.books, 'subscription', subscription)))
  }

  replaceCard(customer: string, form: CardForm, confirmation: Confirmation): Saved {
    return this.books.action(() =>
      replaceCard(this.books, findCustomer(this.books, customer), form, confirmation),
    )
  }

  detachCard(paymentMethod: string): void {
    this.books.action(() => detach(this.books, paymentMethod))
  }

  /** Without a form, with the card on file. */
  payInvoice(invoice: string, form: CardForm | null, confirmation: Confirmation): Payment {
    return this.books.action(() => payOnPage(this.books, invoice, form, confirmation))
  }

  /** All that are on record, oldest first. */
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
