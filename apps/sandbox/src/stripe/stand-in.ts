import type Stripe from 'stripe'
import { Agenda } from '../clock/agenda.ts'
import { type Api, createApi } from './api/api.ts'
import { type DuePart, mayBeDue, nextWork } from './billing/due-work.ts'
import { StripeControl } from './control.ts'
import { type Cause, newEvent } from './events.ts'
import { journalInMemory, type KeptEvent, Ledger, type LedgerJournal } from './ledger.ts'
import type { World } from './world.ts'

export interface StandInOptions {
  /** Milliseconds; never goes back. */
  clock: { now(): number }
  /** What it remembers over a restart; in memory without. */
  journal?: LedgerJournal
  /** Called for each event once it is on record, in their order. */
  deliver(kept: KeptEvent): void
  /** Where its hosted pages are. */
  address?: () => string
}

export interface StripeStandIn {
  /** Answers requests to /v1/…, as api.stripe.com does. */
  fetch(request: Request): Promise<Response>
  /** Does what is due up to then, in the order of time; milliseconds. */
  advanceTo(ms: number): void
  control: StripeControl
}

const NOBODY: Cause = { requestId: null, idempotencyKey: null }
const DEFAULT_ADDRESS = 'http://localhost:3001'

/** A stateful Stripe without ports, timers or files of its own. */
export function createStripeStandIn(options: StandInOptions): StripeStandIn {
  const books = new Books(options)
  const control = new StripeControl(books)
  const api: Api = createApi(books)
  return { fetch: async (request) => api.fetch(request), advanceTo: (ms) => books.advanceTo(ms), control }
}

/** The ledger, the time, and what is due by it. */
export class Books implements World {
  readonly ledger: Ledger
  readonly address: () => string
  private readonly options: StandInOptions
  private readonly agenda = new Agenda<{ part: DuePart; id: string }>()
  /** Seconds; set while something that was due runs. */
  private workAt: number | null = null
  private cause = NOBODY
  private lastSequence = 0
  private undelivered: KeptEvent[] = []

  constructor(options: StandInOptions) {
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

  /** Does what is due, then `act`, whose writes and events remain all together or not at all. */
  act<Result>(act: () => Result, cause: Cause = NOBODY): Result {
    this.advanceTo(this.options.clock.now())
    return this.commit(act, cause)
  }

  advanceTo(ms: number): void {
    const until = Math.floor(ms / 1000)
    for (let due = this.agenda.take(until); due; due = this.agenda.take(until)) {
      const { part, id } = due.event
      // Objects change: what was planned for an earlier state of them is not due any more.
      const work = nextWork(this.ledger, part, id)
      if (work?.at !== due.at) continue
      this.workAt = due.at
      try {
        this.commit(() => work.run(this), NOBODY)
      } finally {
        this.workAt = null
      }
    }
  }

  private commit<Result>(act: () => Result, cause: Cause): Result {
    this.cause = cause
    this.undelivered = []
    const result = this.ledger.transaction(act)
    const onRecord = this.undelivered.filter(({ event }) => this.ledger.get('event', event.id))
    for (const kept of onRecord) this.options.deliver(kept)
    return result
  }

  private plan(part: DuePart, id: string): void {
    const work = nextWork(this.ledger, part, id)
    if (work) this.agenda.add(work.at, { part, id })
  }
}
