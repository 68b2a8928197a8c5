import Stripe from 'stripe'
import { createStripeFake, type StripeFake } from '../../../../apps/sandbox/src/stripe/fake.ts'
import { type HttpServer, serve } from '../../../../apps/server/src/kernel/http/serve.ts'
import type { TestApp } from '../../../../apps/server/src/testing/index.ts'

export const GOOD_CARD = '4242424242424242'
/** A card that can be saved, but whose every charge is declined. */
export const DECLINING_CARD = '4000000000000341'

const WEBHOOK_SECRET = 'whsec_sandbox-secret'

/** The fake of Stripe in this process, whose time and deliveries the test controls. */
export interface StripeProvider {
  /** The `SANDBOX_URL` for a product that uses it. */
  url: string
  fake: StripeFake
  /** Undelivered events, oldest first. */
  events: Stripe.Event[]
  /** Makes the fake use this clock from now on. */
  follow(clock: { now(): Date }): void
  /** Called before each request; its result replaces the fake's answer. `lost`: the request takes effect, its answer is lost. */
  intercept: (request: Request) => Response | 'lost' | null
  requests: string[]
  close(): Promise<void>
}

export async function startStripeProvider(): Promise<StripeProvider> {
  let clock: { now(): Date } = { now: () => new Date() }
  const events: Stripe.Event[] = []
  const fake = createStripeFake({
    clock: { now: () => clock.now().getTime() },
    deliver: ({ event }) => void events.push(event),
  })
  const server: HttpServer = await serve({
    host: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      provider.requests.push(`${request.method} ${new URL(request.url).pathname}`)
      const instead = provider.intercept(request)
      if (instead === null) return fake.fetch(request)
      if (instead === 'lost') {
        await fake.fetch(request)
        return new Response('', { status: 500, headers: { 'stripe-should-retry': 'false' } })
      }
      return instead
    },
  })
  const provider: StripeProvider = {
    url: server.address,
    fake,
    events,
    requests: [],
    intercept: () => null,
    follow: (next) => {
      clock = next
    },
    close: () => server.stop(0),
  }
  return provider
}

/** Returns the answer of a provider that is down, such that the library does not retry. */
export function unavailable(): Response {
  const error = { type: 'api_error', message: 'The provider is down.' }
  return Response.json({ error }, { status: 503, headers: { 'stripe-should-retry': 'false' } })
}

/** Completes the provider's page as the merchant would. Returns the id of the session. */
export function fillIn(provider: StripeProvider, url: string, card = GOOD_CARD): string {
  const session = url.split('/').at(-1)!
  const form = { number: card, expMonth: 12, expYear: 2034 }
  const outcome = provider.fake.control.completeCheckout(session, form)
  if (outcome.kind !== 'complete') throw new Error(`not completed: ${outcome.kind}`)
  return session
}

/** Posts an event to the product as Stripe would. */
export function post(app: Pick<TestApp, 'request'>, event: Stripe.Event, secret = WEBHOOK_SECRET) {
  const payload = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
  return app.request('/webhooks/stripe', {
    method: 'POST',
    body: payload,
    headers: { 'stripe-signature': signature },
  })
}
