import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import { createStripeFake } from '../../../../apps/sandbox/src/stripe/fake.ts'
import type { Config } from '../../../../apps/server/src/kernel/config/config.ts'

const START = Date.parse('2026-11-20T10:00:00Z')
const POLL_MS = 2000
const PATIENCE_MS = 300_000

/** A provider account whose time can be moved: one of the fake, or a test account at Stripe. */
export interface ProviderAccount {
  config: Config['stripe']
  /** Replaces the network if set. */
  request: typeof fetch | undefined
  /** The official library, for the actions of merchants on the provider's pages. */
  stripe: Stripe
  openTimeline(): Promise<Timeline>
}

/** A separate clock for some customers. */
export interface Timeline {
  now(): Date
  /** Parameters of a customer on this clock. */
  customerParams: Stripe.CustomerCreateParams
  passTo(instant: Date): Promise<void>
}

export function fakeAccount(config: Config['stripe']): ProviderAccount {
  let time = START
  const fake = createStripeFake({ clock: { now: () => time }, deliver: () => undefined })
  const request = (url: string | URL | Request, init?: RequestInit) => fake.fetch(new Request(url, init))
  const httpClient = Stripe.createFetchHttpClient(request)
  return {
    config,
    request,
    stripe: new Stripe('sk_test_sandbox', { telemetry: false, httpClient }),
    openTimeline: async () => ({
      now: () => new Date(time),
      customerParams: {},
      passTo: async (instant) => {
        time = Math.max(time, instant.getTime())
        fake.advanceTo(time)
      },
    }),
  }
}

/** Returns a test account at Stripe, and creates its product and price if missing. */
export async function testAccount(config: Config['stripe']): Promise<ProviderAccount> {
  const stripe = new Stripe(config.secretKey, { telemetry: false, maxNetworkRetries: 4 })
  if (config.priceId === null) await ensurePrice(stripe)
  return { config, request: undefined, stripe, openTimeline: () => openTestClock(stripe) }
}

async function ensurePrice(stripe: Stripe): Promise<void> {
  const { data } = await stripe.prices.list({ lookup_keys: ['pro_monthly'], active: true, limit: 1 })
  if (data.length > 0) return
  await stripe.prices.create({
    currency: 'usd',
    unit_amount: 1000,
    recurring: { interval: 'month' },
    lookup_key: 'pro_monthly',
    product_data: { name: 'Pro Plan' },
  })
}

async function openTestClock(stripe: Stripe): Promise<Timeline> {
  let time = Math.floor(Date.now() / 1000)
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: time, name: 'journey' })
  return {
    now: () => new Date(time * 1000),
    customerParams: { test_clock: clock.id },
    passTo: async (instant) => {
      time = Math.floor(instant.getTime() / 1000)
      await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: time })
      const until = performance.now() + PATIENCE_MS
      for (;;) {
        const { status } = await stripe.testHelpers.testClocks.retrieve(clock.id)
        if (status === 'ready') return
        if (status === 'internal_failure' || performance.now() > until) {
          throw new Error(`the test clock is ${status}`)
        }
        await sleep(POLL_MS)
      }
    },
  }
}
