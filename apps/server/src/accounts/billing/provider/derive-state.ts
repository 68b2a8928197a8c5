import { PRO_PLAN_NAME } from '@stockcast/contract'
import { getAccess } from '../../../kernel/access/access.ts'
import type { ProviderInvoice, ProviderSubscription } from '../../../providers/stripe/index.ts'
import type { BillingAccount, BillingState, OpenInvoice } from '../account.ts'
import { mapSubscription } from '../map-subscription.ts'
import { chooseSubscription, type ProviderState } from './provider-state.ts'

const paying = new Set(['active', 'past_due'])

/**
 * Returns the state that follows from what the provider says now; `seen` is null when the merchant is no
 * customer there.
 */
export function deriveState(account: BillingAccount, seen: ProviderState | null, now: Date): BillingState {
  const isCustomer = seen !== null && !seen.customer.isDeleted
  const { chosen } = chooseSubscription(isCustomer ? seen.subscriptions : [])
  const onFile = {
    customerId: isCustomer ? account.customerId : null,
    hasPaymentMethod: isCustomer && (chosen?.paymentMethodId ?? seen.customer.paymentMethodId) !== null,
    card: isCustomer ? (chosen?.card ?? seen.customer.card) : null,
  }
  if (!chosen) return { ...withoutSubscription(account, now), ...onFile }
  return { ...withSubscription(account, chosen, seen?.invoices ?? []), ...onFile }
}

type Derived = Omit<BillingState, 'customerId' | 'hasPaymentMethod' | 'card'>

function withSubscription(
  account: BillingAccount,
  chosen: ProviderSubscription,
  invoices: readonly ProviderInvoice[],
): Derived {
  const mapped = mapSubscription(chosen, account)
  const extended = account.extendedTrialEnd
  const isTold = chosen.status !== 'trialing' || extended === null || chosen.trialEndsAt! >= extended
  return {
    ...mapped,
    stripeStatus: chosen.status,
    planName: paying.has(chosen.status) ? PRO_PLAN_NAME : null,
    trialEndsAt: isTold ? (chosen.trialEndsAt ?? account.trialEndsAt) : extended,
    currentPeriodEnd: paying.has(chosen.status) ? chosen.currentPeriodEnd : null,
    subscriptionId: chosen.id,
    trialCancelledAt: null,
    extendedTrialEnd: isTold ? null : extended,
    openInvoice: getOpenInvoice(chosen, invoices),
  }
}

function withoutSubscription(account: BillingAccount, now: Date): Derived {
  const trialEndsAt = account.extendedTrialEnd ?? account.trialEndsAt
  const ended = { stripeStatus: null, planName: null, currentPeriodEnd: null, openInvoice: null }
  const kept = { ...ended, trialEndsAt, extendedTrialEnd: account.extendedTrialEnd }
  const { trialCancelledAt, subscriptionId } = account
  // The provider deleted the customer, and with it the subscription.
  if (subscriptionId !== null) {
    const accessUntil = account.status === 'expired' ? account.accessUntil : now
    return {
      ...kept,
      status: 'expired',
      subscriptionId,
      accessUntil,
      isEnding: false,
      trialCancelledAt: null,
    }
  }
  if (trialCancelledAt !== null) {
    const isEnding = trialEndsAt > now
    return {
      ...kept,
      status: 'cancelled',
      subscriptionId,
      accessUntil: trialEndsAt,
      isEnding,
      trialCancelledAt,
    }
  }
  const { status } = getAccess({ status: 'trial', subscriptionId, trialEndsAt, accessUntil: null }, now)
  const accessUntil = status === 'expired' ? trialEndsAt : null
  return { ...kept, status, subscriptionId, accessUntil, isEnding: false, trialCancelledAt }
}

function getOpenInvoice(
  chosen: ProviderSubscription,
  invoices: readonly ProviderInvoice[],
): OpenInvoice | null {
  const open = invoices.find(
    (invoice) =>
      invoice.subscriptionId === chosen.id && invoice.status === 'open' && invoice.amountDueCents > 0,
  )
  if (!open) return null
  const { id, amountDueCents: amountCents, currency, url, nextAttemptAt } = open
  return { id, amountCents, currency, url, nextAttemptAt }
}
