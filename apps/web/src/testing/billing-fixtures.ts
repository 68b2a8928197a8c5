import type { Billing } from '@stockcast/contract'

/** A trial with nine days left and a card on file. */
export function aBilling(changes: Partial<Billing> = {}): Billing {
  return {
    status: 'trial',
    planName: null,
    trialEndsAt: '2026-11-29T15:00:00.000Z',
    signedUpAt: '2026-11-15T15:00:00.000Z',
    daysRemaining: 9,
    currentPeriodEnd: null,
    accessUntil: '2026-11-29T15:00:00.000Z',
    isReadOnly: false,
    cancelAtPeriodEnd: false,
    canExtendTrial: true,
    hasPaymentMethod: true,
    card: { brand: 'visa', last4: '4242', expMonth: 8, expYear: 2029 },
    hasCustomer: true,
    openInvoice: null,
    ...changes,
  }
}

/** A plan that is paid until Dec 29. */
export function aPaidPlan(changes: Partial<Billing> = {}): Billing {
  return aBilling({
    status: 'active',
    planName: 'Pro Plan',
    daysRemaining: null,
    currentPeriodEnd: '2026-12-29T15:00:00.000Z',
    accessUntil: null,
    canExtendTrial: false,
    ...changes,
  })
}

export function anEndedPlan(changes: Partial<Billing> = {}): Billing {
  return aBilling({
    status: 'expired',
    daysRemaining: null,
    isReadOnly: true,
    canExtendTrial: false,
    hasPaymentMethod: false,
    card: null,
    ...changes,
  })
}
