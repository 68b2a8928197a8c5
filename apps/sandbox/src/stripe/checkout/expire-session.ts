import type Stripe from 'stripe'
import { change } from '../billing/records.ts'
import type { Context } from '../context.ts'

/** Of an open session. */
export function expireSession(context: Context, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const expired = change(context, 'session', session, { status: 'expired', url: null })
  context.emit('checkout.session.expired', expired)
  return expired
}
