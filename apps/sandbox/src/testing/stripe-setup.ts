import qs from 'qs'
import Stripe from 'stripe'
import { expect, vi } from 'vitest'
import type { CardForm } from '../stripe/cards.ts'
import { createStripeFake, type StripeFake } from '../stripe/fake.ts'
import type { KeptEvent, LedgerJournal } from '../stripe/ledger.ts'
import { NOW } from './open-sandbox.ts'
import { type Answered, faultsOfAnswer, faultsOfRequest } from './stripe-schemas.ts'

// The schemas are compiled when they are first needed: two seconds, many on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

export const DAY_MS = 86_400_000
export const HOUR_MS = DAY_MS / 24
export const GOOD = '4242424242424242'
/** Can be saved; its charges fail. */
export const FAILING = '4000000000000341'

/** Parameters of every checkout session. */
export const page = {
  ui_mode: 'hosted_page' as const,
  allowed_payment_method_types: ['card' as const],
  client_reference_id: 'm1',
  success_url: 'http://localhost:3000/done?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:3000/add-payment?cancelled=1',
  metadata: { purpose: 'trial' },
}

export interface StripeSetup {
  stripe: Stripe
  fake: StripeFake
  events: KeptEvent[]
  clock: { time: number; now(): number }
  /** Moves the clock on and does what became due. */
  pass(ms: number): void
  /** Types of the events since the last call. */
  heard(): string[]
}

/** The official library talking to a fake in this process; every answer and event is held against its types. */
export function openStripe(journal?: LedgerJournal, clock = standingClock()): StripeSetup {
  const events: KeptEvent[] = []
  const fake = createStripeFake({
    clock,
    ...(journal && { journal }),
    deliver: (kept) => {
      expect(faultsOfAnswer(kept.event), kept.event.type).toEqual([])
      events.push(kept)
    },
  })
  let heardUpTo = 0
  return {
    stripe: getClient((request) => checked(fake, request)),
    fake,
    events,
    clock,
    pass: (ms) => {
      clock.time += ms
      fake.advanceTo(clock.time)
    },
    heard: () => {
      const types = events.slice(heardUpTo).map(({ event }) => event.type)
      heardUpTo = events.length
      return types
    },
  }
}

export function standingClock(time = NOW) {
  const clock = { time, now: () => clock.time }
  return clock
}

export function getClient(answer: (request: Request) => Promise<Response>): Stripe {
  const httpClient = Stripe.createFetchHttpClient((url, init) => answer(new Request(url, init)))
  return new Stripe('sk_test_sandbox', { httpClient, telemetry: false, maxNetworkRetries: 0 })
}

async function checked(fake: StripeFake, request: Request): Promise<Response> {
  const { method, url } = request
  const form = method === 'POST' ? await request.clone().text() : new URL(url).search.slice(1)
  const response = await fake.fetch(request)
  const answered = (await response.clone().json()) as Answered & { error?: object }
  const about = `${method} ${new URL(url).pathname}`
  if (!response.ok) {
    expect(answered.error, about).toMatchObject({ type: expect.any(String), message: expect.any(String) })
    return response
  }
  expect(faultsOfAnswer(answered), about).toEqual([])
  const parameters = getParameters(method, new URL(url).pathname)
  if (parameters) expect(faultsOfRequest(parameters, qs.parse(form, { depth: 8 })), about).toEqual([])
  return response
}

export function cardForm(number: string): CardForm {
  return { number, expMonth: 12, expYear: 2034 }
}

export async function newCustomer({ stripe }: StripeSetup): Promise<string> {
  return (await stripe.customers.create({ email: 'nora@northfold.example', metadata: { merchant: 'm1' } })).id
}

export function newSetup(
  { stripe }: Pick<StripeSetup, 'stripe'>,
  customer: string,
): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({ ...page, mode: 'setup', currency: 'usd', customer })
}

export function newSale(
  { stripe }: Pick<StripeSetup, 'stripe'>,
  customer: string,
): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    ...page,
    mode: 'subscription',
    customer,
    line_items: [{ price: 'price_pro', quantity: 1 }],
    payment_method_collection: 'always',
    subscription_data: { metadata: { merchant: 'm1' } },
  })
}

/** Saves the card at the hosted page and makes it the customer's default. */
export async function saveCard(setup: StripeSetup, customer: string, number = GOOD): Promise<string> {
  const { id } = await newSetup(setup, customer)
  expect(setup.fake.control.completeCheckout(id, cardForm(number)).kind).toBe('complete')
  const session = await setup.stripe.checkout.sessions.retrieve(id, { expand: ['setup_intent'] })
  const card = (session.setup_intent as Stripe.SetupIntent).payment_method as string
  await setup.stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } })
  return card
}

export function startTrial(
  { stripe, clock }: { stripe: Stripe; clock: { time: number } },
  customer: string,
  options: Stripe.RequestOptions = {},
): Promise<Stripe.Subscription> {
  const trial: Stripe.SubscriptionCreateParams = {
    customer,
    items: [{ price: 'price_pro', quantity: 1 }],
    trial_end: Math.floor(clock.time / 1000) + 14 * 86_400,
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    off_session: true,
  }
  return stripe.subscriptions.create(trial, options)
}

/** Returns the newest of all subscriptions of the customer. */
export async function getSubscription(
  { stripe }: Pick<StripeSetup, 'stripe'>,
  customer: string,
): Promise<Stripe.Subscription> {
  return (await stripe.subscriptions.list({ customer, status: 'all' })).data[0]!
}

/** Returns the customer's newest invoice, with its payment. */
export async function getInvoice(
  { stripe }: Pick<StripeSetup, 'stripe'>,
  customer: string,
): Promise<Stripe.Invoice> {
  return (await stripe.invoices.list({ customer, expand: ['data.payments'] })).data[0]!
}

/** A customer with the card, in the first minute of a trial of 14 days. */
export async function openTrial(number = GOOD): Promise<StripeSetup & { customer: string; id: string }> {
  const setup = openStripe()
  const customer = await newCustomer(setup)
  await saveCard(setup, customer, number)
  const { id } = await startTrial(setup, customer)
  setup.heard()
  return { ...setup, customer, id }
}

/** Names of the parameter schemas by request; requests that are not here take `expand` at most. */
export const STRIPE_PARAMETERS: Readonly<Record<string, string>> = {
  'POST /customers': 'PCustomerCreate',
  'GET /customers': 'PCustomerList',
  'POST /customers/:id': 'PCustomerUpdate',
  'POST /payment_methods/:id/attach': 'PPaymentMethodAttach',
  'POST /checkout/sessions': 'PCheckoutCreate',
  'POST /subscriptions': 'PSubscriptionCreate',
  'GET /subscriptions': 'PSubscriptionList',
  'POST /subscriptions/:id': 'PSubscriptionUpdate',
  'DELETE /subscriptions/:id': 'PSubscriptionCancel',
  'GET /invoices': 'PInvoiceList',
  'POST /invoices/:id/pay': 'PInvoicePay',
  'POST /refunds': 'PRefundCreate',
  'GET /refunds': 'PRefundList',
  'POST /billing_portal/sessions': 'PPortalCreate',
  'GET /prices': 'PPriceList',
}

function getParameters(method: string, pathname: string): string | undefined {
  const path = pathname.replace(/^\/v1/, '').replace(/\/[a-z]+_(?:test_)?[A-Za-z0-9]{8,}/, '/:id')
  return STRIPE_PARAMETERS[`${method} ${path}`]
}
