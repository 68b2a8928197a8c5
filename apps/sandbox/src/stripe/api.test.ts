import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import {
  DAY_MS,
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

async function errorOf(response: Response) {
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
    expect((await errorOf(answer)).message).toContain(words)
  })

  it('for another version of the API is refused', async () => {
    const answer = await ask(openStripe(), '/customers', { headers: { 'stripe-version': '2024-06-20' } })
    expect(answer.status).toBe(400)
    expect((await errorOf(answer)).message).toContain('2026-10-28.endive')
  })

  it('for what is not here is answered with where to look', async () => {
    const answer = await ask(openStripe(), '/topups')
    expect(answer.status).toBe(404)
    expect((await errorOf(answer)).message).toContain('GET: /v1/topups')
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
    [
      '/subscriptions',
      { customer: 'c', 'items[0][price]': 'p', off_session: 'yes' },
      'parameter_invalid',
      'off_session',
    ],
  ])('to %s with %j is refused: %s of %s', async (path, fields, code, param) => {
    const answer = await ask(openStripe(), path, form(fields))
    expect(answer.status).toBe(400)
    expect(await errorOf(answer)).toMatchObject({ type: 'invalid_request_error', code, param })
  })

  it('for a thing that does not exist is 404 in the address and 400 in a parameter', async () => {
    const { stripe } = openStripe()
    const missing = { code: 'resource_missing' }
    await expect(stripe.subscriptions.retrieve('sub_unknown')).rejects.toMatchObject({
      ...missing,
      statusCode: 404,
      message: "No such subscription: 'sub_unknown'",
    })
    const create = stripe.subscriptions.create({ customer: 'cus_unknown', items: [{ price: 'price_pro' }] })
    await expect(create).rejects.toMatchObject({ ...missing, statusCode: 400, param: 'customer' })
  })

  it('cannot use another customer’s card', async () => {
    const setup = openStripe()
    const card = await saveCard(setup, await newCustomer(setup))
    const other = await newCustomer(setup)
    const use = setup.stripe.customers.update(other, { invoice_settings: { default_payment_method: card } })
    await expect(use).rejects.toMatchObject({ statusCode: 400, param: 'default_payment_method' })
    await expect(startTrial(setup, other, { default_payment_method: card })).rejects.toMatchObject({
      statusCode: 400,
    })
  })

  it('is refused for a field that cannot be expanded', async () => {
    const setup = openStripe()
    const { id } = await newSetup(setup, await newCustomer(setup))
    const look = setup.stripe.checkout.sessions.retrieve(id, { expand: ['nothing'] })
    await expect(look).rejects.toMatchObject({ param: 'expand' })
  })
})

