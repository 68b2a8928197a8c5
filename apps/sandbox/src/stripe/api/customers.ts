import { z } from 'zod'
import { isOwnMachine } from '../../own-machine.ts'
import { detach, saveCard } from '../billing/payment-methods.ts'
import { changeCustomer, find, findCustomer, getSubscriptions } from '../billing/records.ts'
import { endSubscription, isOver } from '../billing/subscriptions.ts'
import { cardOfToken } from '../cards.ts'
import type { Context } from '../context.ts'
import { newId } from '../new-id.ts'
import { newCustomer } from '../objects/customer.ts'
import { newPortalSession } from '../objects/portal.ts'
import { getId, getPage } from '../objects/wire.ts'
import { invalid, noSuch } from '../refusal.ts'
import { type Endpoint, endpoint, expand, limit, metadata, text } from './endpoint.ts'

const email = z.email().max(512).optional()
const update = z.strictObject({
  email,
  invoice_settings: z.strictObject({ default_payment_method: text.optional() }).optional(),
})
const portal = z.strictObject({
  customer: text,
  return_url: text.refine(isOwnMachine, { error: 'Must be an address of this machine.' }),
})
const EXPIRY = { expMonth: 12, expYear: 2034 }

export const customerEndpoints: readonly Endpoint[] = [
  endpoint('POST', '/customers', z.strictObject({ email, metadata }), (context, params) => {
    const customer = newCustomer(newId('cus'), context.now(), { ...params, email: params.email ?? null })
    context.ledger.put('customer', customer.id, customer)
    context.emit('customer.created', customer)
    return customer
  }),
  endpoint('GET', '/customers', z.strictObject({ email: text, limit }), (context, params) => {
    const isAsked = (each: { email?: string | null }) => each.email === params.email
    const found = context.ledger.all('customer').filter((each) => !each.deleted && isAsked(each))
    return getPage(found, params, '/v1/customers')
  }),
  endpoint('GET', '/customers/:id', z.strictObject({ expand }), (context, _params, id) => {
    const customer = context.ledger.get('customer', id)
    if (!customer) throw noSuch('customer', id, 'id')
    return customer
  }),
  endpoint('POST', '/customers/:id', update, updateCustomer),
  endpoint('DELETE', '/customers/:id', z.strictObject({}), (context, _params, id) =>
    deleteCustomer(context, id),
  ),
  endpoint(
    'POST',
    '/payment_methods/:id/attach',
    z.strictObject({ customer: text }),
    (context, params, id) => {
      const customer = findCustomer(context, params.customer, 'customer')
      const card = cardOfToken(id)
      if (!card) throw noSuch('PaymentMethod', id, 'id')
      return saveCard(context, card, { customer, form: EXPIRY })
    },
  ),
  endpoint('POST', '/billing_portal/sessions', portal, (context, params) => {
    const session = newPortalSession({
      id: newId('bps'),
      created: context.now(),
      customer: findCustomer(context, params.customer, 'customer').id,
      address: context.address(),
      returnUrl: params.return_url,
    })
    return context.ledger.put('portal_session', session.id, session)
  }),
]

function updateCustomer(context: Context, params: z.infer<typeof update>, id: string): object {
  const before = findCustomer(context, id)
  const paymentMethod = params.invoice_settings?.default_payment_method
  if (paymentMethod !== undefined) checkOwnership(context, paymentMethod, id)
  return changeCustomer(context, id, {
    ...(params.email !== undefined && { email: params.email }),
    ...(paymentMethod !== undefined && {
      invoice_settings: { ...before.invoice_settings, default_payment_method: paymentMethod },
    }),
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
  if (getId(owner) === customer) return
  throw invalid(
    `The customer does not have a payment method with the ID ${paymentMethod}. The payment method must be attached to the customer.`,
    param,
    'resource_missing',
  )
}

function deleteCustomer(context: Context, id: string): object {
  findCustomer(context, id)
  for (const subscription of getSubscriptions(context, id))
    if (!isOver(subscription)) endSubscription(context, subscription, { reason: null })
  for (const method of context.ledger.all('payment_method'))
    if (getId(method.customer) === id) detach(context, method.id)
  const last = findCustomer(context, id)
  const deleted = { id, object: 'customer', deleted: true } as const
  context.ledger.put('customer', id, deleted)
  context.emit('customer.deleted', last)
  return deleted
}
