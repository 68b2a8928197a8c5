import type { Billing } from '@stockcast/contract'
import { getAccess } from '../../kernel/access/access.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type BillingAccount, trialDaysRemaining } from './account.ts'
import { getAccount } from './get-account.ts'

export async function getBilling(kernel: Pick<Kernel, 'db' | 'clock'>, merchantId: number): Promise<Billing> {
  return billingView(await getAccount(kernel, merchantId), kernel.clock.now())
}

export function billingView(account: BillingAccount, now: Date): Billing {
  const { status, isReadOnly } = getAccess(account, now)
  const { trialEndsAt, openInvoice: invoice } = account
  const isTrial = status === 'trial'
  const accessUntil = isTrial || account.status !== status ? trialEndsAt : account.accessUntil
  return {
    status,
    planName: account.planName,
    trialEndsAt: trialEndsAt.toISOString(),
    signedUpAt: account.createdAt.toISOString(),
    daysRemaining: isTrial ? trialDaysRemaining(trialEndsAt, now) : null,
    currentPeriodEnd: account.currentPeriodEnd?.toISOString() ?? null,
    accessUntil: accessUntil?.toISOString() ?? null,
    isReadOnly,
    cancelAtPeriodEnd: account.isEnding && !isReadOnly,
    canExtendTrial: isTrial && !account.trialExtended && trialEndsAt > now,
    hasPaymentMethod: account.hasPaymentMethod,
    card: account.card,
    hasCustomer: account.customerId !== null,
    openInvoice: invoice && {
      amountCents: invoice.amountCents,
      currency: invoice.currency,
      url: invoice.url,
      nextAttemptAt: invoice.nextAttemptAt?.toISOString() ?? null,
    },
  }
}
