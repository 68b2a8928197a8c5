import type Stripe from 'stripe'
import { z } from 'zod'
import { find } from '../billing/records.ts'
import { refundCharge } from '../billing/refund-charge.ts'
import type { Context } from '../context.ts'
import { idOf } from '../objects/wire.ts'
import { invalid, noSuch } from '../refusal.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { expand, isWithin, limits, mergeMetadata, metadata, range, text, wholeNumber } from './fields.ts'
import { pageOf } from './page-of.ts'

const one = z.strictObject({ expand })

const refund = z.strictObject({
  amount: wholeNumber.pipe(z.number().min(1)).optional(),
  charge: text.optional(),
  expand,
  metadata: metadata.optional(),
  payment_intent: text.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})

const refunds = z.strictObject({
  ...limits,
  charge: text.optional(),
  created: range.optional(),
  payment_intent: text.optional(),
})

export const paymentEndpoints: readonly Endpoint[] = [
  endpoint('GET', '/payment_intents/:id', one, (context, _params, id) => find(context, 'payment_intent', id)),
  endpoint('GET', '/charges/:id', one, (context, _params, id) => find(context, 'charge', id)),
  endpoint('GET', '/invoice_payments', z.strictObject({ ...limits, invoice: text }), (context, params) => {
    const payment = context.ledger.get('invoice_payment', params.invoice)
    return pageOf(payment ? [payment] : [], params, '/v1/invoice_payments')
  }),
  endpoint('POST', '/refunds', refund, (context, params) => {
    const { amount = null, reason = null } = params
    const about = { amount, reason, metadata: mergeMetadata({}, params.metadata) }
    return refundCharge(context, chargeToRefund(context, params), about)
  }),
  endpoint('GET', '/refunds', refunds, (context, params) => {
    const found = context.ledger
      .all('refund')
      .filter((each) => params.charge === undefined || idOf(each.charge) === params.charge)
      .filter(
        (each) => params.payment_intent === undefined || idOf(each.payment_intent) === params.payment_intent,
      )
      .filter((each) => isWithin(each.created, params.created))
    return pageOf(found.reverse(), params, '/v1/refunds')
  }),
  endpoint('GET', '/refunds/:id', one, (context, _params, id) => {
    const found = context.ledger.get('refund', id)
    if (!found) throw noSuch('refund', id, 'id')
    return found
  }),
]

function chargeToRefund(context: Context, params: z.infer<typeof refund>): Stripe.Charge {
  const { charge, payment_intent: intent } = params
  if ((charge === undefined) === (intent === undefined))
    throw invalid(
      'Give one of these parameters: charge, payment_intent.',
      'payment_intent',
      'parameter_missing',
    )
  if (charge !== undefined) return find(context, 'charge', charge, 'charge')
  const latest = idOf(find(context, 'payment_intent', intent!, 'payment_intent').latest_charge)
  if (latest === null)
    throw invalid(
      `The PaymentIntent (${intent}) does not have a successful charge to refund.`,
      'payment_intent',
    )
  return find(context, 'charge', latest)
}
