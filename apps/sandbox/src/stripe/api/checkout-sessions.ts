import { z } from 'zod'
import { isOwnMachine } from '../../own-machine.ts'
import { find, findCustomer } from '../billing/records.ts'
import { DAY_S } from '../billing-calendar.ts'
import type { Context } from '../context.ts'
import { newId } from '../new-id.ts'
import { newSession } from '../objects/checkout-session.ts'
import { price } from '../objects/price.ts'
import { newSetupIntent } from '../objects/setup-intent.ts'
import { getPage } from '../objects/wire.ts'
import { invalid } from '../refusal.ts'
import { type Endpoint, endpoint, expand, items, limit, metadata, text } from './endpoint.ts'

const address = text.refine(isOwnMachine, {
  error: 'Must be an address of this machine, as http://localhost:3000/…',
})

const create = z.strictObject({
  allowed_payment_method_types: z.array(z.literal('card')),
  cancel_url: address,
  client_reference_id: z.string().max(200),
  currency: z.literal('usd').optional(),
  customer: text,
  line_items: items.optional(),
  metadata,
  mode: z.enum(['setup', 'subscription']),
  payment_method_collection: z.literal('always').optional(),
  subscription_data: z.strictObject({ metadata }).optional(),
  success_url: address,
  ui_mode: z.literal('hosted_page'),
})

type Create = z.infer<typeof create>

const prices = z.strictObject({ active: z.literal('true'), limit, lookup_keys: z.array(text) })

export const checkoutEndpoints: readonly Endpoint[] = [
  endpoint('POST', '/checkout/sessions', create, createSession),
  endpoint('GET', '/checkout/sessions/:id', z.strictObject({ expand }), (context, _params, id) =>
    find(context, 'session', id),
  ),
  endpoint('GET', '/prices', prices, (_context, params) =>
    getPage(params.lookup_keys.includes(price.lookup_key!) ? [price] : [], params, '/v1/prices'),
  ),
]

function createSession(context: Context, params: Create): object {
  checkMode(params)
  const customer = findCustomer(context, params.customer, 'customer').id
  const id = newId('cs_test')
  const isSetup = params.mode === 'setup'
  if (!isSetup) context.ledger.put('sale', id, params.subscription_data?.metadata ?? {})
  const session = newSession({
    id,
    created: context.now(),
    mode: params.mode,
    url: `${context.address()}/stripe/pay/${id}`,
    expires_at: context.now() + DAY_S,
    success_url: params.success_url,
    cancel_url: params.cancel_url,
    customer,
    client_reference_id: params.client_reference_id,
    metadata: params.metadata,
    setup_intent: isSetup ? setupIntentFor(context, customer) : null,
  })
  return context.ledger.put('session', id, session)
}

function setupIntentFor(context: Context, customer: string): string {
  const intent = newSetupIntent(newId('seti'), context.now(), customer)
  context.ledger.put('setup_intent', intent.id, intent)
  context.emit('setup_intent.created', intent)
  return intent.id
}

function checkMode(params: Create): void {
  if (params.mode === 'setup') {
    if (params.currency === undefined)
      throw invalid('You must provide `currency` in setup mode.', 'currency', 'parameter_missing')
    const alien = (['line_items', 'subscription_data', 'payment_method_collection'] as const).find(
      (name) => params[name] !== undefined,
    )
    if (alien) throw invalid(`You can not pass \`${alien}\` in \`setup\` mode.`, alien)
    return
  }
  if (!params.line_items)
    throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing')
  checkPrice(params.line_items, 'line_items')
}

/** Throws the refusal for a price that this account does not have. */
export function checkPrice(given: readonly { price: string }[], param: string): void {
  const unknown = given.find((each) => each.price !== price.id)
  if (unknown) throw invalid(`No such price: '${unknown.price}'`, `${param}[0][price]`, 'resource_missing')
}
