import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import {
  cardForm,
  DAY_MS,
  getInvoice,
  getSubscription,
  newCustomer,
  newSetup,
  openStripe,
  openTrial,
  saveCard,
  startTrial,
} from '../testing/stripe-setup.ts'

const BASE = 'http://sandbox.test/v1'

function ask(setup: ReturnType<typeof openStripe>, path: string, init: RequestInit = {}) {
  const headers = { authorization: 'Bearer sk_test_sandbox', ...init.headers }
  return setup.fake.fetch(new Request(BASE + path, { ...init, headers }))
}

async function getError(response: Response) {
  return (
    (await response.json()) as { error: { type: string; code?: string; param?: string; message: string } }
  ).error
}

const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })

describe('a request', () => {
  it.each([
    [{}, 'did not provide'],
    [{ authorization: 'Bearer sk_live_x' }, 'Invalid API Key'],
    [{ authorization: 'Basic c2tfdGVzdA==' }, 'Invalid API Key'],
  ])('with %j for a key is refused', async (headers, words) => {
    const { fake } = openStripe()
    const answer = await fake.fetch(new Request(`${BASE}/customers`, { headers }))
    expect(answer.status).toBe(401)
    expect((await getError(answer)).message).toContain(words)
  })

  it('for another version of the API is refused', async () => {
    const answer = await ask(openStripe(), '/customers', { headers: { 'stripe-version': '2024-06-20' } })
    expect(answer.status).toBe(400)
    expect((await getError(answer)).message).toContain('2026-10-28.endive')
  })

  it('for an unknown path is refused, and the message names the path', async () => {
    const answer = await ask(openStripe(), '/topups')
    expect(answer.status).toBe(404)
    expect((await getError(answer)).message).toContain('GET: /v1/topups')
  })

  it.each([
    ['/customers', { nickname: 'x' }, 'parameter_unknown', 'nickname'],
    [
      '/checkout/sessions',
      { mode: 'setup', 'payment_method_types[0]': 'card' },
      'parameter_unknown',
      'payment_method_types',
    ],
    ['/subscriptions', { customer: 'c', 'items[0][price]': 'p', coupon: 'x' }, 'parameter_unknown', 'coupon'],
    ['/subscriptions', { 'items[0][price]': 'p' }, 'parameter_missing', 'customer'],
    ['/subscriptions', { customer: 'c', 'items[0][plan]': 'p' }, 'parameter_unknown', 'items[0][plan]'],
    [
      '/subscriptions',
      { customer: 'c', 'items[0][price]': 'p', trial_end: 'soon' },
      'parameter_invalid',
      'trial_end',
    ],
  ])('to %s with %j is refused: %s of %s', async (path, fields, code, param) => {
    const answer = await ask(openStripe(), path, form(fields))
    expect(answer.status).toBe(400)
    expect(await getError(answer)).toMatchObject({ type: 'invalid_request_error', code, param })
  })

  it('for an unknown object is answered with 404 where the path names it, and with 400 where a parameter does', async () => {
    const setup = openStripe()
    const missing = { code: 'resource_missing' }
    await expect(setup.stripe.invoices.retrieve('in_unknown')).rejects.toMatchObject({
      ...missing,
      statusCode: 404,
      message: "No such invoice: 'in_unknown'",
    })
    const create = startTrial(setup, 'cus_unknown')
    await expect(create).rejects.toMatchObject({ ...missing, statusCode: 400, param: 'customer' })
  })

  it('cannot use another customer’s card', async () => {
    const setup = openStripe()
    const card = await saveCard(setup, await newCustomer(setup))
    const other = await newCustomer(setup)
    const use = setup.stripe.customers.update(other, { invoice_settings: { default_payment_method: card } })
    await expect(use).rejects.toMatchObject({ statusCode: 400, param: 'default_payment_method' })
    const { id } = await startTrial(setup, other)
    const change = setup.stripe.subscriptions.update(id, { default_payment_method: card })
    await expect(change).rejects.toMatchObject({ statusCode: 400 })
  })

  it('is refused for a field that cannot be expanded', async () => {
    const setup = openStripe()
    const { id } = await newSetup(setup, await newCustomer(setup))
    const look = setup.stripe.checkout.sessions.retrieve(id, { expand: ['nothing'] })
    await expect(look).rejects.toMatchObject({ param: 'expand' })
  })
})

