import type Stripe from 'stripe'
import { type CardForm, type Decline, readCard } from '../cards.ts'
import type { Context } from '../context.ts'
import { declineError } from '../objects/payment.ts'
import { getId } from '../objects/wire.ts'
import { CardRefusal } from '../refusal.ts'
import { payingMethodOfCustomer, saveCard } from './payment-methods.ts'
import { change, find, findCustomer } from './records.ts'
import { createSubscription } from './subscriptions.ts'

export type Outcome =
  | { kind: 'complete'; session: Stripe.Checkout.Session }
  | { kind: 'declined'; decline: Decline }
  | { kind: 'not_open'; status: Stripe.Checkout.Session.Status }

const noCard: Decline = { code: 'parameter_missing', declineCode: null, message: 'Enter a card.' }

/** Completes a session, as the button on the hosted page does; without a form, with the saved card. */
export function completeSession(context: Context, id: string, form: CardForm | null): Outcome {
  const session = find(context, 'session', id)
  if (session.status !== 'open') return { kind: 'not_open', status: session.status! }
  const customer = findCustomer(context, getId(session.customer)!)
  const chosen = form ? readCard(form, context.now()) : payingMethodOfCustomer(context, customer)
  if (chosen === null) return decline(context, session, noCard)
  if ('code' in chosen) return decline(context, session, chosen)
  const method = () => ('object' in chosen ? chosen : saveCard(context, chosen, { customer, form: form! }))
  return session.mode === 'setup'
    ? completeSetup(context, session, method().id)
    : completeSale(context, session, method)
}

/** Returns a decline. The session stays open, so that the buyer can try another card. */
function decline(context: Context, session: Stripe.Checkout.Session, reason: Decline): Outcome {
  if (session.mode === 'setup') {
    const intent = find(context, 'setup_intent', getId(session.setup_intent)!)
    const failed = change(context, 'setup_intent', intent, {
      last_setup_error: declineError(reason) as Stripe.SetupIntent.LastSetupError,
    })
    context.emit('setup_intent.setup_failed', failed)
  }
  return { kind: 'declined', decline: reason }
}

function completeSetup(context: Context, session: Stripe.Checkout.Session, paymentMethod: string): Outcome {
  const intent = find(context, 'setup_intent', getId(session.setup_intent)!)
  const succeeded = change(context, 'setup_intent', intent, {
    last_setup_error: null,
    payment_method: paymentMethod,
    status: 'succeeded',
  })
  context.emit('setup_intent.succeeded', succeeded)
  return finish(context, session, {})
}

function completeSale(
  context: Context,
  session: Stripe.Checkout.Session,
  method: () => Stripe.PaymentMethod,
): Outcome {
  try {
    return context.ledger.savepoint(() => {
      const subscription = createSubscription(context, {
        customer: getId(session.customer)!,
        trialEnd: null,
        defaultPaymentMethod: method().id,
        metadata: context.ledger.get('sale', session.id)!,
      })
      return finish(context, session, {
        subscription: subscription.id,
        invoice: getId(subscription.latest_invoice),
        payment_status: 'paid',
      })
    })
  } catch (error) {
    if (!(error instanceof CardRefusal)) throw error
    return { kind: 'declined', decline: error.decline }
  }
}

function finish(
  context: Context,
  session: Stripe.Checkout.Session,
  by: Partial<Stripe.Checkout.Session>,
): Outcome {
  const complete = change(context, 'session', session, {
    ...by,
    customer_details: {
      address: null,
      business_name: null,
      email: findCustomer(context, getId(session.customer)!).email,
      individual_name: null,
      name: null,
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

/** Ends an open session. */
export function expireSession(context: Context, session: Stripe.Checkout.Session): void {
  context.emit(
    'checkout.session.expired',
    change(context, 'session', session, { status: 'expired', url: null }),
  )
}
