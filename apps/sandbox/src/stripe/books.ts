import type Stripe from 'stripe'
import { Agenda } from '../clock/agenda.ts'
import { type DuePart, mayBeDue, nextWork } from './billing/due-work.ts'
import { DAY_S } from './billing-calendar.ts'
import type { Context } from './context.ts'
import { type Cause, newEvent } from './events.ts'
import { journalInMemory, type KeptEvent, Ledger, type LedgerJournal } from './ledger.ts'

export interface FakeOptions {
  /** Milliseconds; never goes back. */
  clock: { now(): number }
  /** Stores data over a restart; without it, data is kept in memory. */
  journal?: LedgerJournal
  /** Called for each event once it is on record, in their order. */
  deliver(kept: KeptEvent): void
  /** Where its hosted pages are. */
  address?: () => string
}

const NOBODY: Cause = { requestId: null, idempotencyKey: null }
/** https://docs.stripe.com/api/events */
const EVENTS_KEPT_S = 30 * DAY_S
const DEFAULT_ADDRESS = 'http://localhost:3001'

/** The ledger, the time, and what is due by it. */
export class Books implements Context {
  readonly ledger: Ledger
  readonly address: () => string
  private readonly options: FakeOptions
  private readonly agenda = new Agenda<{ part: DuePart; id: string }>()
  /** Seconds; set while something that was due runs. */
  private workAt: number | null = null
  /** The latest time so far. Work that turns out to have been due earlier happens now, because time never goes back. */
  private latest = 0
  private cause = NOBODY
  private lastSequence = 0
  private undelivered: KeptEvent[] = []

  constructor(options: FakeOptions) {
    this.options = options
    this.address = options.address ?? (() => DEFAULT_ADDRESS)
    const toPlan: { part: DuePart; id: string }[] = []
    this.ledger = new Ledger(options.journal ?? journalInMemory(), (kind, id) => {
      if (!mayBeDue(kind)) return
      if (this.ledger) this.plan(kind, id)
      else toPlan.push({ part: kind, id })
    })
    for (const { part, id } of toPlan) this.plan(part, id)
    for (const { sequence } of this.ledger.all('event'))
      this.lastSequence = Math.max(this.lastSequence, sequence)
  }

  now(): number {
    return this.workAt ?? Math.floor(this.options.clock.now() / 1000)
  }

  emit(type: Stripe.Event['type'], object: object, before?: object): void {
    const event = newEvent({ type, created: this.now(), object, before, cause: this.cause })
    this.lastSequence++
    const kept = { sequence: this.lastSequence, isDelivered: false, event }
    this.ledger.put('event', event.id, kept)
    this.undelivered.push(kept)
  }

  /** Marks an event as accepted by its receiver. */
  markDelivered(id: string): void {
    const kept = this.ledger.get('event', id)
    if (kept) this.action(() => this.ledger.put('event', id, { ...kept, isDelivered: true }))
  }

  /** Runs due work, then `action`, whose writes and events are committed together or not at all. */
  action<Result>(action: () => Result, cause: Cause = NOBODY): Result {
    this.catchUp()
    return this.commit(action, cause)
  }

  catchUp(): void {
    this.advanceTo(this.options.clock.now())
  }

  advanceTo(ms: number): void {
    const until = Math.floor(ms / 1000)
    for (let due = this.agenda.take(until); due; due = this.agenda.take(until)) {
      const { part, id } = due.event
      // Objects change: what was planned for an earlier state of them is not due any more.
      const work = nextWork(this.ledger, part, id)
      if (work?.at !== due.at) continue
      this.workAt = Math.max(due.at, this.latest)
      try {
        this.commit(() => work.run(this), NOBODY)
      } finally {
        this.workAt = null
      }
    }
  }

  private commit<Result>(action: () => Result, cause: Cause): Result {
    this.cause = cause
    this.undelivered = []
    this.latest = Math.max(this.latest, this.now())
    const result = this.ledger.transaction(() => {
      const done = action()
      // Last, for what is taken back after it is removed comes back behind all others.
      if (this.undelivered.length > 0) this.forgetOldEvents()
      return done
    })
    const onRecord = this.undelivered.filter(({ event }) => this.ledger.get('event', event.id))
    for (const kept of onRecord) this.options.deliver(kept)
    return result
  }

  private forgetOldEvents(): void {
    for (const [id, { event }] of this.ledger.getEntries('event')) {
      if (event.created + EVENTS_KEPT_S > this.now()) return
      this.ledger.remove('event', id)
    }
  }

  private plan(part: DuePart, id: string): void {
    const work = nextWork(this.ledger, part, id)
    if (work) this.agenda.add(work.at, { part, id })
  }
}
