import Stripe from 'stripe'
import { createStripeStandIn, type StripeStandIn } from '../../../../apps/sandbox/src/stripe/stand-in.ts'
import { type HttpServer, serve } from '../../../../apps/server/src/http/serve.ts'
import type { TestApp } from '../../../../apps/server/src/testing/index.ts'

export const GOOD_CARD = '4242424242424242'
/** Can be saved; every charge is declined. */
export const DECLINING_CARD = '4000000000000341'

const WEBHOOK_SECRET = 'whsec_sandbox-secret'

/** The stand-in for Stripe in this process, whose time and deliveries a test decides. */
export interface StripeWorld {
  /** The `SANDBOX_URL` of a product that uses it. */
  url: string
  standIn: StripeStandIn
  /** Events not delivered yet, oldest first. */
  events: Stripe.Event[]
  /** From now on its time is that of this clock. */
  follow(clock: { now(): Date }): void
  /** Asked before each request; what it answers takes the place of the real answer. */
  intercept: (request: Request) => Response | 'lost' | null
  requests: string[]
  close(): Promise<void>
}

export async function startStripeWorld(): Promise<StripeWorld> {
  let clock: { now(): Date } = { now: () => new Date() }
  const events: Stripe.Event[] = []
  const standIn = createStripeStandIn({
    clock: { now: () => clock.now().getTime() },
    deliver: ({ event }) => void events.push(event),
  })
  const server: HttpServer = await serve({
    host: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      world.requests.push(`${request.method} ${new URL(request.url).pathname}`)
      const instead = world.intercept(request)
      if (instead === null) return standIn.fetch(request)
      // It took effect, and nobody hears of it.
      if (instead === 'lost') {
        await standIn.fetch(request)
        return new Response('', { status: 500, headers: { 'stripe-should-retry': 'false' } })
      }
      return instead
    },
  })
  const world: StripeWorld = {
    url: server.address,
    standIn,
    events,
    requests: [],
    intercept: () => null,
    follow: (next) => {
      clock = next
    },
    close: () => server.stop(0),
  }
  return world
}

/** An answer of a provider that is down; the library does not repeat the request. */
export function unavailable(): Response {
  const error = { type: 'api_error', message: 'The provider is down.' }
  return Response.json({ error }, { status: 503, headers: { 'stripe-should-retry': 'false' } })
}

/** What the merchant does on the provider's page. Answers the id of the session. */
export function fillIn(world: StripeWorld, url: string, card = GOOD_CARD): string {
  const session = url.split('/').at(-1)!
  const outcome = world.standIn.control.completeCheckout(session, {
    card: { number: card, expMonth: 12, expYear: 2034, cvc: '123' },
    email: null,
    name: 'Nora Field',
    confirmation: 'confirmed',
  })
  if (outcome.kind !== 'complete') throw new Error(`not completed: ${outcome.kind}`)
  return session
}

/** Sends an event to the product as Stripe would. */
export function post(app: Pick<TestApp, 'request'>, event: Stripe.Event, secret = WEBHOOK_SECRET) {
  const payload = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
  return app.request('/webhooks/stripe', {
    method: 'POST',
    body: payload,
    headers: { 'stripe-signature': signature },
  })
}
