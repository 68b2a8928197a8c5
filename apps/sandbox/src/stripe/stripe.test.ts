import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { MachineClock, openSandbox, postForm, postJson, temporaryFolder } from '../testing/open-sandbox.ts'
import { serve } from '../testing/serve.ts'
import { clientOf } from '../testing/stripe-setup.ts'
import { StripeWebhookReceiver } from '../testing/stripe-webhook-receiver.ts'

const HOUR_MS = 3_600_000
const RETURN = 'http://localhost:3000/done?session_id={CHECKOUT_SESSION_ID}'

// biome-ignore lint/suspicious/noExplicitAny: tests read answers whose shape they then assert
type Body = any

async function openSetup(environment: Record<string, string> = {}) {
  const folder = temporaryFolder()
  const clock = new MachineClock()
  const open = () => driven(openSandbox(folder, clock, environment))
  return { ...open(), clock, reopen: open }
}

/** With an app that is told of events. */
async function openListened() {
  const receiver = await StripeWebhookReceiver.open()
  return { ...(await openSetup({ SANDBOX_STRIPE_WEBHOOK_URL: receiver.address })), receiver }
}

function driven(sandbox: ReturnType<typeof openSandbox>) {
  const stripe = clientOf(async (request) => sandbox.http.fetch(request))
  const post = async (path: string, body: object = {}) => {
    const answer = await postJson(sandbox, `/api/stripe/${path}`, body)
    return { status: answer.status, body: await answer.json() } as { status: number; body: Body }
  }
  const get = async (path: string) =>
    (await sandbox.http.request(`/api/stripe/${path}`)).json() as Promise<Body>
  const settled = () => sandbox.stripe.webhooks.dispatcher.settled()
  return { sandbox, stripe, post, get, settled }
}

type Setup = Awaited<ReturnType<typeof openSetup>>

const newSetup = ({ stripe }: Pick<Setup, 'stripe'>, customer: string) =>
  stripe.checkout.sessions.create({
    mode: 'setup',
    currency: 'usd',
    customer,
    success_url: RETURN,
    cancel_url: 'http://localhost:3000/add-payment?cancelled=1',
  })

const newSale = ({ stripe }: Pick<Setup, 'stripe'>, customer: string) =>
  stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: 'price_pro', quantity: 1 }],
    success_url: RETURN,
  })

describe('events', () => {
  it('reach the app signed, once, and count as delivered', async () => {
    const setup = await openListened()
    const customer = await setup.stripe.customers.create({ email: 'nora@x.example' })
    await setup.settled()
    expect(setup.receiver.received).toMatchObject([
      { type: 'customer.created', data: { object: { id: customer.id } }, pending_webhooks: 1 },
    ])
    expect(setup.receiver.signatures[0]).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
    const [event] = (await setup.stripe.events.list()).data
    expect(event).toMatchObject({ id: setup.receiver.received[0]!.id, pending_webhooks: 0 })
    expect((await setup.stripe.events.list({ delivery_success: false })).data).toEqual([])
  })

  it('are sent again for three days, each time with a new signature, when the app refuses them', async () => {
    const setup = await openListened()
    setup.receiver.answer = () => 500
    await setup.stripe.customers.create({})
    await setup.settled()
    const after: number[] = []
    const start = setup.clock.time
    for (let minute = 5; minute <= 4 * 24 * 60; minute += 5) {
      const before = setup.receiver.received.length
      setup.clock.time = start + minute * 60_000
      await setup.settled()
      if (setup.receiver.received.length > before) after.push(minute)
    }
    expect(after).toEqual([5, 35, 155, 455, 1055, 1775, 2495, 3215, 3935])
    expect(new Set(setup.receiver.received.map(({ id }) => id)).size).toBe(1)
    expect(new Set(setup.receiver.signatures).size).toBe(10)
    expect((await setup.get('deliveries')).deliveries[0]).toMatchObject({ status: 'failed' })
    expect((await setup.stripe.events.list({ delivery_success: false })).data).toHaveLength(1)
  })

  it('come twice, are lost, or wait, when that is asked for', async () => {
    const setup = await openListened()
    await setup.post('webhooks', { duplicateRatio: 1 })
    await setup.stripe.customers.create({})
    await setup.settled()
    expect(setup.receiver.received).toHaveLength(2)
    await setup.post('webhooks', { dropRatio: 1 })
    await setup.stripe.customers.create({})
    await setup.settled()
    expect(setup.receiver.received).toHaveLength(2)
    await setup.post('webhooks', { delayMs: 60_000 })
    await setup.stripe.customers.create({})
    await setup.settled()
    expect(setup.receiver.received).toHaveLength(2)
    setup.clock.time += 60_000
    await setup.settled()
    expect(setup.receiver.received).toHaveLength(3)
    const view = await setup.get('deliveries')
    expect(view).toMatchObject({ pending: 0, settings: { delayMs: 60_000 } })
    expect(view.deliveries.map(({ status }: { status: string }) => status)).toEqual([
      'delivered',
      'dropped',
      'delivered',
      'delivered',
    ])
  })

  it('overtake each other within the window, when that is asked for', async () => {
    const setup = await openListened()
    await setup.post('webhooks', { shuffleWindow: 40 })
    const ids: string[] = []
    for (let count = 0; count < 40; count++) ids.push((await setup.stripe.customers.create({})).id)
    await setup.settled()
    const arrived = setup.receiver.received.map(({ data }) => (data.object as Stripe.Customer).id)
    expect(arrived.toSorted()).toEqual(ids.toSorted())
    expect(arrived).not.toEqual(ids)
  })

  it('that were pending or not yet queued when the process died are sent by the next one', async () => {
    const setup = await openListened()
    setup.receiver.answer = () => 503
    const { id } = await setup.stripe.customers.create({})
    await setup.settled()
    // The process dies after the ledger was written, and before the delivery was.
    setup.sandbox.stripe.webhooks.deliver = () => undefined
    await setup.stripe.customers.update(id, { name: 'Nora' })
    setup.receiver.answer = () => 200
    const next = setup.reopen()
    setup.clock.time += HOUR_MS
    await next.settled()
    expect(setup.receiver.types.slice(1).toSorted()).toEqual(['customer.created', 'customer.updated'])
  })
})

