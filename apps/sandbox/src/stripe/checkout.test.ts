import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import {
  DAY_MS,
  FAILING,
  GOOD,
  HOUR_MS,
  newCustomer,
  newSale,
  newSetup,
  openStripe,
  openTrial,
  saveCard,
  submission,
} from '../testing/stripe-setup.ts'

describe('a setup session', () => {
  it('saves the card with the customer, and leaves the default to the app', async () => {
    const setup = openStripe()
    const customer = await newCustomer(setup)
    const session = await newSetup(setup, customer)
    expect(session).toMatchObject({ status: 'open', payment_status: 'no_payment_required' })
    expect(session.url).toContain(`/stripe/pay/${session.id}`)
    setup.heard()
    setup.fake.control.completeCheckout(session.id, submission(GOOD))
    expect(setup.heard()).toEqual([
      'payment_method.attached',
      'setup_intent.succeeded',
      'checkout.session.completed',
    ])
    const done = await setup.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['setup_intent.payment_method'],
    })
    expect(done).toMatchObject({ status: 'complete', url: null, metadata: { purpose: 'trial' } })
    const intent = done.setup_intent as Stripe.SetupIntent
    expect((intent.payment_method as Stripe.PaymentMethod).card).toMatchObject({
      brand: 'visa',
      last4: '4242',
      exp_month: 12,
      exp_year: 2034,
    })
    expect(await setup.stripe.customers.retrieve(customer)).toMatchObject({
      invoice_settings: { default_payment_method: null },
    })
  })

  it.each([
    ['4000000000000002', 'card_declined'],
    ['4000000000009995', 'card_declined'],
    ['4000000000000069', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc'],
    ['4242424242424241', 'incorrect_number'],
    ['4111111111111111', 'card_declined'],
  ])('refuses %s with %s and stays open for another card', async (number, code) => {
    const setup = openStripe()
    const { id } = await newSetup(setup, await newCustomer(setup))
    const refused = setup.fake.control.completeCheckout(id, submission(number))
    expect(refused).toMatchObject({ kind: 'declined', decline: { code } })
    expect(setup.heard()).toContain('setup_intent.setup_failed')
    expect(setup.fake.control.completeCheckout(id, submission(GOOD)).kind).toBe('complete')
  })

  it('asks for a confirmation where the card’s bank does', async () => {
    const setup = openStripe()
    const { id } = await newSetup(setup, await newCustomer(setup))
    const complete = (confirmation: 'confirmed' | 'denied' | null) =>
      setup.fake.control.completeCheckout(id, submission('4000002500003155', { confirmation })).kind
    expect([complete(null), complete('denied'), complete('confirmed')]).toEqual([
      'asks_confirmation',
      'declined',
      'complete',
    ])
  })

  it('never keeps a card number', async () => {
    const lines: string[] = []
    const journal = {
      entries: [],
      append: (entry: object) => void lines.push(JSON.stringify(entry)),
      replaceWith() {},
    }
    const setup = openStripe(journal)
    await saveCard(setup, await newCustomer(setup))
    expect(lines.join()).toContain('"last4":"4242"')
    expect(lines.join()).not.toContain('424242')
  })
})

