import { type Api, createApi } from './api/api.ts'
import { Books, type StandInOptions } from './books.ts'
import { StripeControl } from './control.ts'

export interface StripeStandIn {
  /** Answers requests to /v1/…, as api.stripe.com does. */
  fetch(request: Request): Promise<Response>
  /** Runs the work that is due up to `ms` (milliseconds), in order of time. */
  advanceTo(ms: number): void
  control: StripeControl
}

/** Creates a stateful fake of Stripe without ports, timers or files. */
export function createStripeStandIn(options: StandInOptions): StripeStandIn {
  const books = new Books(options)
  const control = new StripeControl(books)
  const api: Api = createApi(books)
  return { fetch: async (request) => api.fetch(request), advanceTo: (ms) => books.advanceTo(ms), control }
}
