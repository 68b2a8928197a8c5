import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import {
  type Json,
  MachineClock,
  openSandbox,
  postForm,
  postJson,
  temporaryFolder,
} from '../testing/open-sandbox.ts'
import { serve } from '../testing/serve.ts'
import {
  cardForm,
  GOOD,
  getClient,
  getInvoice,
  getSubscription,
  newSale,
  newSetup,
  startTrial,
} from '../testing/stripe-setup.ts'
import { StripeWebhookReceiver } from '../testing/webhook-receiver.ts'

const HOUR_MS = 3_600_000

async function openSetup(environment: Record<string, string> = {}) {
  const folder = temporaryFolder()
  const clock = new MachineClock()
  const open = () => driven(openSandbox(folder, clock, environment))
  return { ...open(), clock, reopen: open }
}

/** Opens the sandbox beside an app that receives its events. */
async function openWithApp() {
  const receiver = await StripeWebhookReceiver.open()
  return { ...(await openSetup({ APP_URL: receiver.address })), receiver }
}

function driven(sandbox: ReturnType<typeof openSandbox>) {
  const stripe = getClient(async (request) => sandbox.http.fetch(request))
  const post = async (path: string, body: object = {}) => {
    const answer = await postJson(sandbox, `/api/stripe/${path}`, body)
    return { status: answer.status, body: await answer.json() } as { status: number; body: Json }
  }
  const get = async (path: string) =>
    (await sandbox.http.request(`/api/stripe/${path}`)).json() as Promise<Json>
  const settled = () => sandbox.stripe.webhooks.dispatcher.settled()
  const { fake } = sandbox.stripe
  return { sandbox, stripe, fake, post, get, settled }
}

describe('events', () => {
  it('reach the app signed, once, and count as delivered', async () => {
    const setup = await openWithApp()
    const customer = await setup.stripe.customers.create({ email: 'nora@x.example' })
    await setup.settled()
    expect(setup.receiver.received).toMatchObject([
      { type: 'customer.created', data: { object: { id: customer.id } }, pending_webhooks: 1 },
    ])
    expect(setup.receiver.signatures[0]).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
    expect(setup.fake.control.events()).toMatchObject([
      { isDelivered: true, event: { id: setup.receiver.received[0]!.id } },
    ])
  })

  it('are sent again for three days, each time with a new signature, when the app refuses them', async () => {
    const setup = await openWithApp()
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
    expect(setup.fake.control.events()).toMatchObject([{ isDelivered: false }])
  })

  it('that were pending or not yet queued when the process died are sent by the next one', async () => {
    const setup = await openWithApp()
    setup.receiver.answer = () => 503
    const { id } = await setup.stripe.customers.create({})
    await setup.settled()
    // The process dies after the ledger was written, and before the delivery was.
    setup.sandbox.stripe.webhooks.deliver = () => undefined
    await setup.stripe.customers.update(id, { email: 'nora@x.example' })
    setup.receiver.answer = () => 200
    const next = setup.reopen()
    setup.clock.time += HOUR_MS
    await next.settled()
    expect(setup.receiver.types.slice(1).toSorted()).toEqual(['customer.created', 'customer.updated'])
  })
})

it('the stored state survives a restart, after which events that fall due still happen', async () => {
  const setup = await openSetup()
  const { id: customer } = await setup.stripe.customers.create({ email: 'nora@x.example' })
  const card = await setup.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  const settings = { default_payment_method: card.id }
  await setup.stripe.customers.update(customer, { invoice_settings: settings })
  const key = { idempotencyKey: 'trial:1' }
  const { id } = await startTrial(setup, customer, key)
  const next = setup.reopen()
  expect((await startTrial({ ...next, clock: setup.clock }, customer, key)).id).toBe(id)
  const moved = await postJson(next.sandbox, '/api/clock/advance', { days: 15 })
  expect(moved.status).toBe(200)
  // Everything in between has happened when the clock answers.
  expect(next.fake.control.events().map(({ event }) => event.type)).toContain('invoice.payment_failed')
  expect(await getSubscription(next, customer)).toMatchObject({ id, status: 'past_due' })
})

