import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { type Delivery, DeliveryBook } from '../webhooks/delivery-book.ts'
import { Dispatcher } from '../webhooks/dispatcher.ts'
import type { Deadlines } from '../webhooks/post-webhook.ts'
import type { KeptEvent } from './ledger.ts'

export interface StripeDelivery extends Delivery {
  eventId: string
}

export interface StripeWebhooksContext {
  folder: string
  /** The app's only endpoint; null = nowhere. */
  uri: string | null
  secret: string
  deadlines: Deadlines
  now(): number
  report(message: string, error: unknown): void
  delivered(eventId: string): void
}

const SENDER = 'stripe'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Up to three days: https://docs.stripe.com/webhooks#automatic-retries; the single waits are as observed. */
const RETRY_AFTER_MS = [
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  ...Array.from({ length: 4 }, () => 12 * HOUR_MS),
]

/** Sends events to the app, signed as Stripe signs them. */
export class StripeWebhooks {
  readonly dispatcher: Dispatcher<StripeDelivery>
  private readonly book: DeliveryBook<StripeDelivery>
  private readonly context: StripeWebhooksContext

  constructor(context: StripeWebhooksContext) {
    const { folder, deadlines, now, report, delivered } = context
    this.context = context
    this.book = new DeliveryBook(join(folder, 'deliveries.jsonl'))
    this.dispatcher = new Dispatcher(this.book, {
      retryAfterMs: RETRY_AFTER_MS,
      deadlines,
      getHeaders: (delivery) => this.getHeaders(delivery),
      now,
      report,
      isWanted: () => true,
      done: ({ status, eventId }) => {
        if (status === 'delivered') delivered(eventId)
      },
      mayOvertake: () => 0,
    })
  }

  /** Queues each event once. Events queued before a restart are recognised by their number. */
  deliver({ event, sequence }: KeptEvent): void {
    const { uri, now } = this.context
    const reached = { sender: SENDER, since: 0, sequence }
    if (uri === null || this.book.hasReached(reached)) return
    const delivery: StripeDelivery = {
      number: this.book.takeNumber(),
      sender: SENDER,
      topic: event.type,
      uri,
      eventId: event.id,
      body: JSON.stringify(event, null, 2),
      attempts: [],
      nextAt: now(),
      status: 'pending',
    }
    this.book.queue([delivery], reached)
    this.dispatcher.add(delivery)
  }

  /** A new signature for every attempt: https://docs.stripe.com/webhooks#verify-manually */
  private getHeaders({ body }: StripeDelivery): Record<string, string> {
    const { secret, now } = this.context
    const time = Math.floor(now() / 1000)
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    return {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${time},v1=${signature}`,
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    }
  }
}