describe('the memory', () => {
  it('holds everything over a restart, and what is due goes on', async () => {
    const setup = await openSetup()
    const { id: customer } = await setup.stripe.customers.create({ email: 'nora@x.example' })
    const { id: session } = await newSetup(setup, customer)
    expect((await setup.post(`checkout/${session}/complete`, { card: '4000000000000341' })).status).toBe(200)
    const [card] = (await setup.stripe.customers.listPaymentMethods(customer)).data
    const key = { idempotencyKey: 'trial:1' }
    const wanted: Stripe.SubscriptionCreateParams = {
      customer,
      items: [{ price: 'price_pro' }],
      default_payment_method: card!.id,
      trial_end: setup.clock.time / 1000 + 14 * 86_400,
    }
    const { id } = await setup.stripe.subscriptions.create(wanted, key)
    const next = setup.reopen()
    expect((await next.stripe.subscriptions.create(wanted, key)).id).toBe(id)
    const moved = await postJson(next.sandbox, '/api/clock/advance', { days: 15 })
    expect(moved.status).toBe(200)
    // Everything in between has happened when the clock answers.
    expect(next.sandbox.stripe.fake.control.events().map(({ event }) => event.type)).toContain(
      'invoice.payment_failed',
    )
    expect(await next.get(`subscriptions/${id}`)).toMatchObject({ id, status: 'past_due' })
  })
})

