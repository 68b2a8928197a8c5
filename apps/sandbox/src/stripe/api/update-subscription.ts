import type Stripe from 'stripe'
import { z } from 'zod'
import { isOver } from '../billing/end-subscription.ts'
import { endTrialNow } from '../billing/end-trial.ts'
import { changeSubscription, find } from '../billing/records.ts'
import type { Context } from '../context.ts'
import { itemIn, withPeriod } from '../objects/subscription.ts'
import { idOf } from '../objects/wire.ts'
import { invalid } from '../refusal.ts'
import { checkOwnership } from './customers.ts'
import { clearable, expand, flag, mergeMetadata, metadata, text, wholeNumber } from './fields.ts'
import { trialSettings, words, wordsOf } from './subscription-fields.ts'

export const update = z.strictObject({
  cancel_at: clearable(wholeNumber).optional(),
  cancel_at_period_end: flag.optional(),
  cancellation_details: words.optional(),
  default_payment_method: clearable(text).optional(),
  expand,
  metadata: metadata.optional(),
  off_session: flag.optional(),
  payment_behavior: z.enum(['allow_incomplete', 'error_if_incomplete']).default('allow_incomplete'),
  proration_behavior: z.literal('none').optional(),
  trial_end: z.union([z.literal('now'), wholeNumber]).optional(),
  trial_settings: trialSettings.optional(),
})

type Update = z.infer<typeof update>

const OPEN_TO_ALL = new Set(['cancellation_details', 'expand', 'metadata', 'payment_behavior'])

export function updateSubscription(context: Context, params: Update, id: string): object {
  const before = find(context, 'subscription', id)
  if (isOver(before)) checkOver(params)
  if (params.default_payment_method)
    checkOwnership(context, params.default_payment_method, idOf(before.customer)!)
  const changed = changeSubscription(context, before, {
    ...plainFields(before, params),
    ...cancellationFields(context, before, params),
    ...trialFields(context, before, params),
  })
  if (params.trial_end !== 'now' || changed.status !== 'trialing') return changed
  return endTrialNow(context, changed, params.payment_behavior === 'error_if_incomplete')
}

function checkOver(params: Update): void {
  const refused = Object.entries(params).find(
    ([name, value]) => value !== undefined && !OPEN_TO_ALL.has(name),
  )
  if (refused)
    throw invalid(
      'A canceled subscription can only update its cancellation_details and metadata.',
      refused[0],
    )
}

function plainFields(before: Stripe.Subscription, params: Update): Partial<Stripe.Subscription> {
  const { default_payment_method: method, trial_settings: settings } = params
  return {
    metadata: mergeMetadata(before.metadata, params.metadata),
    ...(method !== undefined && { default_payment_method: method }),
    ...(settings && {
      trial_settings: { end_behavior: { billing_cycle_anchor: null, ...settings.end_behavior } },
    }),
  }
}

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
  const details = { ...before.cancellation_details!, ...wordsOf(params.cancellation_details) }
  if (at === undefined && (isAtPeriodEnd === undefined || isAtPeriodEnd === before.cancel_at_period_end))
    return { cancellation_details: details }
  if (at === null || isAtPeriodEnd === false)
    return { ...notCancelled, cancellation_details: { ...details, reason: null } }
  return scheduleCancel(context, before, at ?? null, details)
}

const notCancelled = { cancel_at: null, cancel_at_period_end: false, canceled_at: null }

/** At the given time, or at the end of the period. */
function scheduleCancel(
  context: Context,
  subscription: Stripe.Subscription,
  at: number | null,
  details: Stripe.Subscription.CancellationDetails,
): Partial<Stripe.Subscription> {
  return {
    cancel_at: at ?? itemIn(subscription).current_period_end,
    cancel_at_period_end: at === null,
    canceled_at: context.now(),
    cancellation_details: { ...details, reason: 'cancellation_requested' },
  }
}

/** A trial that ends later moves the anchor and the end of the period along, and nothing is owed for it. */
function trialFields(
  context: Context,
  before: Stripe.Subscription,
  { trial_end: end }: Update,
): Partial<Stripe.Subscription> {
  if (typeof end !== 'number' || end === before.trial_end) return {}
  if (end <= context.now())
    throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end')
  if (before.status !== 'trialing' && before.status !== 'active')
    throw invalid(`A subscription that is ${before.status} can not be given a trial.`, 'trial_end')
  const start = before.status === 'trialing' ? itemIn(before).current_period_start : context.now()
  const { items } = withPeriod(before, start, end)
  return {
    items,
    billing_cycle_anchor: end,
    status: 'trialing',
    trial_end: end,
    trial_start: before.status === 'trialing' ? before.trial_start : start,
    ...(before.cancel_at_period_end && { cancel_at: end }),
  }
}
