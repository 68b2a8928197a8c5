import { z } from 'zod'
import { endSubscription, isOver } from '../billing/end-subscription.ts'
import { detach } from '../billing/payment-methods.ts'
import { changeCustomer, find, findCustomer, subscriptionsOf } from '../billing/records.ts'
import type { Context } from '../context.ts'
import { newId } from '../new-id.ts'
import { newCustomer } from '../objects/customer.ts'
import { idOf } from '../objects/wire.ts'
import { invalid, noSuch } from '../refusal.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { clearable, expand, isWithin, limits, mergeMetadata, metadata, range, text } from './fields.ts'
import { pageOf } from './page-of.ts'

const create = z.strictObject({
  description: text.optional(),
  email: z.email().max(512).optional(),
  expand,
  metadata: metadata.optional(),
  name: text.optional(),
})

const update = z.strictObject({
  description: clearable(text).optional(),
  email: z.email().max(512).optional(),
  expand,
  invoice_settings: z.strictObject({ default_payment_method: clearable(text).optional() }).optional(),
  metadata: metadata.optional(),
  name: clearable(text).optional(),
})

const list = z.strictObject({ ...limits, created: range.optional(), email: text.optional() })
const nothing = z.strictObject({})

export const customerEndpoints: readonly Endpoint[] = [
  endpoint('POST', '/customers', create, (context, params) => {
    const { description = null, email = null, name = null } = params
    const given = { description, email, name, metadata: mergeMetadata({}, params.metadata) }
    const customer = newCustomer(newId('cus'), context.now(), given)
    context.ledger.put('customer', customer.id, customer)
    context.emit('customer.created', customer)
    return customer
  }),
  endpoint('GET', '/customers', list, (context, params) => {
    const found = context.ledger
      .all('customer')
      .filter((each) => !each.deleted)
      .map((each) => findCustomer(context, each.id))
      .filter(({ email, created }) => isWithin(created, params.created) && (params.email ?? email) === email)
    return pageOf(found.reverse(), params, '/v1/customers')
  }),
  endpoint('GET', '/customers/:id', z.strictObject({ expand }), (context, _params, id) => {
    const customer = context.ledger.get('customer', id)
    if (!customer) throw noSuch('customer', id, 'id')
    return customer
  }),
  endpoint('POST', '/customers/:id', update, updateCustomer),
  endpoint('DELETE', '/customers/:id', nothing, (context, _params, id) => deleteCustomer(context, id)),
]

function updateCustomer(context: Context, params: z.infer<typeof update>, id: string): object {
  const before = findCustomer(context, id)
  const { description, email, name, invoice_settings: settings, metadata: given } = params
  const paymentMethod = settings?.default_payment_method
  if (paymentMethod) checkOwnership(context, paymentMethod, id)
  return changeCustomer(context, id, {
    ...(description !== undefined && { description }),
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
    metadata: mergeMetadata(before.metadata, given),
    invoice_settings: {
      ...before.invoice_settings,
      ...(paymentMethod !== undefined && { default_payment_method: paymentMethod }),
    },
  })
}

/** Throws the refusal when the payment method is not attached to the customer. */
export function checkOwnership(
  context: Context,
  paymentMethod: string,
  customer: string,
  param = 'default_payment_method',
): void {
  const { customer: owner } = find(context, 'payment_method', paymentMethod, param)
  if (idOf(owner) === customer) return
  throw invalid(
    `The customer does not have a payment method with the ID ${paymentMethod}. The payment method must be attached to the customer.`,
    param,
    'resource_missing',
  )
}

function deleteCustomer(context: Context, id: string): object {
  const customer = findCustomer(context, id)
  for (const subscription of subscriptionsOf(context, id))
    if (!isOver(subscription)) endSubscription(context, subscription, { reason: null })
  for (const method of context.ledger.all('payment_method'))
    if (idOf(method.customer) === id) detach(context, method.id)
  const last = findCustomer(context, id)
  const deleted = { id: customer.id, object: 'customer', deleted: true } as const
  context.ledger.put('customer', id, deleted)
  context.emit('customer.deleted', last)
  return deleted
}