describe('the pages', () => {
  const card = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' }
  const toPath = (url: string | null) => new URL(url!).pathname

  it('P-02 save a card and send the buyer back with the id of the session', async () => {
    const setup = await openSetup()
    const { id: customer } = await setup.stripe.customers.create({})
    const session = await newSetup(setup, customer)
    const page = await (await setup.sandbox.http.request(toPath(session.url))).text()
    expect(page).toContain('Test payments: no real card')
    expect(page).toContain('http://localhost:3000/add-payment?cancelled=1')
    const done = await postForm(setup.sandbox, toPath(session.url), card)
    expect(done.status).toBe(303)
    expect(done.headers.get('location')).toBe(`http://localhost:3000/done?session_id=${session.id}`)
    expect(await (await setup.sandbox.http.request(toPath(session.url))).text()).toContain('Done already')
  })

  it('tell why a card was refused', async () => {
    const setup = await openSetup()
    const session = await newSetup(setup, (await setup.stripe.customers.create({})).id)
    const refused = await postForm(setup.sandbox, toPath(session.url), {
      ...card,
      number: '4000000000000002',
    })
    expect(refused.status).toBe(402)
    expect(await refused.text()).toContain('Your card was declined.')
    const unread = await postForm(setup.sandbox, toPath(session.url), { ...card, expiry: 'soon' })
    expect(await unread.text()).toContain('expired')
  })

  it('P-08 sell with the saved card, and show the invoice', async () => {
    const setup = await openSetup()
    const { id: customer } = await setup.stripe.customers.create({})
    const { id: saved } = await setup.stripe.paymentMethods.attach('pm_card_visa', { customer })
    await setup.stripe.customers.update(customer, { invoice_settings: { default_payment_method: saved } })
    const sale = await newSale(setup, customer)
    const page = await (await setup.sandbox.http.request(toPath(sale.url))).text()
    expect(page).toContain('Pay $10.00 with Visa ending in 4242')
    expect((await postForm(setup.sandbox, toPath(sale.url), {})).status).toBe(303)
    const { hosted_invoice_url: url } = await getInvoice(setup, customer)
    expect(await (await setup.sandbox.http.request(toPath(url!))).text()).toContain('$10.00, paid')
  })

  it('C-04 of the portal cancel, renew and replace the card', async () => {
    const setup = await openSetup()
    const { id: customer } = await setup.stripe.customers.create({ email: 'nora@x.example' })
    const { id: session } = await newSale(setup, customer)
    setup.fake.control.completeCheckout(session, cardForm(GOOD))
    const { id: subscription } = await getSubscription(setup, customer)
    const return_url = 'http://localhost:3000/settings'
    const { url } = await setup.stripe.billingPortal.sessions.create({ customer, return_url })
    const path = toPath(url)
    const page = await (await setup.sandbox.http.request(path)).text()
    for (const part of ['nora@x.example', 'Cancel plan', return_url]) expect(page).toContain(part)
    await postForm(setup.sandbox, `${path}/cancel`, { subscription })
    expect((await getSubscription(setup, customer)).cancel_at).not.toBeNull()
    await postForm(setup.sandbox, `${path}/renew`, { subscription })
    expect((await getSubscription(setup, customer)).cancel_at).toBeNull()
    const before = (await getSubscription(setup, customer)).default_payment_method
    await postForm(setup.sandbox, `${path}/card`, card)
    const after = await getSubscription(setup, customer)
    expect(after.default_payment_method).not.toBe(before)
    expect(await setup.stripe.customers.retrieve(customer)).toMatchObject({
      invoice_settings: { default_payment_method: after.default_payment_method },
    })
    const foreign = await postForm(setup.sandbox, `${path}/cancel`, { subscription: 'sub_other' })
    expect(foreign.status).toBe(404)
  })

  it('answer 404 at an address that names nothing', async () => {
    const { sandbox } = await openSetup()
    for (const path of ['pay/cs_test_x', 'invoice/in_x', 'portal/bps_x'])
      expect((await sandbox.http.request(`/stripe/${path}`)).status).toBe(404)
  })
})

it('the payments as JSON show customers by address, with the card by its last digits alone', async () => {
  const setup = await openSetup()
  const { id: customer } = await setup.stripe.customers.create({ email: 'nora@x.example' })
  const { id: session } = await newSale(setup, customer)
  expect((await setup.post(`checkout/${session}/complete`)).status).toBe(200)
  expect((await setup.post(`checkout/${session}/complete`)).status).toBe(409)
  const [shown] = await setup.get('customers?email=NORA@x.example')
  expect(shown).toMatchObject({
    id: customer,
    card: null,
    subscriptions: [{ status: 'active', cancelAt: null }],
    invoices: [{ status: 'paid', amountDueCents: 1000 }],
  })
  expect(await setup.get('customers?email=other@x.example')).toEqual([])
  expect((await setup.post('checkout/cs_test_x/complete')).status).toBe(404)
  expect((await setup.post(`checkout/${session}/complete`, { card: 1 })).status).toBe(400)
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
    expect((await setup.stripe.customers.create({})).id).toMatch(/^cus_/)
  })

  it.each(['half_body', 'silence'])('%s loses the answer, and the key finds what was done', async (kind) => {
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
    const create = () =>
      stripe.customers.create({ email: 'nora@x.example' }, { idempotencyKey: 'customer:1' })
    await expect(create()).rejects.toThrow()
    await postJson(setup.sandbox, '/api/faults', { provider: 'stripe', kind: 'none' })
    const { id } = await create()
    const { data } = await stripe.customers.list({ email: 'nora@x.example' })
    expect(data.map((each) => each.id)).toEqual([id])
  })
})