describe('an idempotency key', () => {
  it('gives the same answer again, and does nothing more', async () => {
    const setup = openStripe()
    const create = () =>
      ask(setup, '/customers', {
        ...form({ email: 'a@x.example' }),
        headers: { 'idempotency-key': 'customer:1' },
      })
    const [first, second] = [await create(), await create()]
    expect(await second.json()).toEqual(await first.json())
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.headers.get('original-request')).toBe(first.headers.get('request-id'))
    expect(setup.heard()).toEqual(['customer.created'])
  })

  it('is refused for another request', async () => {
    const { stripe } = openStripe()
    const key = { idempotencyKey: 'customer:1' }
    await stripe.customers.create({ email: 'a@x.example' }, key)
    const other = stripe.customers.create({ email: 'b@x.example' }, key)
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  })

  it('remembers a declined charge, but not a faulty request', async () => {
    const setup = await openTrial('4000000000000341')
    setup.pass(14 * DAY_MS + DAY_MS)
    const invoice = await getInvoice(setup, setup.customer)
    const failing = await saveCard(setup, setup.customer, '4000000000000341')
    setup.heard()
    const pay = () =>
      setup.stripe.invoices.pay(invoice.id, { payment_method: failing }, { idempotencyKey: 'pay:1' })
    await expect(pay()).rejects.toMatchObject({ type: 'StripeCardError' })
    await expect(pay()).rejects.toMatchObject({ type: 'StripeCardError' })
    expect(setup.heard().filter((type) => type === 'invoice.payment_failed')).toHaveLength(1)
    const key = { idempotencyKey: 'sub:1' }
    await expect(startTrial(setup, 'cus_x', key)).rejects.toMatchObject({ code: 'resource_missing' })
    expect((await startTrial(setup, setup.customer, key)).status).toBe('trialing')
  })

  it('is forgotten after a day', async () => {
    const setup = openStripe()
    const key = { idempotencyKey: 'customer:1' }
    await setup.stripe.customers.create({ email: 'a@x.example' }, key)
    setup.pass(DAY_MS)
    await setup.stripe.customers.create({ email: 'b@x.example' }, key)
    expect(setup.heard()).toEqual(['customer.created', 'customer.created'])
  })
})

describe('lists', () => {
  it('are newest first, up to the limit', async () => {
    const { stripe } = openStripe()
    const email = 'a@x.example'
    const ids: string[] = []
    for (let count = 0; count < 4; count++) ids.unshift((await stripe.customers.create({ email })).id)
    const page = await stripe.customers.list({ email, limit: 3 })
    expect(page.data.map(({ id }) => id)).toEqual(ids.slice(0, 3))
    expect(page.has_more).toBe(true)
    expect((await stripe.customers.list({ email: 'b@x.example' })).data).toEqual([])
  })

  it('of subscriptions leave out ended ones, unless they are asked for', async () => {
    const setup = await openTrial()
    const { customer } = setup
    await setup.stripe.subscriptions.cancel(setup.id)
    expect((await setup.stripe.subscriptions.list({ customer })).data).toEqual([])
    expect((await setup.stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
  })

  it('of prices find the only price by its lookup key', async () => {
    const { stripe } = openStripe()
    const found = await stripe.prices.list({ lookup_keys: ['pro_monthly'], active: true })
    expect(found.data).toMatchObject([
      { unit_amount: 1000, currency: 'usd', recurring: { interval: 'month' } },
    ])
    expect((await stripe.prices.list({ lookup_keys: ['other'], active: true })).data).toEqual([])
  })
})

describe('a customer', () => {
  it('is changed field by field', async () => {
    const setup = openStripe()
    const id = await newCustomer(setup)
    const card = await saveCard(setup, id)
    const changed = await setup.stripe.customers.update(id, { email: 'new@x.example' })
    expect(changed).toMatchObject({
      email: 'new@x.example',
      metadata: { merchant: 'm1' },
      invoice_settings: { default_payment_method: card },
    })
  })

  it('that is deleted no longer has subscriptions or cards', async () => {
    const setup = await openTrial()
    expect(await setup.stripe.customers.del(setup.customer)).toMatchObject({ deleted: true })
    expect(await setup.stripe.customers.retrieve(setup.customer)).toMatchObject({ deleted: true })
    expect((await getSubscription(setup, setup.customer)).status).toBe('canceled')
    expect(setup.heard()).toEqual([
      'customer.subscription.deleted',
      'payment_method.detached',
      'customer.updated',
      'customer.deleted',
    ])
    setup.pass(60 * DAY_MS)
    expect(setup.heard()).toEqual([])
  })

  it('gets a test card by the name of the card, without a payment page', async () => {
    const setup = openStripe()
    const customer = await newCustomer(setup)
    const card = await setup.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    expect(card).toMatchObject({ customer, card: { last4: '0341' } })
  })
})

it('the portal shows the subscription, and replaces the card unless the new one is declined', async () => {
  const setup = await openTrial()
  const { stripe, customer, id } = setup
  const return_url = 'http://localhost:3000/settings?tab=billing'
  const session = await stripe.billingPortal.sessions.create({ customer, return_url })
  expect(session).toMatchObject({ return_url, flow: null })
  const { control } = setup.fake
  expect(control.portal(session.id).customer.subscriptions).toMatchObject([{ id }])
  expect(control.replaceCard(customer, cardForm('4000000000000002'))).toMatchObject({
    code: 'card_declined',
  })
  expect(control.replaceCard(customer, cardForm('4000000000000341'))).toBeNull()
  expect(control.portal(session.id).customer.card).toBe('visa ending in 0341')
})
