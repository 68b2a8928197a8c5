import { type Billing, PRO_PRICE_CENTS, PRO_PRICE_CURRENCY } from '@stockcast/contract'
import { formatBillingDate } from '../../ui/format/days.ts'
import { formatDayCount, formatPrice } from '../../ui/format/numbers.ts'

export interface PlanFact {
  label: string
  value: string
}

const price = `${formatPrice(PRO_PRICE_CENTS, PRO_PRICE_CURRENCY)} per month`

/** Returns the name of the plan: Trial or No Plan where nothing is paid for (G-05). */
export function planName({ planName: paid, status, isReadOnly }: Billing): string {
  const isTrial = status === 'trial' || (status === 'cancelled' && !isReadOnly)
  return paid ?? (isTrial ? 'Trial' : 'No Plan')
}

/** Returns the facts about a plan, by its status. */
export function planFacts(billing: Billing, timeZone: string): PlanFact[] {
  const dated = (label: string, at: string | null): PlanFact[] =>
    at === null ? [] : [{ label, value: formatBillingDate(at, timeZone) }]
  const { status, trialEndsAt, daysRemaining, currentPeriodEnd, accessUntil, isReadOnly } = billing
  if (status === 'trial') {
    return [
      ...dated('Trial ends', trialEndsAt),
      ...(daysRemaining === null ? [] : [{ label: 'Days remaining', value: formatDayCount(daysRemaining) }]),
      {
        label: 'After the trial',
        value: billing.hasPaymentMethod ? `Pro, ${price}` : 'Alerts stop. Nothing is charged or deleted',
      },
    ]
  }
  if (status === 'active' || status === 'past_due') {
    return [
      ...openInvoiceFacts(billing, timeZone),
      ...dated('Next billing date', currentPeriodEnd),
      { label: 'Price', value: price },
    ]
  }
  if (!isReadOnly) {
    return [...dated('Access until', accessUntil), { label: 'After that', value: 'Nothing is charged' }]
  }
  return [...dated('Ended', accessUntil), { label: 'Your data', value: 'Kept; you can view and export it' }]
}

function openInvoiceFacts({ openInvoice }: Billing, timeZone: string): PlanFact[] {
  if (openInvoice === null) return []
  const { amountCents, currency, nextAttemptAt } = openInvoice
  const due = { label: 'Not yet paid', value: formatPrice(amountCents, currency) }
  if (nextAttemptAt === null) return [due]
  return [due, { label: 'Next attempt', value: formatBillingDate(nextAttemptAt, timeZone) }]
}

const running = ['trial', 'active', 'past_due'] as const
export type Running = (typeof running)[number]

/** Returns whether a trial or a paid plan can still be cancelled (G-06). */
export function isCancellable(billing: Billing): billing is Billing & { status: Running } {
  return running.some((status) => status === billing.status)
}
