/** Names of the parameter schemas by request; requests that are not here take `expand` at most. */
export const STRIPE_PARAMETERS: Readonly<Record<string, string>> = {
  'POST /customers': 'PCustomerCreate',
  'GET /customers': 'PCustomerList',
  'POST /customers/:id': 'PCustomerUpdate',
  'GET /customers/:id/payment_methods': 'PCustomerPaymentMethods',
  'GET /payment_methods': 'PPaymentMethodList',
  'POST /payment_methods/:id/attach': 'PPaymentMethodAttach',
  'POST /payment_methods/:id/detach': 'PPaymentMethodDetach',
  'GET /setup_intents/:id': 'PSetupIntentRetrieve',
  'POST /checkout/sessions': 'PCheckoutCreate',
  'GET /checkout/sessions': 'PCheckoutList',
  'POST /checkout/sessions/:id/expire': 'PCheckoutExpire',
  'POST /subscriptions': 'PSubscriptionCreate',
  'GET /subscriptions': 'PSubscriptionList',
  'POST /subscriptions/:id': 'PSubscriptionUpdate',
  'DELETE /subscriptions/:id': 'PSubscriptionCancel',
  'GET /invoices': 'PInvoiceList',
  'POST /invoices/:id/finalize': 'PInvoiceFinalize',
  'POST /invoices/:id/pay': 'PInvoicePay',
  'POST /invoices/:id/void': 'PInvoiceVoid',
  'GET /invoice_payments': 'PInvoicePaymentList',
  'POST /refunds': 'PRefundCreate',
  'GET /refunds': 'PRefundList',
  'POST /billing_portal/sessions': 'PPortalCreate',
  'GET /billing_portal/configurations': 'PPortalConfigurationList',
  'GET /prices': 'PPriceList',
  'GET /products': 'PProductList',
  'GET /events': 'PEventList',
}

export function parametersOf(method: string, pathname: string): string | undefined {
  const path = pathname.replace(/^\/v1/, '').replace(/\/[a-z]+_(?:test_)?[A-Za-z0-9]{8,}/, '/:id')
  return STRIPE_PARAMETERS[`${method} ${path}`]
}
