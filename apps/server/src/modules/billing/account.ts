import type { Card, SubscriptionStatus } from '@stockcast/contract'

export interface OpenInvoice {
  id: string
  amountCents: number
  currency: string
  url: string | null
  nextAttemptAt: Date | null
}

/** What is derived from the provider's state, or from our own clock where the provider has no subscription. */
export interface BillingState {
  status: SubscriptionStatus
  /** The provider's own word. */
  stripeStatus: string | null
  planName: string | null
  trialEndsAt: Date
  currentPeriodEnd: Date | null
  customerId: string | null
  subscriptionId: string | null
  /** Until when a cancelled plan may be used, or since when an ended one may not. */
  accessUntil: Date | null
  /** It ends with its trial or period, and runs until then. */
  isEnding: boolean
  /** When a trial that the provider knows nothing of was cancelled. */
  trialCancelledAt: Date | null
  /** The later end of the trial that the provider has still to be told. */
  extendedTrialEnd: Date | null
  hasPaymentMethod: boolean
  card: Card | null
  openInvoice: OpenInvoice | null
}

/** A merchant's billing as stored. */
export interface BillingAccount extends BillingState {
  merchantId: number
  email: string
  timeZone: string
  createdAt: Date
  trialExtended: boolean
  /** Of the stored state; a write names the version that it was derived from. */
  version: number
  customersMade: number
  checkoutsMade: number
  /** A card was given for the time after the trial. */
  hasFinishedSetup: boolean
  /** A visit to the provider's page was begun, and its end has not been seen. */
  hasOpenSession: boolean
}

/** Names the merchant in idempotency keys; databases that share one account at the provider must not share keys. */
export function keyOf(account: Pick<BillingAccount, 'merchantId' | 'createdAt'>): string {
  return `${account.merchantId}-${account.createdAt.getTime()}`
}
