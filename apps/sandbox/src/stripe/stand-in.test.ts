import Stripe from 'stripe'
import { expect, it } from 'vitest'
import { createStripeStandIn } from './stand-in.ts'

it('P-09 a card is saved, the trial runs, the first charge comes an hour after it, and a cancelled month runs out', async () => {
  const clock = { time: Date.parse('2026-11-20T15:00:00Z'), now: () => clock.time }
  const events: string[] = []
  const standIn = createStripeStandIn({ clock, deliver: ({ event }) => void events.push(event.type) })
  const stripe = new Stripe('sk_test_sandbox', {
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient((url, init) => standIn.fetch(new Request(url, init))),
  })
  const customer = await stripe.customers.create({ email: 'm@x.test', metadata: { merchant_id: 'm1' } })
  const session = await stripe.checkout.sessions.create({
    mode: 'setup',
    currency: 'usd',
    customer: customer.id,
    success_url: 'http://localhost:3000/x?session_id={CHECKOUT_SESSION_ID}',
    metadata: { a: 'b' },
  })
  expect(session.success_url).toContain('{CHECKOUT_SESSION_ID}')
  const done = standIn.control.completeCheckout(session.id, {
    card: { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' },
    email: null,
    name: 'A',
    confirmation: null,
  })
  expect(done.kind).toBe('complete')
  const s = await stripe.checkout.sessions.retrieve(session.id, { expand: ['setup_intent'] })
  const pm = (s.setup_intent as Stripe.SetupIntent).payment_method as string
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: pm } })
  const trialEnd = clock.time / 1000 + 14 * 86400
  const sub = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: 'price_pro' }],
    default_payment_method: pm,
    trial_end: trialEnd,
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    off_session: true,
  })
  expect(sub.status).toBe('trialing')
  clock.time += 14 * 86400_000 + 1000
  standIn.advanceTo(clock.time)
  expect((await stripe.subscriptions.retrieve(sub.id)).status).toBe('active')
  clock.time += 3600_000
  const paid = await stripe.subscriptions.retrieve(sub.id, { expand: ['latest_invoice'] })
  expect((paid.latest_invoice as Stripe.Invoice).status).toBe('paid')
  await stripe.subscriptions.update(sub.id, { cancel_at_period_end: true })
  clock.time += 40 * 86400_000
  expect((await stripe.subscriptions.retrieve(sub.id)).status).toBe('canceled')
  expect(events.filter((type) => type === 'invoice.paid')).toHaveLength(2)
  expect(events.at(-1)).toBe('customer.subscription.deleted')
})
