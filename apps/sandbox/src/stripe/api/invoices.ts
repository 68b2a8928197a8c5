import type Stripe from 'stripe'
import { z } from 'zod'
import { payInvoice } from '../billing/pay-invoice.ts'
import { change, find } from '../billing/records.ts'
import type { Context } from '../context.ts'
import { newId } from '../new-id.ts'
import { newRefund } from '../objects/payment.ts'
import { getId, getPage } from '../objects/wire.ts'
import { CardRefusal, invalid } from '../refusal.ts'
import { checkOwnership } from './customers.ts'
import { type Endpoint, endpoint, expand, limit, text } from './endpoint.ts'

const list = z.strictObject({ customer: text, expand, limit })
const refund = z.strictObject({ payment_intent: text, reason: z.literal('duplicate').optional() })
const refunds = z.strictObject({ limit, payment_intent: text })

export const invoiceEndpoints: readonly Endpoint[] = [
  endpoint('GET', '/invoices', list, (context, params) => {
    const found = context.ledger.all('invoice').filter((each) => getId(each.customer) === params.customer)
    return getPage(found, params, '/v1/invoices')
  }),
  endpoint('GET', '/invoices/:id', z.strictObject({}), (context, _params, id) =>
    find(context, 'invoice', id),
  ),
  endpoint('POST', '/invoices/:id/pay', z.strictObject({ payment_method: text }), (context, params, id) => {
    const invoice = find(context, 'invoice', id)
    const customer = getId(invoice.customer)!
    if (invoice.status === 'paid') throw invalid('Invoice is already paid')
    if (invoice.status !== 'open')
      throw invalid(`This invoice can no longer be paid: it is ${invoice.status}.`)
    checkOwnership(context, params.payment_method, customer, 'payment_method')
    const paymentMethod = find(context, 'payment_method', params.payment_method)
    const decline = payInvoice(context, invoice, { paymentMethod, isAutomatic: false })
    // The attempt is stored, although it is answered with an error.
    return decline ? new CardRefusal(decline) : find(context, 'invoice', id)
  }),
  endpoint('POST', '/refunds', refund, refundPayment),
  endpoint('GET', '/refunds', refunds, (context, params) => {
    const isAsked = (each: Stripe.Refund) => getId(each.payment_intent) === params.payment_intent
    return getPage(context.ledger.all('refund').filter(isAsked), params, '/v1/refunds')
  }),
]

/** Refunds all of a payment. */
function refundPayment(context: Context, { payment_intent, reason }: z.infer<typeof refund>): object {
  const intent = find(context, 'payment_intent', payment_intent, 'payment_intent')
  const latest = getId(intent.latest_charge)
  if (latest === null)
    throw invalid(
      `The PaymentIntent (${payment_intent}) does not have a successful charge to refund.`,
      'payment_intent',
    )
  const charge = find(context, 'charge', latest)
  if (charge.refunded)
    throw invalid(`Charge ${latest} has already been refunded.`, undefined, 'charge_already_refunded')
  const made = newRefund({ id: newId('re'), created: context.now() }, charge, reason ?? null)
  context.ledger.put('refund', made.id, made)
  const refunded = change(context, 'charge', charge, { amount_refunded: charge.amount, refunded: true })
  context.emit('charge.refunded', refunded, charge)
  context.emit('refund.created', made)
  return made
}
