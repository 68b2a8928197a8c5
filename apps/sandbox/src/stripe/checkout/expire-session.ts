import type Stripe from 'stripe'
import { change } from '../billing/records.ts'
import type { World } from '../world.ts'

/** Of an open session. */
export function expireSession(world: World, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const expired = change(world, 'session', session, { status: 'expired', url: null })
  world.emit('checkout.session.expired', expired)
  return expired
}
