/** Names of the parameter schemas by request; requests that are not here take `expand` at most. */
export const STRIPE_PARAMETERS: Readonly<Record<string, string>> = {
  'POST /customers': 'PCustomerCreate',
  'GET /customers': 'PCustomerList',
  'POST /customers/:id': 'PCustomerUpdate',
  'POST /payment_methods/:id/attach': 'PPaymentMethodAttach',
  'POST /checkout/sessions': 'PCheckoutCreate',
  'POST /subscriptions': 'PSubscriptionCreate',
  'GET /subscriptions': 'PSubscriptionList',
  'POST /subscriptions/:id': 'PSubscriptionUpdate',
  'DELETE /subscriptions/:id': 'PSubscriptionCancel',
  'GET /invoices': 'PInvoiceList',
  'POST /invoices/:id/pay': 'PInvoicePay',
  'POST /refunds': 'PRefundCreate',
  'GET /refunds': 'PRefundList',
  'POST /billing_portal/sessions': 'PPortalCreate',
  'GET /prices': 'PPriceList',
}

export function getParameters(method: string, pathname: string): string | undefined {
  const path = pathname.replace(/^\/v1/, '').replace(/\/[a-z]+_(?:test_)?[A-Za-z0-9]{8,}/, '/:id')
  return STRIPE_PARAMETERS[`${method} ${path}`]
}
