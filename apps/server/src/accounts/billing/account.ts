import { type Card, DAY_MS, type SubscriptionStatus } from '@stockcast/contract'

export interface OpenInvoice {
  id: string
  amountCents: number
  currency: string
  url: string | null
  nextAttemptAt: Date | null
}

/** What follows from the provider's state, or from our own clock where the provider has no subscription. */
export interface BillingState {
  status: SubscriptionStatus
  /** The status as the provider names it. */
  stripeStatus: string | null
  planName: string | null
  trialEndsAt: Date
  currentPeriodEnd: Date | null
  customerId: string | null
  subscriptionId: string | null
  /** The end of access of a cancelled plan, or the time at which an ended plan lost access. */
  accessUntil: Date | null
  /** Whether it will end with its trial or period. */
  isEnding: boolean
  /** When a trial without a subscription at the provider was cancelled. */
  trialCancelledAt: Date | null
  /** The extended end of the trial, until the provider has it too. */
  extendedTrialEnd: Date | null
  hasPaymentMethod: boolean
  card: Card | null
  openInvoice: OpenInvoice | null
}

/** The billing of a merchant as stored. */
export interface BillingAccount extends BillingState {
  merchantId: number
  email: string
  timeZone: string
  shopName: string | null
  createdAt: Date
  trialExtended: boolean
  /** The version of the stored state. A write names the version that its state was derived from. */
  version: number
  customersMade: number
  checkoutsMade: number
  /** Whether a card was given for the time after the trial. */
  hasFinishedSetup: boolean
  /** Whether a checkout session was begun whose end is not known yet. */
  hasOpenSession: boolean
}

/**
 * Returns the merchant's part of an idempotency key. It differs between databases that share one provider
 * account.
 */
export function toKey(account: Pick<BillingAccount, 'merchantId' | 'createdAt'>): string {
  return `${account.merchantId}-${account.createdAt.getTime()}`
}

/** Returns the days until the trial ends, rounded up; 0 once it has ended. */
export function trialDaysRemaining(trialEndsAt: Date, now: Date): number {
  return Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / DAY_MS))
}
