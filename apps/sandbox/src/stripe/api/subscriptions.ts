import type Stripe from 'stripe'
import { z } from 'zod'
import { createSubscription } from '../billing/create-subscription.ts'
import { endSubscription, isOver } from '../billing/end-subscription.ts'
import { find, findCustomer } from '../billing/records.ts'
import { DAY_S } from '../billing-calendar.ts'
import type { Context } from '../context.ts'
import { idOf } from '../objects/wire.ts'
import { invalid, noSuch } from '../refusal.ts'
import { checkOwnership } from './customers.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import {
  expand,
  flag,
  isWithin,
  limits,
  mergeMetadata,
  metadata,
  range,
  text,
  wholeNumber,
} from './fields.ts'
import { pageOf } from './page-of.ts'
import { checkPrice, items, trialSettings, words, wordsOf } from './subscription-fields.ts'
import { update, updateSubscription } from './update-subscription.ts'

const LONGEST_TRIAL_S = 730 * DAY_S

const create = z.strictObject({
  automatic_tax: z.strictObject({ enabled: z.literal('false') }).optional(),
  customer: text,
  default_payment_method: text.optional(),
  expand,
  items,
  metadata: metadata.optional(),
  off_session: flag.optional(),
  payment_behavior: z
    .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete'])
    .default('allow_incomplete'),
  payment_settings: z
    .strictObject({
      payment_method_types: z.array(z.literal('card')).optional(),
      save_default_payment_method: z.enum(['off', 'on_subscription']).optional(),
    })
    .optional(),
  proration_behavior: z.literal('none').optional(),
  trial_end: z.union([z.literal('now'), wholeNumber]).optional(),
  trial_period_days: wholeNumber.pipe(z.number().min(0).max(730)).optional(),
  trial_settings: trialSettings.optional(),
})

type Create = z.infer<typeof create>

const STATUSES = [
  'active',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const

const list = z.strictObject({
  ...limits,
  created: range.optional(),
  customer: text.optional(),
  price: text.optional(),
  status: z.enum([...STATUSES, 'all', 'ended']).optional(),
})

const cancel = z.strictObject({
  cancellation_details: words.optional(),
  expand,
  // Nothing is prorated here: what is asked for and not done would be an untruth.
  invoice_now: z.literal('false').optional(),
  prorate: z.literal('false').optional(),
})

export const subscriptionEndpoints: readonly Endpoint[] = [
  endpoint('POST', '/subscriptions', create, openSubscription),
  endpoint('GET', '/subscriptions', list, (context, params) => {
    const found = context.ledger
      .all('subscription')
      .filter((each) => params.customer === undefined || idOf(each.customer) === params.customer)
      .filter((each) => isListed(each, params.status) && isWithin(each.created, params.created))
    return pageOf(found.reverse(), params, '/v1/subscriptions')
  }),
  endpoint('GET', '/subscriptions/:id', z.strictObject({ expand }), (context, _params, id) =>
    find(context, 'subscription', id),
  ),
  endpoint('POST', '/subscriptions/:id', update, updateSubscription),
  endpoint('DELETE', '/subscriptions/:id', cancel, (context, params, id) => {
    const subscription = find(context, 'subscription', id)
    if (isOver(subscription)) throw noSuch('subscription', id, 'id')
    const details = wordsOf(params.cancellation_details)
    return endSubscription(context, subscription, { reason: 'cancellation_requested', words: details })
  }),
]

/** Without a status those that are not over. */
function isListed(subscription: Stripe.Subscription, status: z.infer<typeof list>['status']): boolean {
  if (status === 'all') return true
  if (status === undefined) return subscription.status !== 'canceled'
  return status === 'ended' ? isOver(subscription) : subscription.status === status
}

function openSubscription(context: Context, params: Create): object {
  const customer = findCustomer(context, params.customer, 'customer')
  checkPrice(params.items, 'items')
  if (params.default_payment_method !== undefined)
    checkOwnership(context, params.default_payment_method, customer.id)
  const { payment_behavior: behavior } = params
  return createSubscription(context, {
    customer: customer.id,
    quantity: params.items[0]!.quantity ?? 1,
    trialEnd: trialEndOf(params, context.now()),
    defaultPaymentMethod: params.default_payment_method ?? null,
    saveDefault: params.payment_settings?.save_default_payment_method ?? 'off',
    missingPaymentMethod: params.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    metadata: mergeMetadata({}, params.metadata),
    whenUnpaid: WHEN_UNPAID[behavior],
    isConfirmed: false,
  })
}

const WHEN_UNPAID = {
  allow_incomplete: 'stay_incomplete',
  default_incomplete: 'wait_for_confirmation',
  error_if_incomplete: 'refuse',
} as const

function trialEndOf({ trial_end: end, trial_period_days: days }: Create, now: number): number | null {
  if (end !== undefined && days !== undefined)
    throw invalid('You may only specify one of these parameters: trial_end, trial_period_days.', 'trial_end')
  if (days !== undefined) return days === 0 ? null : now + days * DAY_S
  if (end === undefined || end === 'now') return null
  checkTrialEnd(end, now)
  return end
}

export function checkTrialEnd(end: number, now: number): void {
  if (end <= now)
    throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end')
  if (end > now + LONGEST_TRIAL_S)
    throw invalid('Invalid timestamp: can be no more than two years in the future.', 'trial_end')
}
