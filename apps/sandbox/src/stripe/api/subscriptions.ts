import type Stripe from 'stripe'
import { z } from 'zod'
import { changeSubscription, find, findCustomer } from '../billing/records.ts'
import { createSubscription, endSubscription, isOver, running } from '../billing/subscriptions.ts'
import type { Context } from '../context.ts'
import { itemIn, withPeriod } from '../objects/subscription.ts'
import { getId, getPage } from '../objects/wire.ts'
import { invalid, noSuch } from '../refusal.ts'
import { checkPrice } from './checkout-sessions.ts'
import { checkOwnership } from './customers.ts'
import {
  type Endpoint,
  endpoint,
  expand,
  flag,
  items,
  limit,
  metadata,
  text,
  wholeNumber,
} from './endpoint.ts'

const words = z.strictObject({ comment: text }).optional()

const create = z.strictObject({
  customer: text,
  items,
  metadata,
  off_session: z.literal('true').optional(),
  trial_end: wholeNumber,
  trial_settings: z.strictObject({
    end_behavior: z.strictObject({ missing_payment_method: z.literal('cancel') }),
  }),
})

const list = z.strictObject({ customer: text, expand, limit, status: z.literal('all').optional() })

const update = z.strictObject({
  cancel_at: z.union([z.literal('').transform(() => null), wholeNumber]).optional(),
  cancel_at_period_end: flag.optional(),
  cancellation_details: words,
  default_payment_method: text.optional(),
  proration_behavior: z.literal('none').optional(),
  trial_end: wholeNumber.optional(),
})

type Update = z.infer<typeof update>

const cancel = z.strictObject({
  cancellation_details: words,
  // Nothing is prorated here, so that nothing else may be asked for.
  invoice_now: z.literal('false').optional(),
  prorate: z.literal('false').optional(),
})

export const subscriptionEndpoints: readonly Endpoint[] = [
  endpoint('POST', '/subscriptions', create, (context, params) => {
    const customer = findCustomer(context, params.customer, 'customer').id
    checkPrice(params.items, 'items')
    checkTrialEnd(params.trial_end, context.now())
    const { trial_end: trialEnd, metadata: about } = params
    return createSubscription(context, { customer, trialEnd, defaultPaymentMethod: null, metadata: about })
  }),
  endpoint('GET', '/subscriptions', list, (context, params) => {
    const found = context.ledger
      .all('subscription')
      .filter(
        (each) => getId(each.customer) === params.customer && (params.status === 'all' || !isOver(each)),
      )
    return getPage(found, params, '/v1/subscriptions')
  }),
  endpoint('POST', '/subscriptions/:id', update, updateSubscription),
  endpoint('DELETE', '/subscriptions/:id', cancel, (context, params, id) => {
    const subscription = find(context, 'subscription', id)
    if (isOver(subscription)) throw noSuch('subscription', id, 'id')
    const reason = 'cancellation_requested'
    return endSubscription(context, subscription, { reason, ...params.cancellation_details })
  }),
]

function checkTrialEnd(end: number, now: number): void {
  if (end <= now)
    throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end')
}

function updateSubscription(context: Context, params: Update, id: string): object {
  const before = find(context, 'subscription', id)
  const { default_payment_method: method } = params
  if (isOver(before)) {
    const [refused] = Object.keys(params)
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.', refused)
  }
  if (method !== undefined) checkOwnership(context, method, getId(before.customer)!)
  return changeSubscription(context, before, {
    ...(method !== undefined && { default_payment_method: method }),
    ...cancellationFields(context, before, params),
    ...trialFields(context, before, params.trial_end),
  })
}

/** Returns the changes of an end at a time or with the period; empty and false revoke it. */
function cancellationFields(
  context: Context,
  before: Stripe.Subscription,
  params: Update,
): Partial<Stripe.Subscription> {
  const { cancel_at: at, cancel_at_period_end: isAtPeriodEnd } = params
  if (at !== undefined && isAtPeriodEnd !== undefined)
    throw invalid(
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
      'cancel_at',
    )
  if (typeof at === 'number' && at <= context.now())
    throw invalid('`cancel_at` must be in the future.', 'cancel_at')
  const details = { ...before.cancellation_details!, ...params.cancellation_details }
  if (at === undefined && (isAtPeriodEnd === undefined || isAtPeriodEnd === before.cancel_at_period_end))
    return { cancellation_details: details }
  if (at === null || isAtPeriodEnd === false)
    return { ...running, cancellation_details: { ...details, reason: null } }
  return {
    cancel_at: at ?? itemIn(before).current_period_end,
    cancel_at_period_end: at === undefined,
    canceled_at: context.now(),
    cancellation_details: { ...details, reason: 'cancellation_requested' },
  }
}

/** Returns the changes of a trial that ends later: the anchor and the end of the period move with it. */
function trialFields(
  context: Context,
  before: Stripe.Subscription,
  end: number | undefined,
): Partial<Stripe.Subscription> {
  if (end === undefined || end === before.trial_end) return {}
  checkTrialEnd(end, context.now())
  if (before.status !== 'trialing' && before.status !== 'active')
    throw invalid(`A subscription that is ${before.status} can not be given a trial.`, 'trial_end')
  const isTrial = before.status === 'trialing'
  const start = isTrial ? itemIn(before).current_period_start : context.now()
  return {
    items: withPeriod(before, start, end).items,
    billing_cycle_anchor: end,
    status: 'trialing',
    trial_end: end,
    trial_start: isTrial ? before.trial_start : start,
    ...(before.cancel_at_period_end && { cancel_at: end }),
  }
}