describe('the pages', () => {
  const card = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: 'Nora' }
  const pathOf = (url: string | null) => new URL(url!).pathname

  it('P-02 save a card and send the buyer back with the id of the session', async () => {
    const setup = await openSetup()
    const { id: customer } = await setup.stripe.customers.create({})
    const session = await newSetup(setup, customer)
    const page = await (await setup.sandbox.http.request(pathOf(session.url))).text()
    expect(page).toContain('Test payments: no real card')
    expect(page).toContain('http://localhost:3000/add-payment?cancelled=1')
    const done = await postForm(setup.sandbox, pathOf(session.url), card)
    expect(done.status).toBe(303)
    expect(done.headers.get('location')).toBe(`http://localhost:3000/done?session_id=${session.id}`)
    expect(await (await setup.sandbox.http.request(pathOf(session.url))).text()).toContain('Done already')
  })

  it('tell why a card was refused, and keep no number', async () => {
    const setup = await openSetup()
    const session = await newSetup(setup, (await setup.stripe.customers.create({})).id)
    const refused = await postForm(setup.sandbox, pathOf(session.url), {
      ...card,
      number: '4000000000000002',
    })
    expect(refused.status).toBe(402)
    const page = await refused.text()
    expect(page).toContain('Your card was declined.')
    expect(page).not.toContain('value="4000')
    const unread = await postForm(setup.sandbox, pathOf(session.url), { ...card, expiry: 'soon' })
    expect(await unread.text()).toContain('expired')
  })

  it('ask in the name of the bank, and go on with its answer', async () => {
    const setup = await openSetup()
    const session = await newSetup(setup, (await setup.stripe.customers.create({})).id)
    const secure = { ...card, number: '4000002500003155' }
    const asked = await postForm(setup.sandbox, pathOf(session.url), secure)
    expect(await asked.text()).toContain('Confirm with your bank')
    const denied = await postForm(setup.sandbox, pathOf(session.url), { ...secure, confirmation: 'denied' })
    expect(denied.status).toBe(402)
    const confirmed = await postForm(setup.sandbox, pathOf(session.url), {
      ...secure,
      confirmation: 'confirmed',
    })
    expect(confirmed.status).toBe(303)
  })

  it('P-08 sell with the saved card, and take an open invoice', async () => {
    const setup = await openSetup()
    const { id: customer } = await setup.stripe.customers.create({})
    const { id: session } = await newSetup(setup, customer)
    await setup.post(`checkout/${session}/complete`)
    const [saved] = (await setup.stripe.customers.listPaymentMethods(customer)).data
    await setup.stripe.customers.update(customer, { invoice_settings: { default_payment_method: saved!.id } })
    const sale = await newSale(setup, customer)
    const page = await (await setup.sandbox.http.request(pathOf(sale.url))).text()
    expect(page).toContain('Pay $10.00 with Visa ending in 4242')
    expect((await postForm(setup.sandbox, pathOf(sale.url), {})).status).toBe(303)
    await setup.post(`customers/${customer}/charges`, { decline: 'decline_next' })
    setup.clock.time += 32 * 24 * HOUR_MS
    const [open] = (await setup.stripe.invoices.list({ customer, status: 'open' })).data
    const paid = await postForm(setup.sandbox, pathOf(open!.hosted_invoice_url!), card)
    expect(await paid.text()).toContain('paid')
    expect((await setup.stripe.invoices.retrieve(open!.id)).status).toBe('paid')
  })

  it('C-04 the portal cancels, renews, replaces and removes cards, and goes back when its work is done', async () => {
    const setup = await openSetup()
    const { id: customer } = await setup.stripe.customers.create({ email: 'nora@x.example' })
    const { id: session } = await newSale(setup, customer)
    await setup.post(`checkout/${session}/complete`)
    const [subscription] = (await setup.stripe.subscriptions.list({ customer })).data
    const { id } = subscription!
    const { url } = await setup.stripe.billingPortal.sessions.create({
      customer,
      return_url: 'http://localhost:3000/settings',
    })
    const path = pathOf(url)
    expect(await (await setup.sandbox.http.request(path)).text()).toContain('nora@x.example')
    await postForm(setup.sandbox, `${path}/cancel`, { subscription: id })
    expect((await setup.stripe.subscriptions.retrieve(id)).cancel_at).not.toBeNull()
    await postForm(setup.sandbox, `${path}/renew`, { subscription: id })
    expect((await setup.stripe.subscriptions.retrieve(id)).cancel_at).toBeNull()
    await postForm(setup.sandbox, `${path}/card`, { ...card, number: '5555555555554444' })
    const [newest] = (await setup.stripe.customers.listPaymentMethods(customer)).data
    expect(newest!.card!.brand).toBe('mastercard')
    expect((await setup.stripe.subscriptions.retrieve(id)).default_payment_method).toBe(newest!.id)
    await postForm(setup.sandbox, `${path}/remove-card`, { paymentMethod: newest!.id })
    expect((await setup.stripe.customers.listPaymentMethods(customer)).data).toHaveLength(1)
    const foreign = await postForm(setup.sandbox, `${path}/cancel`, { subscription: 'sub_other' })
    expect(foreign.status).toBe(404)
    const after_completion = {
      type: 'redirect' as const,
      redirect: { return_url: 'http://localhost:3000/back' },
    }
    const flow = await setup.stripe.billingPortal.sessions.create({
      customer,
      flow_data: { type: 'payment_method_update', after_completion },
    })
    const updated = await postForm(setup.sandbox, `${pathOf(flow.url)}/card`, card)
    expect(updated.headers.get('location')).toBe('http://localhost:3000/back')
    setup.clock.time += HOUR_MS
    expect((await setup.sandbox.http.request(path)).status).toBe(410)
  })

  it('say so when there is nothing at an address', async () => {
    const { sandbox } = await openSetup()
    for (const path of ['pay/cs_test_x', 'invoice/in_x', 'portal/bps_x'])
      expect((await sandbox.http.request(`/stripe/${path}`)).status).toBe(404)
  })
})

