import type { ProviderInvoice, ProviderSubscription } from '../providers/stripe/index.ts'

/** Returns a subscription, by default on a trial that ends on Dec 4, 2026. */
export function aSubscription(changes: Partial<ProviderSubscription> = {}): ProviderSubscription {
  return {
    id: 'sub_1',
    status: 'trialing',
    createdAt: new Date('2026-11-20T10:00:00Z'),
    trialEndsAt: new Date('2026-12-04T10:00:00Z'),
    currentPeriodEnd: new Date('2026-12-04T10:00:00Z'),
    cancelAtPeriodEnd: false,
    cancelAt: null,
    cancelledAt: null,
    endedAt: null,
    isEndedByRequest: false,
    paymentMethodId: null,
    card: null,
    ...changes,
  }
}

/** Returns an invoice, by default for a paid month of `sub_1`. */
export function anInvoice(changes: Partial<ProviderInvoice> = {}): ProviderInvoice {
  return {
    id: 'in_1',
    subscriptionId: 'sub_1',
    status: 'paid',
    isFirst: false,
    amountPaidCents: 1000,
    amountDueCents: 0,
    currency: 'USD',
    number: 'ABC-0001',
    paidAt: new Date('2026-12-04T11:00:00Z'),
    attempts: 1,
    nextAttemptAt: null,
    url: 'https://invoice.stripe.com/i/1',
    paymentIntentId: 'pi_1',
    ...changes,
  }
}
