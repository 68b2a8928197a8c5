import type Stripe from 'stripe'

const CREATED = Date.UTC(2026, 0, 1) / 1000

/** What customers may do in the portal; saved in the account's dashboard, as it were. */
export const portalConfiguration: Stripe.BillingPortal.Configuration = {
  id: 'bpc_default',
  object: 'billing_portal.configuration',
  active: true,
  application: null,
  business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
  created: CREATED,
  default_return_url: null,
  features: {
    customer_update: { allowed_updates: [], enabled: false },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true, payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: true,
      mode: 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      enabled: false,
      products: null,
      proration_behavior: 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'end_trial',
    },
  },
  is_default: true,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: {},
  name: null,
  updated: CREATED,
}

export type PortalFlow = 'payment_method_update' | 'subscription_cancel'

export function newPortalSession(args: {
  id: string
  created: number
  customer: string
  url: string
  returnUrl: string | null
  locale: string | null
  flow: { type: PortalFlow; subscription: string | null; returnUrl: string | null } | null
}): Stripe.BillingPortal.Session {
  const { id, created, customer, url, returnUrl, locale, flow } = args
  return {
    id,
    object: 'billing_portal.session',
    configuration: portalConfiguration.id,
    created,
    customer,
    customer_account: null,
    flow: flow && flowOf(flow),
    livemode: false,
    locale: locale as Stripe.BillingPortal.Session.Locale | null,
    on_behalf_of: null,
    return_url: returnUrl,
    url,
  }
}

function flowOf(flow: { type: PortalFlow; subscription: string | null; returnUrl: string | null }) {
  const isCancel = flow.type === 'subscription_cancel'
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: flow.returnUrl === null ? null : { return_url: flow.returnUrl },
      type: flow.returnUrl === null ? ('portal_homepage' as const) : ('redirect' as const),
    },
    customer_update: null,
    subscription_cancel: isCancel ? { retention: null, subscription: flow.subscription! } : null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type: flow.type,
  }
}
