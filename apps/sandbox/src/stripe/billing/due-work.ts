import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import type { Kept, Kind, Ledger } from '../ledger.ts'
import { getSubscription } from '../objects/invoice.ts'
import { itemIn } from '../objects/subscription.ts'
import { expireSession } from './complete-session.ts'
import { finalizeInvoice, RETRY_AFTER_S } from './invoices.ts'
import { payInvoice } from './pay-invoice.ts'
import { payingMethod } from './payment-methods.ts'
import { find } from './records.ts'
import { endSubscription, endTrial, isOver, startPeriod } from './subscriptions.ts'

export type DuePart = 'session' | 'subscription' | 'invoice'

export interface DueWork {
  /** Seconds. */
  at: number
  run(context: Context): void
}

export function mayBeDue(kind: Kind): kind is DuePart {
  return kind === 'session' || kind === 'subscription' || kind === 'invoice'
}

/** Returns the next automatic change of the object and its time; null if there is none. */
export function nextWork(ledger: Ledger, part: DuePart, id: string): DueWork | null {
  const object = ledger.get(part, id) as Kept[DuePart] | undefined
  switch (object?.object) {
    case 'checkout.session':
      return object.status === 'open'
        ? { at: object.expires_at, run: (context) => expireSession(context, object) }
        : null
    case 'subscription':
      return nextOfSubscription(object)
    case 'invoice':
      return nextOfInvoice(object)
    default:
      return null
  }
}

function nextOfSubscription(subscription: Stripe.Subscription): DueWork | null {
  if (isOver(subscription)) return null
  const { status, trial_end: trialEnd, cancel_at: cancelAt } = subscription
  const end = itemIn(subscription).current_period_end
  const next: DueWork =
    status === 'trialing'
      ? { at: trialEnd!, run: (context) => endTrial(context, subscription) }
      : { at: end, run: (context) => startPeriod(context, subscription, end) }
  // Of two that are due at the same time, the end goes first.
  if (cancelAt === null || cancelAt > next.at) return next
  const reason = 'cancellation_requested'
  return { at: cancelAt, run: (context) => void endSubscription(context, subscription, { reason }) }
}

function nextOfInvoice(invoice: Stripe.Invoice): DueWork | null {
  const { status, auto_advance, automatically_finalizes_at, next_payment_attempt } = invoice
  if (status === 'draft' && auto_advance && automatically_finalizes_at !== null)
    return {
      at: automatically_finalizes_at,
      run: (context) => collect(context, finalizeInvoice(context, invoice)),
    }
  if (status === 'open' && auto_advance && next_payment_attempt !== null)
    return { at: next_payment_attempt, run: (context) => collect(context, invoice) }
  return null
}

function collect(context: Context, invoice: Stripe.Invoice): void {
  const subscription = find(context, 'subscription', getSubscription(invoice))
  payInvoice(context, invoice, { paymentMethod: payingMethod(context, subscription), isAutomatic: true })
  const tried = find(context, 'invoice', invoice.id)
  if (tried.status === 'open' && tried.attempt_count > RETRY_AFTER_S.length)
    endSubscription(context, find(context, 'subscription', subscription.id), { reason: 'payment_failed' })
}
