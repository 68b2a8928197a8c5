import { Journal } from '../storage/journal.ts'

/** How far what happened at a sender was made into deliveries. */
export interface Reached {
  sender: string
  /** When the sender's numbering began; a store loaded from a file begins a new one. */
  since: number
  sequence: number
}

type BookEntry<Each> =
  | { kind: 'queued'; deliveries: Each[]; reached: Reached | null }
  | { kind: 'changed'; number: number; by: Partial<Each> }

const RECENT_KEPT = 1000
const COMPACT_AFTER = 20_000

/** Deliveries that are still to be made, kept in a journal, and the latest that are done with, in memory. */
export class DeliveryBook<Each extends Delivery> {
  readonly pending = new Map<number, Each>()
  private recent: Each[] = []
  private readonly reached = new Map<string, Reached>()
  private readonly journal: Journal<BookEntry<Each>>
  private lastNumber = 0
  private written = 0

  constructor(path: string) {
    this.journal = new Journal(path)
    for (const entry of this.journal.entries) this.apply(entry)
    this.compact()
  }

  takeNumber(): number {
    this.lastNumber++
    return this.lastNumber
  }

  queue(deliveries: Each[], reached: Reached | null): void {
    this.write({ kind: 'queued', deliveries, reached })
  }

  change(delivery: Each, by: Partial<Each>): void {
    this.write({ kind: 'changed', number: delivery.number, by })
  }

  hasReached({ sender, since, sequence }: Reached): boolean {
    const known = this.reached.get(sender)
    return known?.since === since && sequence <= known.sequence
  }

  /** Newest first, those that are pending in front. */
  list(sender: string, most: number): Each[] {
    const isOf = (delivery: Each) => delivery.sender === sender
    const pending = [...this.pending.values()].filter(isOf).reverse()
    return [...pending, ...this.recent.filter(isOf).reverse()].slice(0, most)
  }

  private write(entry: BookEntry<Each>): void {
    this.journal.append(entry)
    this.apply(entry)
    this.written++
    if (this.written >= COMPACT_AFTER && this.pending.size < COMPACT_AFTER / 10) this.compact()
  }

  private apply(entry: BookEntry<Each>): void {
    if (entry.kind === 'queued') {
      if (entry.reached) this.reached.set(entry.reached.sender, entry.reached)
      for (const delivery of entry.deliveries) this.take(delivery)
      return
    }
    const delivery = this.pending.get(entry.number)
    if (!delivery) return
    Object.assign(delivery, entry.by)
    if (delivery.status !== 'pending') this.finish(delivery)
  }

  private take(delivery: Each): void {
    this.lastNumber = Math.max(this.lastNumber, delivery.number)
    if (delivery.status === 'pending') this.pending.set(delivery.number, delivery)
    else this.finish(delivery)
  }

  private finish(delivery: Each): void {
    this.pending.delete(delivery.number)
    delivery.body = ''
    this.recent.push(delivery)
    if (this.recent.length >= 2 * RECENT_KEPT) this.recent = this.recent.slice(-RECENT_KEPT)
  }

  private compact(): void {
    const reached = [...this.reached.values()].map((each) => ({ deliveries: [], reached: each }))
    const pending = [...this.pending.values()].map((delivery) => ({ deliveries: [delivery], reached: null }))
    this.journal.replaceWith([...reached, ...pending].map((entry) => ({ kind: 'queued', ...entry })))
    this.written = 0
  }
}

interface Attempt {
  at: number
  /** Status of the answer, or what came instead of one. */
  answer: string
}

type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'dropped' | 'cancelled'

/** What every provider's deliveries have in common. */
export interface Delivery {
  number: number
  /** On whose behalf: deliveries of one sender keep their order, and senders take turns. */
  sender: string
  topic: string
  uri: string
  /** As it was when the event happened; a retry sends the same bytes. */
  body: string
  attempts: Attempt[]
  nextAt: number
  status: DeliveryStatus
}
