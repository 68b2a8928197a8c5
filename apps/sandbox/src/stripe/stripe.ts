import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { providerFaults } from '../faults/provider-faults.ts'
import type { Shared } from '../shared.ts'
import { Journal } from '../storage/journal.ts'
import type { Deadlines } from '../webhooks/post-webhook.ts'
import { createStripeFake, type StripeFake } from './fake.ts'
import type { LedgerEntry } from './ledger.ts'
import { pageRoutes } from './pages.ts'
import { StripeWebhooks } from './stripe-webhooks.ts'

/** https://docs.stripe.com/webhooks */
export const STRIPE_DEADLINES: Deadlines = { connectMs: 1000, totalMs: 10_000 }

/** The fake of Stripe on the sandbox's clock, with its data in a folder and its webhooks. */
export class StripeSandbox {
  readonly fake: StripeFake
  readonly webhooks: StripeWebhooks
  readonly routes: Hono
  /** Where browsers reach the sandbox. */
  address = 'http://localhost'
  private readonly now: () => number

  constructor({ config, deadlines, faults, now, report }: Shared & { deadlines: Deadlines }) {
    const folder = join(config.dataDir, 'stripe')
    this.now = now
    this.webhooks = new StripeWebhooks({
      folder,
      uri: config.stripeWebhookUri,
      secret: `whsec_${config.clientSecret}`,
      deadlines,
      now,
      report,
      delivered: (eventId) => this.fake.control.markDelivered(eventId),
    })
    this.fake = createStripeFake({
      clock: { now },
      journal: new Journal<LedgerEntry>(join(folder, 'ledger.jsonl')),
      deliver: (kept) => this.webhooks.deliver(kept),
      address: () => this.address,
    })
    for (const kept of this.fake.control.events()) if (!kept.isDelivered) this.webhooks.deliver(kept)
    this.routes = new Hono()
    this.routes.use('/v1/*', providerFaults({ provider: 'stripe', faults, refusal }))
    this.routes.all('/v1/*', (c) => this.fake.fetch(c.req.raw))
    this.routes.route('/stripe', pageRoutes(this.fake.control))
  }

  /** Runs the due work. */
  tick(): void {
    this.fake.advanceTo(this.now())
    this.webhooks.dispatcher.pump()
  }
}

/** Returns what Stripe answers with while it is broken; null for faults that are no answer. */
function refusal(c: Context, fault: string): Response | null {
  const answer = (status: 401 | 429 | 503, error: object) => c.json({ error }, status)
  switch (fault) {
    case '429':
      return answer(429, {
        type: 'invalid_request_error',
        message: 'Rate limit exceeded.',
        code: 'rate_limit',
      })
    case '5xx':
      return answer(503, { type: 'api_error', message: 'An unknown error occurred. Try again later.' })
    case 'forbidden':
      return answer(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
    default:
      return null
  }
}
