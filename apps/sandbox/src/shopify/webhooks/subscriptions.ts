import { existsSync, readFileSync } from 'node:fs'
import { writeAtomically } from '../../storage/write-atomically.ts'
import type { TopicName } from './topics.ts'

export interface WebhookSubscription {
  number: number
  shop: string
  topic: TopicName
  uri: string
  createdAt: number
}

const FIRST_NUMBER = 1_900_000_000_000

/** Subscriptions made through the Admin API, per shop. */
export class WebhookSubscriptions {
  private subscriptions: WebhookSubscription[]
  private readonly path: string

  constructor(path: string) {
    this.path = path
    this.subscriptions = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []
  }

  list(shop: string): WebhookSubscription[] {
    return this.subscriptions.filter((subscription) => subscription.shop === shop)
  }

  /** Null when the shop already sends this topic to this address. */
  create(subscription: Omit<WebhookSubscription, 'number'>): WebhookSubscription | null {
    const { shop, topic, uri } = subscription
    if (this.list(shop).some((known) => known.topic === topic && known.uri === uri)) return null
    const numbers = this.subscriptions.map((known) => known.number)
    const created = { ...subscription, number: Math.max(FIRST_NUMBER, ...numbers) + 1 }
    this.save([...this.subscriptions, created])
    return created
  }

  delete(shop: string, number: number): boolean {
    const left = this.subscriptions.filter((known) => known.shop !== shop || known.number !== number)
    if (left.length === this.subscriptions.length) return false
    this.save(left)
    return true
  }

  deleteAll(shop: string): void {
    this.save(this.subscriptions.filter((known) => known.shop !== shop))
  }

  has(shop: string, number: number): boolean {
    return this.list(shop).some((known) => known.number === number)
  }

  shops(): string[] {
    return [...new Set(this.subscriptions.map(({ shop }) => shop))]
  }

  private save(subscriptions: WebhookSubscription[]): void {
    writeAtomically(this.path, JSON.stringify(subscriptions))
    this.subscriptions = subscriptions
  }
}
