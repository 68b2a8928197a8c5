import { createHmac } from 'node:crypto'
import { Agenda } from '../../clock/agenda.ts'
import { randomFrom } from '../../random.ts'
import { afterAttempt, type Delivery } from './delivery.ts'
import type { DeliveryBook } from './delivery-book.ts'
import { type Deadlines, WebhookPoster } from './post-webhook.ts'
import { ShopQueues } from './shop-queues.ts'

const MOST_AT_ONCE = 16
const API_VERSION = '2026-10'

export interface DispatcherWorld {
  secret: string
  deadlines: Deadlines
  now(): number
  report(message: string, error: unknown): void
  /** False when there is no one left to deliver it to. */
  isWanted(delivery: Delivery): boolean
  /** Told when it was delivered, or given up after four hours. */
  done(delivery: Delivery): void
  mayOvertake(shop: string): number
}

/** Sends what is due, sixteen at once. */
export class Dispatcher {
  private readonly waiting = new Agenda<Delivery>()
  private readonly ready = new ShopQueues<Delivery>(randomFrom(1))
  private readonly running = new Set<Promise<void>>()
  private readonly poster: WebhookPoster
  private readonly book: DeliveryBook
  private readonly world: DispatcherWorld
  private isStarting = false

  constructor(book: DeliveryBook, world: DispatcherWorld) {
    this.book = book
    this.world = world
    this.poster = new WebhookPoster(MOST_AT_ONCE, world.deadlines)
    for (const delivery of book.pending.values()) this.waiting.add(delivery.nextAt, delivery)
  }

  add(delivery: Delivery): void {
    if (delivery.nextAt > this.world.now()) this.waiting.add(delivery.nextAt, delivery)
    else this.ready.add(delivery, this.world.mayOvertake(delivery.shop))
    if (this.isStarting) return
    this.isStarting = true
    // What happens at once is put in order, or out of it, before the first of it is sent.
    setImmediate(() => {
      this.isStarting = false
      this.pump()
    })
  }

  /** Sends what has become due. */
  pump(): void {
    const now = this.world.now()
    for (let due = this.waiting.take(now); due; due = this.waiting.take(now)) {
      this.ready.add(due.event, this.world.mayOvertake(due.event.shop))
    }
    while (this.running.size < MOST_AT_ONCE) {
      const delivery = this.ready.take()
      if (!delivery) return
      const run = this.run(delivery).finally(() => {
        this.running.delete(run)
        this.pump()
      })
      this.running.add(run)
    }
  }

  /** Settles when nothing is due any more. */
  async settled(): Promise<void> {
    this.pump()
    while (this.running.size > 0 || !this.ready.isEmpty) await Promise.race(this.running)
  }

  close(): void {
    this.poster.close()
  }

  private async run(delivery: Delivery): Promise<void> {
    try {
      await this.attempt(delivery)
    } catch (error) {
      this.world.report(`webhook delivery ${delivery.number} failed`, error)
    }
  }

  private async attempt(delivery: Delivery): Promise<void> {
    if (!this.world.isWanted(delivery)) return this.book.change(delivery, { status: 'cancelled' })
    const { uri, body } = delivery
    const { isAccepted, answer } = await this.poster.post({ uri, body, headers: this.headersOf(delivery) })
    this.book.change(delivery, afterAttempt(delivery, { at: this.world.now(), answer }, isAccepted))
    if (delivery.status === 'pending') this.waiting.add(delivery.nextAt, delivery)
    else this.world.done(delivery)
  }

  private headersOf({
    topic,
    shop,
    webhookId,
    eventId,
    triggeredAt,
    body,
  }: Delivery): Record<string, string> {
    return {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-hmac-sha256': createHmac('sha256', this.world.secret).update(body).digest('base64'),
      'x-shopify-shop-domain': shop,
      'x-shopify-api-version': API_VERSION,
      'x-shopify-webhook-id': webhookId,
      'x-shopify-event-id': eventId,
      'x-shopify-triggered-at': triggeredAt,
    }
  }
}
