import type { BillingAccount } from '../accounts/billing/account.ts'

/** Returns a merchant on a trial without a card that ends on Dec 4, 2026, unless said otherwise. */
export function anAccount(changes: Partial<BillingAccount> = {}): BillingAccount {
  return {
    merchantId: 7,
    email: 'owner@northfold.test',
    timeZone: 'UTC',
    shopName: null,
    createdAt: new Date('2026-11-20T10:00:00Z'),
    status: 'trial',
    stripeStatus: null,
    planName: null,
    trialEndsAt: new Date('2026-12-04T10:00:00Z'),
    trialExtended: false,
    currentPeriodEnd: null,
    customerId: null,
    subscriptionId: null,
    accessUntil: null,
    isEnding: false,
    trialCancelledAt: null,
    extendedTrialEnd: null,
    hasPaymentMethod: false,
    card: null,
    openInvoice: null,
    version: 0,
    customersMade: 0,
    checkoutsMade: 0,
    hasFinishedSetup: false,
    hasOpenSession: false,
    ...changes,
  }
}
