import type Stripe from 'stripe'
import { DAY_S, HOUR_S, nextBoundary } from '../billing-calendar.ts'
import { expireSession } from '../checkout/expire-session.ts'
import type { Context } from '../context.ts'
import type { Kept, Kind, Ledger } from '../ledger.ts'
import { newId } from '../new-id.ts'
import { subscriptionOf } from '../objects/invoice.ts'
import { itemIn, withPeriod } from '../objects/subscription.ts'
import { endSubscription, isOver } from './end-subscription.ts'
import { endTrial } from './end-trial.ts'
import { DRAFT_S, draftInvoice, finalizeInvoice, RETRY_AFTER_S } from './invoices.ts'
import { payInvoice } from './pay-invoice.ts'
import { payingMethod } from './payment-methods.ts'
import { changeSubscription, find } from './records.ts'

const REMINDED_BEFORE_S = 3 * DAY_S
const INCOMPLETE_S = 23 * HOUR_S

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
      return nextOfSubscription(ledger, object)
    case 'invoice':
      return nextOfInvoice(object)
    default:
      return null
  }
}

function nextOfSubscription(ledger: Ledger, subscription: Stripe.Subscription): DueWork | null {
  if (isOver(subscription) || subscription.status === 'paused') return null
  const { status, trial_end: trialEnd, cancel_at: cancelAt, created } = subscription
  const work: DueWork[] = []
  // The first of those that are due together: an end goes before what would go on.
  if (cancelAt !== null) {
    const reason = 'cancellation_requested'
    work.push({ at: cancelAt, run: (context) => void endSubscription(context, subscription, { reason }) })
  }
  if (status === 'incomplete') {
    const at = created + INCOMPLETE_S
    work.push({ at, run: (context) => void endSubscription(context, subscription, { reason: null }) })
  } else if (status === 'trialing') {
    if (ledger.get('reminder', subscription.id) !== trialEnd)
      work.push({ at: trialEnd! - REMINDED_BEFORE_S, run: (context) => remind(context, subscription) })
    work.push({ at: trialEnd!, run: (context) => endTrial(context, subscription) })
  } else {
    const at = itemIn(subscription).current_period_end
    work.push({ at, run: (context) => renew(context, subscription) })
  }
  return work.reduce((first, each) => (each.at < first.at ? each : first))
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

function remind(context: Context, subscription: Stripe.Subscription): void {
  context.ledger.put('reminder', subscription.id, subscription.trial_end!)
  // Puts the subscription, unchanged, so that what is due next is looked up again.
  context.ledger.put('subscription', subscription.id, subscription)
  context.emit('customer.subscription.trial_will_end', subscription)
}

function renew(context: Context, subscription: Stripe.Subscription): void {
  const start = itemIn(subscription).current_period_end
  const renewed = withPeriod(subscription, start, nextBoundary(subscription.billing_cycle_anchor, start))
  const draft = draftInvoice(context, renewed, {
    id: newId('in'),
    reason: 'subscription_cycle',
    isTrial: false,
    finalizesAt: start + DRAFT_S,
  })
  changeSubscription(context, subscription, { ...renewed, latest_invoice: draft.id })
}

function collect(context: Context, invoice: Stripe.Invoice): void {
  const subscription = find(context, 'subscription', subscriptionOf(invoice))
  const paymentMethod = payingMethod(context, subscription)
  payInvoice(context, invoice, { paymentMethod, isAutomatic: true, isConfirmed: false })
  const tried = find(context, 'invoice', invoice.id)
  if (tried.status === 'open' && tried.attempt_count > RETRY_AFTER_S.length)
    endSubscription(context, find(context, 'subscription', subscription.id), { reason: 'payment_failed' })
}
