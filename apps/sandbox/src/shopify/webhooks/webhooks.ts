import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Random, randomFrom } from '../../random.ts'
import { DeliveryBook, type Reached } from '../../webhooks/delivery-book.ts'
import { SettingsOfSenders } from '../../webhooks/delivery-settings.ts'
import { Dispatcher } from '../../webhooks/dispatcher.ts'
import type { Deadlines } from '../../webhooks/post-webhook.ts'
import type { ShopStore } from '../store/shop-store.ts'
import type { ChangeNotice } from '../store/store-change.ts'
import { getHeaders, getId, RETRY_AFTER_MS, type ShopifyDelivery, triggerTime } from './delivery.ts'
import { getPayload } from './describe-change.ts'
import { type WebhookSubscription, WebhookSubscriptions } from './subscriptions.ts'
import { TOPICS, type TopicName } from './topics.ts'

/** Deliveries beyond this are lost, as some of the real ones are; apps compare with the provider now and then. */
const MAX_PENDING = 50_000

type NewDelivery = Omit<ShopifyDelivery, 'number' | 'attempts' | 'status'>

export interface WebhooksContext {
  folder: string
  secret: string
  /** Where shop/redact goes; null = nowhere. */
  complianceUri: string | null
  deadlines: Deadlines
  now(): number
  isInstalled(shop: string): boolean
  report(message: string, error: unknown): void
}

/** Creates deliveries of changes in the stores, and sends them until they are accepted or given up. */
export class Webhooks {
  readonly subscriptions: WebhookSubscriptions
  readonly dispatcher: Dispatcher<ShopifyDelivery>
  readonly settings: SettingsOfSenders
  private readonly book: DeliveryBook<ShopifyDelivery>
  private readonly random: Random = randomFrom(2)
  private readonly context: WebhooksContext
  private readonly acceptedAt = new Map<number, number>()

  constructor(context: WebhooksContext) {
    const { folder, secret, deadlines, now, report } = context
    this.context = context
    this.subscriptions = new WebhookSubscriptions(join(folder, 'webhooks.json'))
    this.settings = new SettingsOfSenders(join(folder, 'webhook-settings.json'))
    this.book = new DeliveryBook(join(folder, 'deliveries.jsonl'))
    this.dispatcher = new Dispatcher(this.book, {
      retryAfterMs: RETRY_AFTER_MS,
      deadlines,
      getHeaders: (delivery) => getHeaders(delivery, secret),
      now,
      report,
      isWanted: (delivery) => this.isWanted(delivery),
      done: (delivery) => this.finish(delivery),
      mayOvertake: (shop) => Math.max(0, this.settings.of(shop).shuffleWindow - 1),
    })
  }

  /** Sends a change of a store. Changes sent before a restart are recognised by their number. */
  changed(store: ShopStore, notice: ChangeNotice): void {
    const shop = store.profile.domain
    const reached = { sender: shop, since: store.createdAt, sequence: notice.sequence }
    const { topic } = notice.change
    if (this.subscribed(shop, topic, notice.at).length === 0) return
    if (this.book.hasReached(reached)) return
    const eventId = getId(`${shop} ${reached.since} ${notice.sequence}`)
    const payload = getPayload(store, notice)
    this.announce({ shop, topic, payload, at: notice.at, eventId, reached })
  }

  /** Sends a webhook about the app's installation, or about a store that was loaded. */
  send(shop: string, topic: TopicName, payload: () => unknown, at = this.context.now()): void {
    if (this.subscribed(shop, topic, at).length === 0) return
    this.announce({ shop, topic, payload: payload(), at, eventId: randomUUID(), reached: null })
  }

  /** Sends shop/redact, unless the app has no address for it. */
  sendRedact(shop: string, payload: unknown, at: number): void {
    const uri = this.context.complianceUri
    if (uri === null) return
    const draft = this.draft({
      sender: shop,
      topic: 'shop/redact',
      uri,
      subscription: null,
      triggeredAt: triggerTime(at, 0),
      body: JSON.stringify(payload),
      webhookId: randomUUID(),
      eventId: randomUUID(),
      nextAt: at,
    })
    this.queue([draft], null)
  }

  list(shop: string, most = 100): ShopifyDelivery[] {
    return this.book.list(shop, most)
  }

  pendingCount(shop: string): number {
    let count = 0
    for (const delivery of this.book.pending.values()) if (delivery.sender === shop) count++
    return count
  }

  private announce(event: {
    shop: string
    topic: TopicName
    payload: unknown
    at: number
    eventId: string
    reached: Reached | null
  }): void {
    const { shop, topic, payload, at, eventId, reached } = event
    const { delayMs } = this.settings.of(shop)
    const deliveries = this.subscribed(shop, topic, at).flatMap(({ number, uri }) =>
      this.withFlaws({
        sender: shop,
        topic: TOPICS[topic],
        uri,
        subscription: number,
        webhookId: getId(`${eventId} ${number}`),
        eventId,
        triggeredAt: triggerTime(at, reached?.sequence ?? 0),
        body: JSON.stringify(payload),
        nextAt: this.context.now() + delayMs,
      }),
    )
    if (deliveries.length > 0) this.queue(deliveries, reached)
  }

  /** Returns a wanted delivery once, twice or as lost; it is always lost while too many are pending. */
  private withFlaws(wanted: NewDelivery): ShopifyDelivery[] {
    const { dropRatio, duplicateRatio } = this.settings.of(wanted.sender)
    const isDropped = this.random() < dropRatio
    const isTwice = this.random() < duplicateRatio
    if (isDropped || this.book.pending.size >= MAX_PENDING)
      return [{ ...this.draft(wanted), status: 'dropped', body: '' }]
    return isTwice ? [this.draft(wanted), this.draft(wanted)] : [this.draft(wanted)]
  }

  private draft(wanted: NewDelivery): ShopifyDelivery {
    return { ...wanted, number: this.book.takeNumber(), attempts: [], status: 'pending' }
  }

  private subscribed(shop: string, topic: TopicName, at: number): WebhookSubscription[] {
    return this.subscriptions.list(shop).filter((each) => each.topic === topic && each.createdAt <= at)
  }

  private queue(deliveries: ShopifyDelivery[], reached: Reached | null): void {
    this.book.queue(deliveries, reached)
    for (const delivery of deliveries) if (delivery.status === 'pending') this.dispatcher.add(delivery)
  }

  private isWanted({ topic, sender: shop, subscription }: ShopifyDelivery): boolean {
    if (topic === 'app/uninstalled') return true
    // A shop that came back within the 48 hours keeps its data.
    if (topic === 'shop/redact') return !this.context.isInstalled(shop)
    return subscription === null || this.subscriptions.has(shop, subscription)
  }

  /** Deletes a subscription whose delivery failed nine times with no other accepted in the meantime. */
  private finish({ subscription, status, sender: shop, attempts }: ShopifyDelivery): void {
    if (subscription === null) return
    if (status === 'delivered') this.acceptedAt.set(subscription, this.context.now())
    const lastAccepted = this.acceptedAt.get(subscription) ?? Number.NEGATIVE_INFINITY
    if (status === 'failed' && lastAccepted < attempts[0]!.at) this.subscriptions.delete(shop, subscription)
  }
}
