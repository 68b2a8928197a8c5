import { z } from 'zod'
import { billingSchema, cancelRequestSchema, providerPageSchema, reactivationSchema } from '../billing.ts'
import { endpoint } from './endpoint.ts'

export const get = endpoint('GET', '/api/billing', {
  role: 'owner',
  answer: billingSchema,
  description: 'The payment status.',
})

/** The provider's id of a checkout session, as its return address carries it. */
const checkoutSessionId = z
  .string()
  .max(255)
  .regex(/^cs_\w+$/, 'must be the id of a checkout session')
const checkoutOutcome = z.object({ success: z.boolean(), message: z.string() })

export const extendTrial = endpoint('POST', '/api/billing/extend-trial', {
  role: 'owner',
  refuses: ['demo'],
  withoutPlan: true,
  use: 'change',
  answer: billingSchema,
  description: 'The trial now ends 14 days from now. This works once.',
})

export const reactivate = endpoint('POST', '/api/billing/reactivate', {
  role: 'owner',
  refuses: ['demo'],
  withoutPlan: true,
  use: 'checkout',
  answer: reactivationSchema,
  description: 'The address of the payment page, or null when the plan continues without a payment.',
})

export const openPortal = endpoint('POST', '/api/billing/portal', {
  role: 'owner',
  refuses: ['demo'],
  withoutPlan: true,
  use: 'checkout',
  answer: providerPageSchema,
  description: 'The address of the provider’s page for invoices, cards and cancellation.',
})

export const updatePaymentMethod = endpoint('POST', '/api/billing/update-payment-method', {
  role: 'owner',
  refuses: ['demo'],
  withoutPlan: true,
  use: 'checkout',
  answer: providerPageSchema,
  description: 'The address of the page that takes a card.',
})

export const cancel = endpoint('POST', '/api/billing/cancel', {
  role: 'owner',
  refuses: ['demo'],
  withoutPlan: true,
  use: 'cancellation',
  body: cancelRequestSchema,
  answer: billingSchema,
  description: 'The payment status after cancelling.',
})

export const createSetup = endpoint('POST', '/functions/stripe-create-setup-session', {
  role: 'owner',
  refuses: ['demo'],
  withoutPlan: true,
  use: 'checkout',
  isSlow: true,
  answer: z.object({ url: z.url() }),
  description: 'The address of the page that takes a card.',
})

export const createSubscription = endpoint('POST', '/functions/stripe-create-subscription', {
  role: 'owner',
  refuses: ['demo'],
  withoutPlan: true,
  use: 'checkout',
  isSlow: true,
  answer: z.object({ url: z.url() }),
  description: 'The address of the payment page.',
})

export const completeSetup = endpoint('POST', '/functions/stripe-setup-complete', {
  role: 'owner',
  refuses: ['demo'],
  withoutPlan: true,
  use: 'change',
  isSlow: true,
  body: z.object({ sessionId: checkoutSessionId }),
  answer: checkoutOutcome.extend({
    /** The screen on which the merchant started and to which they return. */
    startedFrom: z.enum(['onboarding', 'billing']),
  }),
  description: 'The result of the card setup.',
})

export const completeSubscription = endpoint('POST', '/functions/stripe-subscription-complete', {
  role: 'owner',
  refuses: ['demo'],
  withoutPlan: true,
  use: 'change',
  isSlow: true,
  body: z.object({ session_id: checkoutSessionId }),
  answer: checkoutOutcome,
  description: 'The result of the payment.',
})
