import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type Stripe from 'stripe'
import type { TestCard } from './cards.ts'

/** All stored data of the fake, by kind. References between objects are ids, never objects. */
export interface Kept {
  customer: Stripe.Customer | Stripe.DeletedCustomer
  payment_method: Stripe.PaymentMethod
  setup_intent: Stripe.SetupIntent
  session: Stripe.Checkout.Session
  subscription: Stripe.Subscription
  invoice: Stripe.Invoice
  /** Keyed by the id of the invoice, which has at most one. */
  invoice_payment: Stripe.InvoicePayment
  payment_intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  portal_session: Stripe.BillingPortal.Session
  event: KeptEvent
  /** Metadata of the subscription that an open session sells, by the id of the session. */
  sale: Stripe.Metadata
  /** How a card behaves, by the id of its payment method. */
  card: TestCard
  /** Answers by idempotency key. */
  answer: KeptAnswer
}

export interface KeptAnswer {
  fingerprint: string
  requestId: string
  status: ContentfulStatusCode
  body: string
  at: number
}

export interface KeptEvent {
  /** Later events have higher ones. */
  sequence: number
  isDelivered: boolean
  event: Stripe.Event
}

export type Kind = keyof Kept

interface Write {
  kind: Kind
  id: string
  /** Null takes it away. */
  value: Kept[Kind] | null
}

interface Transaction {
  writes: Write[]
  /** For each write, what was there before. */
  undo: Write[]
}

export interface LedgerEntry {
  writes: Write[]
}

export interface LedgerJournal {
  readonly entries: readonly LedgerEntry[]
  append(entry: LedgerEntry): void
  replaceWith(entries: readonly LedgerEntry[]): void
}

const COMPACT_AFTER = 5000

/** Returns a journal for fakes whose data ends with their process. */
export function journalInMemory(): LedgerJournal {
  return { entries: [], append() {}, replaceWith() {} }
}

/**
 * Objects in memory; each transaction is one line of the journal, so that a kill leaves all of it or nothing.
 */
export class Ledger {
  private readonly kept = new Map<Kind, Map<string, Kept[Kind]>>()
  private readonly journal: LedgerJournal
  private readonly changed: (kind: Kind, id: string) => void
  private open: Transaction | null = null
  private linesWritten = 0

  /** `changed` hears of every object put, those read from the journal too. */
  constructor(journal: LedgerJournal, changed: (kind: Kind, id: string) => void) {
    this.journal = journal
    this.changed = changed
    for (const { writes } of journal.entries) for (const write of writes) this.apply(write)
    if (journal.entries.length > 0) this.compact()
    for (const [kind, objects] of this.kept) for (const id of objects.keys()) changed(kind, id)
  }

  get<Each extends Kind>(kind: Each, id: string): Kept[Each] | undefined {
    return this.of(kind).get(id)
  }

  /** In the order in which they were first put. */
  all<Each extends Kind>(kind: Each): Kept[Each][] {
    return [...this.of(kind).values()]
  }

  /** In the order in which they were first put. */
  getEntries<Each extends Kind>(kind: Each): Iterable<[string, Kept[Each]]> {
    return this.of(kind).entries()
  }

  put<Each extends Kind>(kind: Each, id: string, value: Kept[Each]): Kept[Each] {
    this.write({ kind, id, value })
    this.changed(kind, id)
    return value
  }

  remove(kind: Kind, id: string): void {
    this.write({ kind, id, value: null })
  }

  /** Writes everything that `action` stores as one line of the journal, or nothing if it throws. */
  transaction<Result>(action: () => Result): Result {
    if (this.open) throw new RangeError('transactions do not nest; savepoints do')
    this.open = { writes: [], undo: [] }
    try {
      const result = this.savepoint(action)
      this.commit(this.open.writes)
      return result
    } finally {
      this.open = null
    }
  }

  /** Runs `action` within a transaction, and rolls back its writes if it throws. */
  savepoint<Result>(action: () => Result): Result {
    const { writes, undo } = this.inTransaction()
    const mark = writes.length
    try {
      return action()
    } catch (error) {
      for (const write of undo.splice(mark).toReversed()) this.apply(write)
      writes.length = mark
      throw error
    }
  }

  private commit(writes: Write[]): void {
    if (writes.length === 0) return
    this.journal.append({ writes })
    this.linesWritten++
    if (this.linesWritten >= COMPACT_AFTER) this.compact()
  }

  private inTransaction(): Transaction {
    if (!this.open) throw new RangeError('the ledger is written in transactions only')
    return this.open
  }

  private write(write: Write): void {
    const { writes, undo } = this.inTransaction()
    const { kind, id } = write
    undo.push({ kind, id, value: this.of(kind).get(id) ?? null })
    writes.push(write)
    this.apply(write)
  }

  private apply({ kind, id, value }: Write): void {
    if (value === null) this.of(kind).delete(id)
    else this.of(kind).set(id, value as never)
  }

  private of<Each extends Kind>(kind: Each): Map<string, Kept[Each]> {
    const objects = this.kept.get(kind) ?? new Map<string, Kept[Kind]>()
    this.kept.set(kind, objects)
    return objects as Map<string, Kept[Each]>
  }

  private compact(): void {
    const entries: LedgerEntry[] = []
    for (const [kind, objects] of this.kept)
      for (const [id, value] of objects) entries.push({ writes: [{ kind, id, value }] })
    this.journal.replaceWith(entries)
    this.linesWritten = 0
  }
}