describe('an idempotency key', () => {
  it('gives the same answer again, and does nothing again', async () => {
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

  it('remembers a declined charge, and not a request that was wrong', async () => {
    const setup = await openTrial('4000000000000341')
    setup.pass(14 * DAY_MS + DAY_MS)
    const [invoice] = (await setup.stripe.invoices.list({ subscription: setup.id, status: 'open' })).data
    setup.heard()
    const pay = () => setup.stripe.invoices.pay(invoice!.id, {}, { idempotencyKey: 'pay:1' })
    await expect(pay()).rejects.toMatchObject({ type: 'StripeCardError' })
    await saveCard(setup, setup.customer)
    await expect(pay()).rejects.toMatchObject({ type: 'StripeCardError' })
    expect(setup.heard().filter((type) => type === 'invoice.payment_failed')).toHaveLength(1)
    const key = { idempotencyKey: 'sub:1' }
    const wrong = setup.stripe.subscriptions.create(
      { customer: 'cus_x', items: [{ price: 'price_pro' }] },
      key,
    )
    await expect(wrong).rejects.toMatchObject({ code: 'resource_missing' })
    const right = { customer: setup.customer, items: [{ price: 'price_pro' }] }
    expect((await setup.stripe.subscriptions.create(right, key)).status).toBe('active')
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
  it('are newest first, a page at a time, forward and back', async () => {
    const { stripe } = openStripe()
    const ids: string[] = []
    for (let count = 0; count < 7; count++)
      ids.unshift((await stripe.customers.create({ name: `${count}` })).id)
    const all = await stripe.customers.list({ limit: 3 }).autoPagingToArray({ limit: 100 })
    expect(all.map(({ id }) => id)).toEqual(ids)
    const page = await stripe.customers.list({ limit: 2, ending_before: ids[4]! })
    expect(page.data.map(({ id }) => id)).toEqual([ids[2], ids[3]])
    expect(page.has_more).toBe(true)
  })

  it('of subscriptions leave out those that are over, unless they are asked for', async () => {
    const setup = await openTrial()
    const { customer } = setup
    const count = async (status?: Stripe.SubscriptionListParams.Status) =>
      (await setup.stripe.subscriptions.list({ customer, ...(status && { status }) })).data.length
    await setup.stripe.subscriptions.cancel(setup.id)
    expect([await count(), await count('all'), await count('ended'), await count('active')]).toEqual([
      0, 1, 1, 0,
    ])
  })

  it('of customers find those of an address', async () => {
    const { stripe } = openStripe()
    await stripe.customers.create({ email: 'a@x.example' })
    await stripe.customers.create({ email: 'b@x.example' })
    expect((await stripe.customers.list({ email: 'a@x.example' })).data).toHaveLength(1)
  })

  it('of events go by type and by whether they were delivered, for thirty days', async () => {
    const setup = await openTrial()
    const { stripe } = setup
    const types = ['invoice.*', 'customer.created']
    const found = await stripe.events.list({ types, delivery_success: false, limit: 100 })
    expect(found.data.map(({ type }) => type)).toEqual([
      'invoice.payment_succeeded',
      'invoice.paid',
      'invoice.finalized',
      'invoice.created',
      'customer.created',
    ])
    setup.fake.control.markDelivered(found.data[4]!.id)
    expect((await stripe.events.retrieve(found.data[4]!.id)).pending_webhooks).toBe(0)
    expect((await stripe.events.list({ types, delivery_success: false })).data).toHaveLength(4)
    setup.pass(60 * DAY_MS)
    expect((await stripe.events.list({ type: 'customer.created' })).data).toEqual([])
  })

  it('of prices know the only one by its lookup key', async () => {
    const { stripe } = openStripe()
    const found = await stripe.prices.list({ lookup_keys: ['pro_monthly'], expand: ['data.product'] })
    expect(found.data).toHaveLength(1)
    expect(found.data[0]).toMatchObject({ unit_amount: 1000, currency: 'usd', product: { name: 'Pro Plan' } })
    expect((await stripe.prices.list({ lookup_keys: ['other'] })).data).toEqual([])
    expect((await stripe.products.list()).data).toHaveLength(1)
    expect((await stripe.products.retrieve('prod_pro')).name).toBe('Pro Plan')
    expect((await stripe.prices.retrieve('price_pro')).recurring).toMatchObject({ interval: 'month' })
  })
})

describe('a customer', () => {
  it('is changed field by field; empty values clear', async () => {
    const setup = openStripe()
    const id = await newCustomer(setup)
    await setup.stripe.customers.update(id, { name: 'Nora', metadata: { shop: 'x' } })
    const changed = await setup.stripe.customers.update(id, { name: '', metadata: { merchant: '' } })
    expect(changed).toMatchObject({ name: null, email: 'nora@northfold.example', metadata: { shop: 'x' } })
    expect(changed.metadata).not.toHaveProperty('merchant')
  })

  it('that is deleted has no subscriptions and cards any more', async () => {
    const setup = await openTrial()
    expect(await setup.stripe.customers.del(setup.customer)).toMatchObject({ deleted: true })
    expect(await setup.stripe.customers.retrieve(setup.customer)).toMatchObject({ deleted: true })
    expect((await setup.stripe.subscriptions.retrieve(setup.id)).status).toBe('canceled')
    expect(setup.heard()).toEqual([
      'customer.subscription.deleted',
      'payment_method.detached',
      'customer.updated',
      'customer.deleted',
    ])
    setup.pass(60 * DAY_MS)
    expect(setup.heard()).toEqual([])
  })

  it('is given a test card by its name, without a page', async () => {
    const setup = openStripe()
    const customer = await newCustomer(setup)
    const card = await setup.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    expect(card.card!.last4).toBe('0341')
    const create = setup.stripe.subscriptions.create({
      customer,
      items: [{ price: 'price_pro' }],
      default_payment_method: card.id,
    })
    expect((await create).status).toBe('incomplete')
    setup.pass(DAY_MS)
    expect((await setup.stripe.subscriptions.retrieve((await create).id)).status).toBe('incomplete_expired')
  })
})

describe('the portal', () => {
  it('is opened for an hour, for the customer’s own subscription', async () => {
    const setup = await openTrial()
    const { stripe, customer, id } = setup
    const flow = { type: 'subscription_cancel' as const, subscription_cancel: { subscription: id } }
    const return_url = 'http://localhost:3000/settings?tab=billing'
    const session = await stripe.billingPortal.sessions.create({ customer, return_url, flow_data: flow })
    expect(session).toMatchObject({ return_url, flow: { type: 'subscription_cancel' } })
    expect(setup.fake.control.portal(session.id)?.customer.subscriptions).toMatchObject([{ id }])
    setup.pass(DAY_MS / 24)
    expect(setup.fake.control.portal(session.id)).toBeNull()
    const other = await newCustomer(setup)
    const foreign = stripe.billingPortal.sessions.create({ customer: other, flow_data: flow })
    await expect(foreign).rejects.toMatchObject({ statusCode: 400 })
    expect((await stripe.billingPortal.configurations.list()).data).toHaveLength(1)
  })
})
