import type Stripe from 'stripe'
import type { Ledger } from './ledger.ts'

/** The context of all parts of the fake. */
export interface Context {
  readonly ledger: Ledger
  /** Where its hosted pages are, without a slash at the end. */
  address(): string
  /** Seconds. While something that was due runs, the moment at which it was due. */
  now(): number
  /** Records an event; it is delivered when the transaction is over. */
  emit(type: Stripe.Event['type'], object: object, before?: object): void
}
