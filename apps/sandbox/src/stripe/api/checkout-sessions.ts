import { z } from 'zod'
import { isOwnMachine } from '../../pages/own-machine.ts'
import { find, findCustomer } from '../billing/records.ts'
import { DAY_S, HOUR_S } from '../billing-calendar.ts'
import { expireSession } from '../checkout/expire-session.ts'
import type { Context } from '../context.ts'
import { newId } from '../new-id.ts'
import { newSession } from '../objects/checkout-session.ts'
import { PRICE_CENTS } from '../objects/price.ts'
import { newSetupIntent } from '../objects/setup-intent.ts'
import { idOf } from '../objects/wire.ts'
import { invalid } from '../refusal.ts'
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
import { checkPrice, items, trialSettings } from './subscription-fields.ts'

const SHORTEST_S = HOUR_S / 2
const LONGEST_S = DAY_S
const SHORTEST_TRIAL_S = 2 * DAY_S

const card = z.array(z.literal('card')).optional()
const address = z
  .string()
  .max(5000)
  .refine(isOwnMachine, { error: 'Must be an address of this machine, as http://localhost:3000/…' })

const create = z.strictObject({
  allowed_payment_method_types: card,
  automatic_tax: z.strictObject({ enabled: z.literal('false').transform(() => false) }).optional(),
  billing_address_collection: z.literal('auto').optional(),
  cancel_url: address.optional(),
  client_reference_id: z.string().max(200).optional(),
  currency: z.literal('usd').optional(),
  customer: text.optional(),
  customer_email: z.email().optional(),
  customer_update: z
    .strictObject({
      address: z.enum(['auto', 'never']).optional(),
      name: z.enum(['auto', 'never']).optional(),
    })
    .optional(),
  expand,
  expires_at: wholeNumber.optional(),
  line_items: items.optional(),
  locale: text.optional(),
  metadata: metadata.optional(),
  mode: z.enum(['setup', 'subscription']),
  payment_method_collection: z.literal('always').optional(),
  saved_payment_method_options: z
    .strictObject({ payment_method_save: z.enum(['enabled', 'disabled']).optional() })
    .optional(),
  setup_intent_data: z.strictObject({ metadata: metadata.optional() }).optional(),
  subscription_data: z
    .strictObject({
      metadata: metadata.optional(),
      trial_end: wholeNumber.optional(),
      trial_period_days: wholeNumber.pipe(z.number().min(1).max(730)).optional(),
      trial_settings: trialSettings.optional(),
    })
    .optional(),
  success_url: address,
  tax_id_collection: z.strictObject({ enabled: flag }).optional(),
  ui_mode: z.literal('hosted_page').optional(),
})

type Create = z.infer<typeof create>

const list = z.strictObject({
  ...limits,
  created: range.optional(),
  customer: text.optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
  subscription: text.optional(),
})

export const checkoutEndpoints: readonly Endpoint[] = [
  endpoint('POST', '/checkout/sessions', create, createSession),
  endpoint('GET', '/checkout/sessions', list, (context, params) => {
    const found = context.ledger
      .all('session')
      .filter((each) => params.customer === undefined || idOf(each.customer) === params.customer)
      .filter((each) => params.status === undefined || each.status === params.status)
      .filter((each) => params.subscription === undefined || idOf(each.subscription) === params.subscription)
      .filter((each) => isWithin(each.created, params.created))
    return pageOf(found.reverse(), params, '/v1/checkout/sessions')
  }),
  endpoint('GET', '/checkout/sessions/:id', z.strictObject({ expand }), (context, _params, id) =>
    find(context, 'session', id),
  ),
  endpoint('POST', '/checkout/sessions/:id/expire', z.strictObject({ expand }), (context, _params, id) => {
    const session = find(context, 'session', id)
    if (session.status !== 'open')
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    return expireSession(context, session)
  }),
]

function createSession(context: Context, params: Create): object {
  checkMode(params)
  const now = context.now()
  const expiresAt = params.expires_at ?? now + LONGEST_S
  if (expiresAt < now + SHORTEST_S || expiresAt > now + LONGEST_S)
    throw invalid('The `expires_at` timestamp must be from 30 minutes to 24 hours away.', 'expires_at')
  const customer =
    params.customer === undefined ? null : findCustomer(context, params.customer, 'customer').id
  const id = newId('cs_test')
  const quantity = params.line_items?.[0]?.quantity ?? 1
  const trialEnd = trialEndOf(params, now)
  if (params.mode === 'subscription') {
    const missingPaymentMethod =
      params.subscription_data?.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice'
    const about = mergeMetadata({}, params.subscription_data?.metadata)
    context.ledger.put('sale', id, { quantity, trialEnd, missingPaymentMethod, metadata: about })
  }
  const session = newSession({
    id,
    created: now,
    mode: params.mode,
    url: `${context.address()}/stripe/pay/${id}`,
    expires_at: expiresAt,
    success_url: params.success_url,
    cancel_url: params.cancel_url ?? null,
    customer,
    customer_email: params.customer_email ?? null,
    client_reference_id: params.client_reference_id ?? null,
    metadata: mergeMetadata({}, params.metadata),
    locale: params.locale ?? null,
    setup_intent: params.mode === 'setup' ? setupIntentFor(context, params, customer) : null,
    amount: params.mode === 'setup' ? null : trialEnd === null ? quantity * PRICE_CENTS : 0,
  })
  return context.ledger.put('session', id, session)
}

function setupIntentFor(context: Context, params: Create, customer: string | null): string {
  const about = mergeMetadata({}, params.setup_intent_data?.metadata)
  const intent = newSetupIntent({ id: newId('seti'), created: context.now(), customer, metadata: about })
  context.ledger.put('setup_intent', intent.id, intent)
  context.emit('setup_intent.created', intent)
  return intent.id
}

function checkMode(params: Create): void {
  if (params.customer !== undefined && params.customer_email !== undefined)
    throw invalid('You may only specify one of these parameters: customer, customer_email.', 'customer')
  if (params.customer_update && params.customer === undefined)
    throw invalid('`customer_update` can only be used with `customer`.', 'customer_update')
  if (params.mode === 'setup') {
    if (params.currency === undefined && params.allowed_payment_method_types === undefined)
      throw invalid('You must provide `currency` in setup mode.', 'currency', 'parameter_missing')
    const alien = (['line_items', 'subscription_data', 'payment_method_collection'] as const).find(
      (name) => params[name] !== undefined,
    )
    if (alien) throw invalid(`You can not pass \`${alien}\` in \`setup\` mode.`, alien)
    return
  }
  if (!params.line_items)
    throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing')
  if (params.setup_intent_data)
    throw invalid('You can not pass `setup_intent_data` in `subscription` mode.', 'setup_intent_data')
  checkPrice(params.line_items, 'line_items')
}

function trialEndOf({ subscription_data: data }: Create, now: number): number | null {
  if (data?.trial_end !== undefined && data.trial_period_days !== undefined)
    throw invalid('You may only specify one of these parameters: trial_end, trial_period_days.', 'trial_end')
  if (data?.trial_end !== undefined && data.trial_end < now + SHORTEST_TRIAL_S)
    throw invalid(
      'The `trial_end` date has to be at least 2 days in the future.',
      'subscription_data[trial_end]',
    )
  if (data?.trial_period_days !== undefined) return now + data.trial_period_days * DAY_S
  return data?.trial_end ?? null
}
