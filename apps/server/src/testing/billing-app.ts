import { type Billing, HOUR_MS } from '@stockcast/contract'
import {
  DECLINING_CARD,
  fillIn,
  GOOD_CARD,
  post,
  type StripeProvider,
  startStripeProvider,
} from '@stockcast/testkit/billing'
import { afterEach, beforeAll } from 'vitest'
import type { BillingAccount } from '../accounts/billing/account.ts'
import { getQueuedMails } from './queued-mails.ts'
import { type TestApp, type TestMerchant, withTestApp } from './test-app.ts'

export { DECLINING_CARD, GOOD_CARD }

/** The product with a payment provider whose clock and deliveries the test controls. */
export interface BillingApp extends TestApp {
  provider: StripeProvider
  /** Runs the queued work of billing, and what that work queues. */
  work(): Promise<void>
  /** Delivers every waiting event, then runs the queued work. */
  deliver(): Promise<void>
  /**
   * Moves both clocks hour by hour, and delivers events and runs queued work each day, for this merchant
   * only.
   */
  pass(merchant: TestMerchant, time: { days?: number; hours?: number }): Promise<void>
  getBilling(merchant: TestMerchant): Promise<Billing>
  /**
   * Enters a card on the provider's page. Returns the id of the session; the merchant has not come back yet.
   */
  giveCard(merchant: TestMerchant, card?: string, path?: string): Promise<string>
  /** Enters a card and comes back. */
  startTrial(merchant: TestMerchant, card?: string): Promise<void>
  /** Pays the plan on the provider's page and comes back. */
  subscribe(merchant: TestMerchant): Promise<void>
  /** Returns the subjects of the mails to a merchant so far. */
  mailsTo(merchant: TestMerchant): Promise<string[]>
  /** Returns how many subscriptions of a merchant would be charged. */
  liveSubscriptions(merchant: TestMerchant): Promise<number>
}

const tasksOfBilling = new Set(['apply-events', 'close-billing'])

/** Creates the product and its payment provider for the tests of a file, with their own database. */
export function withBillingApp(): BillingApp {
  let provider: StripeProvider
  const opened = {} as BillingApp
  const app = withTestApp(async ({ closeLater }) => {
    provider = await startStripeProvider()
    closeLater(() => provider.close())
    return { env: { SANDBOX_URL: provider.url } }
  })
  beforeAll(() => {
    Object.assign(opened, billingApp(app, provider))
  })
  afterEach(() => {
    provider.intercept = () => null
  })
  return opened
}

function billingApp(app: TestApp, provider: StripeProvider): BillingApp {
  const { kernel, domains } = app
  provider.follow(kernel.clock)
  const signal = new AbortController().signal
  const worked = new Set<object>()

  const work = async (merchantId?: number) => {
    const isWanted = ({ data }: { data: object }) =>
      merchantId === undefined || ('merchantId' in data && data.merchantId === merchantId)
    for (;;) {
      const next = kernel.sentJobs.find(
        (job) => tasksOfBilling.has(job.name) && !worked.has(job) && isWanted(job),
      )
      if (!next) return
      worked.add(next)
      const task = domains.tasks.find(({ definition }) => definition.name === next.name)
      await task!.run(next.data, signal)
    }
  }
  const deliver = async (merchantId?: number) => {
    for (const event of provider.events.splice(0)) {
      const answer = await post(app, event)
      if (answer.status !== 200) throw new Error(`event refused: ${answer.status}`)
    }
    await work(merchantId)
  }
  const pass: BillingApp['pass'] = async ({ merchantId }, { days = 0, hours = 0 }) => {
    const schedule = domains.tasks.find(({ definition }) => definition.name === 'schedule-billing')!
    for (let hour = 1; hour <= days * 24 + hours; hour++) {
      kernel.clock.advance(HOUR_MS)
      provider.fake.advanceTo(kernel.clock.now().getTime())
      if (hour % 24 !== 0 && hour !== days * 24 + hours && provider.events.length === 0) continue
      await schedule.run({}, signal)
      await deliver(merchantId)
    }
  }
  const giveCard = async (
    merchant: TestMerchant,
    card = GOOD_CARD,
    path = '/functions/stripe-create-setup-session',
  ) => {
    const { url } = await getBody<{ url: string }>(merchant.request(path, { method: 'POST' }))
    return fillIn(provider, url, card)
  }
  return {
    ...app,
    provider,
    work: () => work(),
    deliver: () => deliver(),
    pass,
    giveCard,
    getBilling: (merchant) => getBody<Billing>(merchant.request('/api/billing')),
    startTrial: async (merchant, card) => {
      const sessionId = await giveCard(merchant, card)
      await getBody(merchant.request('/functions/stripe-setup-complete', { json: { sessionId } }))
    },
    subscribe: async (merchant) => {
      const path = '/functions/stripe-create-subscription'
      const { url } = await getBody<{ url: string }>(merchant.request(path, { method: 'POST' }))
      const session_id = fillIn(provider, url)
      await getBody(merchant.request('/functions/stripe-subscription-complete', { json: { session_id } }))
    },
    mailsTo: async ({ merchantId }) =>
      (await getQueuedMails(kernel, merchantId)).map(({ subject }) => subject),
    liveSubscriptions: async (merchant) => {
      const customers = await ask(provider, `/v1/customers?email=${encodeURIComponent(merchant.email)}`)
      const lists = await Promise.all(
        customers.map(({ id }) => ask(provider, `/v1/subscriptions?customer=${id}`)),
      )
      return lists.flat().length
    },
  }
}

async function ask(provider: StripeProvider, path: string): Promise<{ id: string }[]> {
  const headers = { authorization: 'Bearer sk_test_sandbox' }
  const answer = await provider.fake.fetch(new Request(`http://stripe${path}`, { headers }))
  return ((await answer.json()) as { data: { id: string }[] }).data
}

/** Returns the JSON of an answer that must be a success. */
export async function getBody<T = unknown>(asked: Promise<Response>): Promise<T> {
  const answer = await asked
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Returns status, code and sentence of an answer that must be a refusal. */
export async function getRefusal(
  asked: Promise<Response>,
): Promise<{ status: number; code: string; message: string }> {
  const answer = await asked
  const { error } = (await answer.json()) as { error: { code: string; message: string } }
  return { status: answer.status, code: error.code, message: error.message }
}

/** Returns a merchant without a card, by default on a trial that ends on Dec 4, 2026. */
export function anAccount(changes: Partial<BillingAccount> = {}): BillingAccount {
  return {
    merchantId: 7,
    email: 'owner@northfold.test',
    timeZone: 'UTC',
    shopName: null,
    createdAt: new Date('2026-11-20T10:00:00Z'),
    status: 'trial',
    stripeStatus: null,
    planName: null,
    trialEndsAt: new Date('2026-12-04T10:00:00Z'),
    trialExtended: false,
    currentPeriodEnd: null,
    customerId: null,
    subscriptionId: null,
    accessUntil: null,
    isEnding: false,
    trialCancelledAt: null,
    extendedTrialEnd: null,
    hasPaymentMethod: false,
    card: null,
    openInvoice: null,
    version: 0,
    customersMade: 0,
    checkoutsMade: 0,
    hasFinishedSetup: false,
    hasOpenSession: false,
    ...changes,
  }
}