describe('the dashboard', () => {
  it('shows customers by address, with cards by their last digits alone', async () => {
    const setup = await openSetup()
    const { id: customer } = await setup.stripe.customers.create({ email: 'nora@x.example' })
    const { id: session } = await newSale(setup, customer)
    await setup.post(`checkout/${session}/complete`)
    const [shown] = await setup.get('customers?email=NORA@x.example')
    expect(shown).toMatchObject({
      id: customer,
      declines: 'none',
      cards: [{ brand: 'visa', last4: '4242', isDefault: false }],
      subscriptions: [{ status: 'active', cancelAt: null }],
      invoices: [{ status: 'paid', amountDueCents: 1000 }],
    })
    expect(await setup.get('customers?email=other@x.example')).toEqual([])
    const page = await (await setup.sandbox.http.request('/')).text()
    expect(page).toContain('nora@x.example')
  })

  it('cancels, renews, charges and removes as the pages do', async () => {
    const setup = await openSetup()
    const { id: customer } = await setup.stripe.customers.create({})
    const { id: session } = await newSale(setup, customer)
    await setup.post(`checkout/${session}/complete`)
    const [{ id }] = (await setup.get('customers'))[0].subscriptions
    expect((await setup.post(`subscriptions/${id}/cancel`)).body.cancel_at).not.toBeNull()
    expect((await setup.post(`subscriptions/${id}/renew`)).body.cancel_at).toBeNull()
    await setup.post(`customers/${customer}/charges`, { decline: 'decline_all' })
    setup.clock.time += 32 * 24 * HOUR_MS
    const [invoice] = (await setup.stripe.invoices.list({ customer, status: 'open' })).data
    const refused = await setup.post(`invoices/${invoice!.id}/pay`)
    expect(refused).toMatchObject({ status: 409, body: { kind: 'declined' } })
    await setup.post(`customers/${customer}/charges`, { decline: 'none' })
    expect((await setup.post(`customers/${customer}/card`, { card: '5555555555554444' })).body.kind).toBe(
      'saved',
    )
    expect((await setup.post(`invoices/${invoice!.id}/pay`)).body.kind).toBe('paid')
    const [card] = (await setup.stripe.customers.listPaymentMethods(customer)).data
    expect((await setup.post(`payment-methods/${card!.id}/detach`)).status).toBe(200)
  })

  it.each([
    ['checkout/cs_test_x/complete', {}, 404],
    ['checkout/cs_test_x/abandon', {}, 404],
    ['customers/cus_x/charges', { decline: 'sometimes' }, 400],
    ['customers/cus_x/charges', { decline: 'none' }, 404],
    ['webhooks', { dropRatio: 2 }, 400],
  ])('answers %s of %j with %i', async (path, body, status) => {
    const setup = await openSetup()
    const answer = await setup.post(path, body)
    expect(answer.status).toBe(status)
    expect(answer.body.error).toEqual(expect.any(String))
  })

  it('abandons a session once', async () => {
    const setup = await openSetup()
    const { id } = await newSetup(setup, (await setup.stripe.customers.create({})).id)
    expect((await setup.post(`checkout/${id}/abandon`)).status).toBe(200)
    expect((await setup.post(`checkout/${id}/abandon`)).status).toBe(409)
    expect((await setup.post(`checkout/${id}/complete`)).status).toBe(409)
  })
})

describe('a fault', () => {
  it.each([
    ['429', 'StripeRateLimitError'],
    ['5xx', 'StripeAPIError'],
    ['forbidden', 'StripeAuthenticationError'],
  ])('of kind %s is a %s for the app', async (kind, type) => {
    const setup = await openSetup()
    await postJson(setup.sandbox, '/api/faults', { provider: 'stripe', kind })
    await expect(setup.stripe.customers.create({})).rejects.toMatchObject({ type })
    await postJson(setup.sandbox, '/api/faults', { provider: 'stripe', kind: 'none' })
    expect((await setup.stripe.customers.list()).data).toEqual([])
  })

  it.each(['half_body', 'silence'])(
    'of kind %s loses the answer, and the key finds what was done',
    async (kind) => {
      const setup = await openSetup()
      const { hostname, port } = new URL(await serve(setup.sandbox))
      const stripe = new Stripe('sk_test_sandbox', {
        host: hostname,
        port,
        protocol: 'http',
        telemetry: false,
        maxNetworkRetries: 0,
        timeout: 300,
      })
      await postJson(setup.sandbox, '/api/faults', { provider: 'stripe', kind })
      const create = () => stripe.customers.create({ name: 'Nora' }, { idempotencyKey: 'customer:1' })
      await expect(create()).rejects.toThrow()
      await postJson(setup.sandbox, '/api/faults', { provider: 'stripe', kind: 'none' })
      const { id } = await create()
      expect((await stripe.customers.list()).data.map((each) => each.id)).toEqual([id])
    },
  )
})
