import { createApi } from './api/api.ts'
import { Books, type FakeOptions } from './books.ts'
import { StripeControl } from './control.ts'

export interface StripeFake {
  /** Answers requests to /v1/…, as api.stripe.com does. */
  fetch(request: Request): Promise<Response>
  /** Runs the work that is due up to `ms` (milliseconds), in order of time. */
  advanceTo(ms: number): void
  control: StripeControl
}

/** Creates a stateful fake of Stripe without ports, timers or files. */
export function createStripeFake(options: FakeOptions): StripeFake {
  const books = new Books(options)
  const control = new StripeControl(books)
  const api = createApi(books)
  return { fetch: async (request) => api.fetch(request), advanceTo: (ms) => books.advanceTo(ms), control }
}
