import { Agenda } from '../clock/agenda.ts'
import { type Random, randomFrom, wholeBetween } from '../random.ts'
import type { Delivery, DeliveryBook } from './delivery-book.ts'
import { type Deadlines, WebhookPoster } from './post-webhook.ts'

/** First in, first out for a sender; senders take turns, so that a busy one holds up no other. */
class SenderQueues<Item extends { sender: string }> {
  private readonly queues = new Map<string, Item[]>()
  private readonly random: Random

  constructor(random: Random) {
    this.random = random
  }

  /** Puts the item at the end, or in front of up to `mayOvertake` others. */
  add(item: Item, mayOvertake = 0): void {
    const queue = this.queues.get(item.sender) ?? []
    this.queues.set(item.sender, queue)
    const overtaken = mayOvertake > 0 ? wholeBetween(this.random, 0, Math.min(mayOvertake, queue.length)) : 0
    queue.splice(queue.length - overtaken, 0, item)
  }

  take(): Item | null {
    const [next] = this.queues
    if (!next) return null
    const [sender, queue] = next
    const item = queue.shift()!
    this.queues.delete(sender)
    if (queue.length > 0) this.queues.set(sender, queue)
    return item
  }

  get isEmpty(): boolean {
    return this.queues.size === 0
  }
}

const MAX_AT_ONCE = 16

export interface DispatcherContext<Each extends Delivery> {
  /** Waits before the second, the third, … attempt; after the last one the delivery is given up. */
  retryAfterMs: readonly number[]
  deadlines: Deadlines
  now(): number
  report(message: string, error: unknown): void
  /** Returns false if there is nobody left to deliver it to. */
  isWanted(delivery: Each): boolean
  /** Called when a delivery was accepted or given up. */
  done(delivery: Each): void
  mayOvertake(sender: string): number
  /** Returns the headers of one attempt; a signature may contain the time of the attempt. */
  getHeaders(delivery: Each): Record<string, string>
}

/** Sends what is due, sixteen at once. */
export class Dispatcher<Each extends Delivery> {
  private readonly waiting = new Agenda<Each>()
  private readonly ready = new SenderQueues<Each>(randomFrom(1))
  private readonly running = new Set<Promise<void>>()
  private readonly poster: WebhookPoster
  private readonly book: DeliveryBook<Each>
  private readonly context: DispatcherContext<Each>
  private isStarting = false

  constructor(book: DeliveryBook<Each>, context: DispatcherContext<Each>) {
    this.book = book
    this.context = context
    this.poster = new WebhookPoster(MAX_AT_ONCE, context.deadlines)
    for (const delivery of book.pending.values()) this.waiting.add(delivery.nextAt, delivery)
  }

  add(delivery: Each): void {
    if (delivery.nextAt > this.context.now()) this.waiting.add(delivery.nextAt, delivery)
    else this.ready.add(delivery, this.context.mayOvertake(delivery.sender))
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
    const now = this.context.now()
    for (let due = this.waiting.take(now); due; due = this.waiting.take(now)) {
      this.ready.add(due.event, this.context.mayOvertake(due.event.sender))
    }
    while (this.running.size < MAX_AT_ONCE) {
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

  private async run(delivery: Each): Promise<void> {
    try {
      await this.attempt(delivery)
    } catch (error) {
      this.context.report(`webhook delivery ${delivery.number} failed`, error)
    }
  }

  private async attempt(delivery: Each): Promise<void> {
    const { context, book } = this
    if (!context.isWanted(delivery)) return book.change(delivery, { status: 'cancelled' } as Partial<Each>)
    const { uri, body } = delivery
    const { isAccepted, answer } = await this.poster.post({
      uri,
      body,
      headers: context.getHeaders(delivery),
    })
    const at = context.now()
    const attempts = [...delivery.attempts, { at, answer }]
    const wait = isAccepted ? undefined : context.retryAfterMs[attempts.length - 1]
    const after: Partial<Delivery> =
      wait === undefined
        ? { attempts, status: isAccepted ? 'delivered' : 'failed' }
        : { attempts, status: 'pending', nextAt: at + wait }
    book.change(delivery, after as Partial<Each>)
    if (delivery.status === 'pending') this.waiting.add(delivery.nextAt, delivery)
    else context.done(delivery)
  }
}
