import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import {
  cardForm,
  DAY_MS,
  FAILING,
  GOOD,
  getInvoice,
  newCustomer,
  newSale,
  newSetup,
  openStripe,
  openTrial,
  page,
  saveCard,
} from '../testing/stripe-setup.ts'

describe('a setup session', () => {
  it('saves the card for the customer, and leaves it to the app to make it the default', async () => {
    const setup = openStripe()
    const customer = await newCustomer(setup)
    const session = await newSetup(setup, customer)
    expect(session).toMatchObject({ status: 'open', payment_status: 'no_payment_required' })
    expect(session.url).toContain(`/stripe/pay/${session.id}`)
    setup.heard()
    setup.fake.control.completeCheckout(session.id, cardForm(GOOD))
    expect(setup.heard()).toEqual([
      'payment_method.attached',
      'setup_intent.succeeded',
      'checkout.session.completed',
    ])
    const done = await setup.stripe.checkout.sessions.retrieve(session.id, { expand: ['setup_intent'] })
    expect(done).toMatchObject({ status: 'complete', url: null, metadata: { purpose: 'trial' } })
    const card = (done.setup_intent as Stripe.SetupIntent).payment_method as string
    expect(card).toMatch(/^pm_/)
    expect(await setup.stripe.customers.retrieve(customer)).toMatchObject({
      invoice_settings: { default_payment_method: null },
    })
    await setup.stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } })
    const expand = ['invoice_settings.default_payment_method']
    expect(await setup.stripe.customers.retrieve(customer, { expand })).toMatchObject({
      invoice_settings: {
        default_payment_method: {
          id: card,
          card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 },
        },
      },
    })
  })

  it.each([
    [cardForm('4000000000000002'), 'card_declined'],
    [cardForm('4111111111111111'), 'card_declined'],
    [{ ...cardForm(GOOD), expYear: 20 }, 'expired_card'],
    [{ ...cardForm(GOOD), expMonth: Number.NaN }, 'expired_card'],
    [null, 'parameter_missing'],
  ])('refuses %j with %s and stays open for another card', async (form, code) => {
    const setup = openStripe()
    const { id } = await newSetup(setup, await newCustomer(setup))
    const refused = setup.fake.control.completeCheckout(id, form)
    expect(refused).toMatchObject({ kind: 'declined', decline: { code } })
    expect(setup.heard()).toContain('setup_intent.setup_failed')
    expect(setup.fake.control.completeCheckout(id, cardForm(GOOD)).kind).toBe('complete')
  })

  it('never stores a card number', async () => {
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
    setup.fake.control.completeCheckout(id, cardForm(GOOD))
    const heard = setup.heard()
    expect(heard.slice(0, 3)).toEqual([
      'payment_method.attached',
      'customer.subscription.created',
      'invoice.created',
    ])
    expect(heard.at(-1)).toBe('checkout.session.completed')
    const session = await setup.stripe.checkout.sessions.retrieve(id)
    expect(session).toMatchObject({ payment_status: 'paid', amount_total: 1000, currency: 'usd' })
    const { data } = await setup.stripe.subscriptions.list({
      customer,
      expand: ['data.default_payment_method'],
    })
    expect(data).toMatchObject([
      {
        id: session.subscription,
        status: 'active',
        metadata: { merchant: 'm1' },
        default_payment_method: { card: { last4: '4242' } },
      },
    ])
    const invoice = await getInvoice(setup, customer)
    expect(invoice.payments!.data).toMatchObject([{ status: 'paid', amount_paid: 1000 }])
  })

  it('uses the saved card when no other is given', async () => {
    const setup = openStripe()
    const customer = await newCustomer(setup)
    const card = await saveCard(setup, customer)
    const { id } = await newSale(setup, customer)
    setup.heard()
    setup.fake.control.completeCheckout(id, null)
    const [subscription] = (await setup.stripe.subscriptions.list({ customer })).data
    expect(subscription!.default_payment_method).toBe(card)
    expect(setup.heard()).not.toContain('payment_method.attached')
  })

  it('leaves nothing behind when the charge fails', async () => {
    const setup = openStripe()
    const customer = await newCustomer(setup)
    const { id } = await newSale(setup, customer)
    setup.heard()
    expect(setup.fake.control.completeCheckout(id, cardForm(FAILING)).kind).toBe('declined')
    expect(setup.heard()).toEqual([])
    expect((await setup.stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([])
    expect((await setup.stripe.checkout.sessions.retrieve(id)).status).toBe('open')
  })

  it('in two tabs makes two subscriptions, and one of them can be cancelled and refunded', async () => {
    const setup = await openTrial()
    const { customer } = setup
    const sessions = [await newSale(setup, customer), await newSale(setup, customer)]
    for (const { id } of sessions)
      expect(setup.fake.control.completeCheckout(id, cardForm(GOOD)).kind).toBe('complete')
    const { data } = await setup.stripe.subscriptions.list({ customer })
    expect(data.map(({ status }) => status)).toEqual(['active', 'active', 'trialing'])
    await setup.stripe.subscriptions.cancel(data[0]!.id, { invoice_now: false, prorate: false })
    const invoice = await getInvoice(setup, customer)
    const intent = invoice.payments!.data[0]!.payment.payment_intent as string
    setup.heard()
    const refund = await setup.stripe.refunds.create({ payment_intent: intent, reason: 'duplicate' })
    expect(refund).toMatchObject({ amount: 1000, status: 'succeeded' })
    expect(setup.heard()).toEqual(['charge.refunded', 'refund.created'])
    await expect(setup.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
    const listed = await setup.stripe.refunds.list({ payment_intent: intent })
    expect(listed.data.map(({ id }) => id)).toEqual([refund.id])
  })
})

describe('an open session', () => {
  it.each([
    ['after 24 hours', (setup: ReturnType<typeof openStripe>) => setup.pass(DAY_MS)],
    [
      'when the buyer left it',
      (setup: ReturnType<typeof openStripe>, id: string) => setup.fake.control.abandonCheckout(id),
    ],
  ])('expires %s', async (_, end) => {
    const setup = openStripe()
    const { id } = await newSetup(setup, await newCustomer(setup))
    end(setup, id)
    expect(setup.heard().at(-1)).toBe('checkout.session.expired')
    expect(await setup.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired', url: null })
    expect(setup.fake.control.completeCheckout(id, cardForm(GOOD))).toEqual({
      kind: 'not_open',
      status: 'expired',
    })
  })

  it('can be completed only once', async () => {
    const setup = openStripe()
    const { id } = await newSetup(setup, await newCustomer(setup))
    const outcomes = [1, 2].map(() => setup.fake.control.completeCheckout(id, cardForm(GOOD)).kind)
    expect(outcomes).toEqual(['complete', 'not_open'])
  })

  it.each<[string, Stripe.Checkout.SessionCreateParams]>([
    ['currency', { mode: 'setup' }],
    ['line_items', { mode: 'subscription' }],
    ['line_items', { mode: 'setup', currency: 'usd', line_items: [{ price: 'price_pro' }] }],
    ['success_url', { mode: 'setup', currency: 'usd', success_url: 'https://elsewhere.example/' }],
    ['line_items[0][price]', { mode: 'subscription', line_items: [{ price: 'price_x' }] }],
    ['customer', { mode: 'setup', currency: 'usd', customer: 'cus_unknown' }],
  ])('names the parameter %s when it is wrong', async (param, params) => {
    const setup = openStripe()
    const customer = await newCustomer(setup)
    const create = setup.stripe.checkout.sessions.create({ ...page, customer, ...params })
    await expect(create).rejects.toMatchObject({ statusCode: 400, param })
  })
})
