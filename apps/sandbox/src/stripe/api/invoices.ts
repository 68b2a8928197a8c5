import type Stripe from 'stripe'
import { z } from 'zod'
import { finalizeInvoice } from '../billing/invoices.ts'
import { payInvoice } from '../billing/pay-invoice.ts'
import { payingMethod } from '../billing/payment-methods.ts'
import { find } from '../billing/records.ts'
import { voidInvoice } from '../billing/void-invoice.ts'
import type { Context } from '../context.ts'
import { subscriptionOf } from '../objects/invoice.ts'
import { idOf } from '../objects/wire.ts'
import { CardRefusal, invalid, Refusal } from '../refusal.ts'
import { checkOwnership } from './customers.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { expand, flag, isWithin, limits, range, text } from './fields.ts'
import { pageOf } from './page-of.ts'

const STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const

const list = z.strictObject({
  ...limits,
  created: range.optional(),
  customer: text.optional(),
  status: z.enum(STATUSES).optional(),
  subscription: text.optional(),
})

const pay = z.strictObject({ expand, off_session: flag.default(true), payment_method: text.optional() })
const one = z.strictObject({ expand })

export const invoiceEndpoints: readonly Endpoint[] = [
  endpoint('GET', '/invoices', list, (context, params) => {
    const found = context.ledger
      .all('invoice')
      .filter((each) => params.customer === undefined || idOf(each.customer) === params.customer)
      .filter((each) => params.subscription === undefined || subscriptionOf(each) === params.subscription)
      .filter((each) => params.status === undefined || each.status === params.status)
      .filter((each) => isWithin(each.created, params.created))
    return pageOf(found.reverse(), params, '/v1/invoices')
  }),
  endpoint('GET', '/invoices/:id', one, (context, _params, id) => find(context, 'invoice', id)),
  endpoint('POST', '/invoices/:id/finalize', one, (context, _params, id) => {
    const invoice = find(context, 'invoice', id)
    if (invoice.status !== 'draft') throw invalid('This invoice is already finalized.')
    return finalizeInvoice(context, invoice)
  }),
  endpoint('POST', '/invoices/:id/pay', pay, payNow),
  endpoint('POST', '/invoices/:id/void', one, (context, _params, id) =>
    voidInvoice(context, openInvoice(context, id)),
  ),
]

function payNow(context: Context, params: z.infer<typeof pay>, id: string): object {
  const invoice = openInvoice(context, id)
  const customer = idOf(invoice.customer)!
  if (params.payment_method !== undefined)
    checkOwnership(context, params.payment_method, customer, 'payment_method')
  const paymentMethod =
    params.payment_method === undefined
      ? payingMethod(context, find(context, 'subscription', subscriptionOf(invoice)))
      : find(context, 'payment_method', params.payment_method)
  if (!paymentMethod)
    throw invalid('There is no `default_payment_method` set on this Customer or Invoice. Set one first.')
  const decline = payInvoice(context, invoice, { paymentMethod, isAutomatic: false, isConfirmed: false })
  // The attempt is on record, although it is answered with an error.
  return decline ? new CardRefusal(decline, customer) : find(context, 'invoice', id)
}

function openInvoice(context: Context, id: string): Stripe.Invoice {
  const invoice = find(context, 'invoice', id)
  if (invoice.status === 'paid') throw invalid('Invoice is already paid')
  if (invoice.status === 'draft') return finalizeInvoice(context, invoice)
  if (invoice.status === 'open') return invoice
  throw new Refusal(400, {
    type: 'invalid_request_error',
    message: `This invoice can no longer be paid: it is ${invoice.status}.`,
  })
}