describe('a sale', () => {
  it('P-08 makes a paid subscription with the card that was used', async () => {
    const setup = openStripe()
    const customer = await newCustomer(setup)
    const { id } = await newSale(setup, customer)
    setup.heard()
    setup.fake.control.completeCheckout(id, submission(GOOD))
    const heard = setup.heard()
    expect(heard.slice(0, 3)).toEqual([
      'payment_method.attached',
      'customer.subscription.created',
      'invoice.created',
    ])
    expect(heard.at(-1)).toBe('checkout.session.completed')
    const session = await setup.stripe.checkout.sessions.retrieve(id, {
      expand: ['subscription.latest_invoice.payments', 'customer'],
    })
    expect(session).toMatchObject({ payment_status: 'paid', amount_total: 1000, currency: 'usd' })
    const subscription = session.subscription as Stripe.Subscription
    expect(subscription).toMatchObject({ status: 'active', metadata: { merchant: 'm1' } })
    const invoice = subscription.latest_invoice as Stripe.Invoice
    const intent = invoice.payments!.data[0]!.payment.payment_intent as string
    expect(await setup.stripe.paymentIntents.retrieve(intent)).toMatchObject({ status: 'succeeded' })
  })

  it('uses the saved card when no other is given', async () => {
    const setup = openStripe()
    const customer = await newCustomer(setup)
    const card = await saveCard(setup, customer)
    const { id } = await newSale(setup, customer)
    setup.fake.control.completeCheckout(id, submission(GOOD, { card: null }))
    const [subscription] = (await setup.stripe.subscriptions.list({ customer })).data
    expect(subscription!.default_payment_method).toBe(card)
    expect((await setup.stripe.customers.listPaymentMethods(customer)).data).toHaveLength(1)
  })

  it('leaves nothing behind when the charge fails', async () => {
    const setup = openStripe()
    const customer = await newCustomer(setup)
    const { id } = await newSale(setup, customer)
    setup.heard()
    expect(setup.fake.control.completeCheckout(id, submission(FAILING)).kind).toBe('declined')
    expect(setup.heard()).toEqual([])
    expect((await setup.stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([])
    expect((await setup.stripe.checkout.sessions.retrieve(id)).status).toBe('open')
  })

  it('in two tabs makes two subscriptions, of which one can be cancelled and refunded', async () => {
    const setup = await openTrial()
    const sessions = [await newSale(setup, setup.customer), await newSale(setup, setup.customer)]
    for (const { id } of sessions)
      expect(setup.fake.control.completeCheckout(id, submission(GOOD)).kind).toBe('complete')
    const { data } = await setup.stripe.subscriptions.list({
      customer: setup.customer,
      expand: ['data.latest_invoice.payments'],
    })
    expect(data.map(({ status }) => status)).toEqual(['active', 'active', 'trialing'])
    await setup.stripe.subscriptions.cancel(data[0]!.id, { invoice_now: false, prorate: false })
    const invoice = data[0]!.latest_invoice as Stripe.Invoice
    const intent = invoice.payments!.data[0]!.payment.payment_intent as string
    setup.heard()
    const refund = await setup.stripe.refunds.create({ payment_intent: intent, reason: 'duplicate' })
    expect(refund).toMatchObject({ amount: 1000, status: 'succeeded' })
    expect(setup.heard()).toEqual(['charge.refunded', 'refund.created'])
    await expect(setup.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
  })
})

describe('an open session', () => {
  it('is over after 24 hours', async () => {
    const setup = openStripe()
    const { id } = await newSetup(setup, await newCustomer(setup))
    setup.pass(DAY_MS)
    expect(setup.heard().at(-1)).toBe('checkout.session.expired')
    expect(await setup.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired', url: null })
    expect(setup.fake.control.completeCheckout(id, submission(GOOD))).toEqual({
      kind: 'not_open',
      status: 'expired',
    })
  })

  it('is over when the app says so, once', async () => {
    const setup = openStripe()
    const { id } = await newSetup(setup, await newCustomer(setup))
    expect((await setup.stripe.checkout.sessions.expire(id)).status).toBe('expired')
    await expect(setup.stripe.checkout.sessions.expire(id)).rejects.toThrow('status of expired')
  })

  it('is completed once', async () => {
    const setup = openStripe()
    const { id } = await newSetup(setup, await newCustomer(setup))
    const outcomes = [1, 2].map(() => setup.fake.control.completeCheckout(id, submission(GOOD)).kind)
    expect(outcomes).toEqual(['complete', 'not_open'])
  })

  const address = 'http://localhost:3000/done'
  it.each<[string, Stripe.Checkout.SessionCreateParams]>([
    ['currency', { mode: 'setup', success_url: address }],
    ['line_items', { mode: 'subscription', success_url: address }],
    ['success_url', { mode: 'setup', currency: 'usd', success_url: 'https://elsewhere.example/' }],
    ['expires_at', { mode: 'setup', currency: 'usd', success_url: address, expires_at: 1 }],
    [
      'line_items[0][price]',
      { mode: 'subscription', success_url: address, line_items: [{ price: 'price_x' }] },
    ],
    ['customer', { mode: 'setup', currency: 'usd', success_url: address, customer: 'cus_unknown' }],
  ])('names %s when that is wrong', async (param, params) => {
    const { stripe } = openStripe()
    await expect(stripe.checkout.sessions.create(params)).rejects.toMatchObject({ statusCode: 400, param })
  })

  it('a trial in it is at least two days long', async () => {
    const { stripe, clock } = openStripe()
    const params: Stripe.Checkout.SessionCreateParams = {
      mode: 'subscription',
      success_url: address,
      line_items: [{ price: 'price_pro' }],
      subscription_data: { trial_end: clock.time / 1000 + HOUR_MS / 1000 },
    }
    await expect(stripe.checkout.sessions.create(params)).rejects.toThrow('at least 2 days')
  })
})
