import { type Api, createApi } from './api/api.ts'
import { Books, type StandInOptions } from './books.ts'
import { StripeControl } from './control.ts'

export interface StripeStandIn {
  /** Answers requests to /v1/…, as api.stripe.com does. */
  fetch(request: Request): Promise<Response>
  /** Does what is due up to then, in the order of time; milliseconds. */
  advanceTo(ms: number): void
  control: StripeControl
}

/** A stateful Stripe without ports, timers or files of its own. */
export function createStripeStandIn(options: StandInOptions): StripeStandIn {
  const books = new Books(options)
  const control = new StripeControl(books)
  const api: Api = createApi(books)
  return { fetch: async (request) => api.fetch(request), advanceTo: (ms) => books.advanceTo(ms), control }
}
