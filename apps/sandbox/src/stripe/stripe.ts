import { join } from 'node:path'
import { Hono } from 'hono'
import { Journal } from '../storage/journal.ts'
import { stripeConsoleRoutes } from './console-routes.ts'
import type { LedgerEntry } from './ledger.ts'
import { createStripeStandIn, type StripeStandIn } from './stand-in.ts'

/** The stand-in for Stripe on the sandbox's clock, with its memory in a folder. */
export class StripeSandbox {
  readonly standIn: StripeStandIn
  readonly routes: Hono
  /** Where browsers reach the sandbox. */
  address = 'http://localhost'
  private readonly now: () => number

  constructor({ folder, now }: { folder: string; now: () => number }) {
    this.now = now
    this.standIn = createStripeStandIn({
      clock: { now },
      journal: new Journal<LedgerEntry>(join(folder, 'ledger.jsonl')),
      deliver() {},
      address: () => this.address,
    })
    this.routes = new Hono()
    this.routes.all('/v1/*', (c) => this.standIn.fetch(c.req.raw))
    this.routes.route('/', stripeConsoleRoutes(this.standIn.control))
  }

  /** Does what has become due. */
  tick(): void {
    this.standIn.advanceTo(this.now())
  }
}
