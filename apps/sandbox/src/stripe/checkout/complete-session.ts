import type Stripe from 'stripe'
import { createSubscription } from '../billing/create-subscription.ts'
import { clearSwitch } from '../billing/pay-invoice.ts'
import { payingMethodOfCustomer, saveCard } from '../billing/payment-methods.ts'
import { change, find, findCustomer } from '../billing/records.ts'
import {
  authenticationDenied,
  type CardForm,
  type Decline,
  isDecline,
  readCard,
  type TestCard,
} from '../cards.ts'
import type { Context } from '../context.ts'
import { newId } from '../new-id.ts'
import { newCustomer } from '../objects/customer.ts'
import { declineError } from '../objects/payment.ts'
import { idOf } from '../objects/wire.ts'
import { CardRefusal } from '../refusal.ts'

export interface Submission {
  /** Null: the card that the customer has saved. */
  card: CardForm | null
  email: string | null
  name: string | null
  /** What the buyer said to the question of the bank; null when it was not asked yet. */
  confirmation: 'confirmed' | 'denied' | null
}

export type Outcome =
  | { kind: 'complete'; session: Stripe.Checkout.Session }
  | { kind: 'declined'; decline: Decline }
  | { kind: 'asks_confirmation' }
  | { kind: 'not_open'; status: Stripe.Checkout.Session.Status }

const nothingSaved: Decline = { code: 'parameter_missing', declineCode: null, message: 'Enter a card.' }

/** Completes a session, as the button on the hosted page does. */
export function completeSession(context: Context, id: string, submission: Submission): Outcome {
  const session = find(context, 'session', id)
  if (session.status !== 'open') return { kind: 'not_open', status: session.status! }
  const read = readSubmission(context, session, submission)
  if ('code' in read) return decline(context, session, read)
  if (asksConfirmation(read) && submission.confirmation === null) return { kind: 'asks_confirmation' }
  if (submission.confirmation === 'denied') return decline(context, session, authenticationDenied)
  return session.mode === 'setup'
    ? completeSetup(context, session, submission, read)
    : completeSale(context, session, submission, read)
}

interface Chosen {
  card: TestCard
  /** Null: a new one. */
  saved: Stripe.PaymentMethod | null
}

function asksConfirmation({ card, saved }: Chosen): boolean {
  return card.authentication === 'always' || (card.authentication === 'setup' && saved === null)
}

function readSubmission(
  context: Context,
  session: Stripe.Checkout.Session,
  { card }: Submission,
): Chosen | Decline {
  if (card) {
    const read = readCard(card, context.now())
    return isDecline(read) ? read : { card: read, saved: null }
  }
  const customer = idOf(session.customer)
  const saved = customer === null ? null : payingMethodOfCustomer(context, findCustomer(context, customer))
  return saved ? { card: context.ledger.get('card', saved.id)!, saved } : nothingSaved
}

/** Returns a decline. The session stays open, so that the buyer can try another card. */
function decline(context: Context, session: Stripe.Checkout.Session, reason: Decline): Outcome {
  if (session.mode === 'setup') {
    const intent = find(context, 'setup_intent', idOf(session.setup_intent)!)
    const failed = change(context, 'setup_intent', intent, {
      last_setup_error: declineError(reason) as Stripe.SetupIntent.LastSetupError,
    })
    context.emit('setup_intent.setup_failed', failed)
  }
  return { kind: 'declined', decline: reason }
}

function completeSetup(
  context: Context,
  session: Stripe.Checkout.Session,
  submission: Submission,
  chosen: Chosen,
): Outcome {
  const customerId = idOf(session.customer)
  const customer = customerId === null ? null : findCustomer(context, customerId)
  const paymentMethod = chosen.saved ?? cardFor(context, chosen.card, customer, submission)
  const intent = find(context, 'setup_intent', idOf(session.setup_intent)!)
  const succeeded = change(context, 'setup_intent', intent, {
    last_setup_error: null,
    payment_method: paymentMethod.id,
    status: 'succeeded',
  })
  context.emit('setup_intent.succeeded', succeeded)
  return finish(context, session, submission, { customer: customerId })
}

function completeSale(
  context: Context,
  session: Stripe.Checkout.Session,
  submission: Submission,
  chosen: Chosen,
): Outcome {
  try {
    return context.ledger.savepoint(() => sell(context, session, submission, chosen))
  } catch (error) {
    if (!(error instanceof CardRefusal)) throw error
    clearSwitch(context, error.customer)
    return { kind: 'declined', decline: error.decline }
  }
}

function sell(
  context: Context,
  session: Stripe.Checkout.Session,
  submission: Submission,
  chosen: Chosen,
): Outcome {
  const customer = buyer(context, session, submission)
  const paymentMethod = chosen.saved ?? cardFor(context, chosen.card, customer, submission)
  const order = context.ledger.get('sale', session.id)!
  const subscription = createSubscription(context, {
    ...order,
    customer: customer.id,
    defaultPaymentMethod: paymentMethod.id,
    saveDefault: 'off',
    whenUnpaid: 'refuse',
    isConfirmed: submission.confirmation === 'confirmed',
  })
  return finish(context, session, submission, {
    customer: customer.id,
    subscription: subscription.id,
    invoice: idOf(subscription.latest_invoice),
    payment_status: order.trialEnd === null ? 'paid' : 'no_payment_required',
  })
}

function buyer(
  context: Context,
  session: Stripe.Checkout.Session,
  { email, name }: Submission,
): Stripe.Customer {
  const id = idOf(session.customer)
  if (id !== null) return findCustomer(context, id)
  const given = { email: session.customer_email ?? email, name, description: null, metadata: {} }
  const created = newCustomer(newId('cus'), context.now(), given)
  context.ledger.put('customer', created.id, created)
  context.emit('customer.created', created)
  return created
}

function cardFor(
  context: Context,
  card: TestCard,
  customer: Stripe.Customer | null,
  submission: Submission,
): Stripe.PaymentMethod {
  return saveCard(context, card, { customer, form: submission.card!, name: submission.name })
}

function finish(
  context: Context,
  session: Stripe.Checkout.Session,
  { email, name }: Submission,
  by: Partial<Stripe.Checkout.Session>,
): Outcome {
  const customer = typeof by.customer === 'string' ? findCustomer(context, by.customer) : null
  const complete = change(context, 'session', session, {
    ...by,
    customer_details: {
      address: null,
      business_name: null,
      email: customer?.email ?? email,
      individual_name: null,
      name: name ?? customer?.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    status: 'complete',
    url: null,
  })
  context.emit('checkout.session.completed', complete)
  return { kind: 'complete', session: complete }
}
