import {
  billingSchema,
  cancelRequestSchema,
  functionPath,
  functionSchemas,
  paths,
  providerPageSchema,
  reactivationSchema,
} from '@stockcast/contract'
import type { z } from 'zod'
import { createApi, createRoute, jsonAnswer, jsonBody } from '../../kernel/http/api.ts'
import { signedIn } from '../../kernel/http/context.ts'
import type { BillingKernel } from './billing-kernel.ts'
import { completeSetup, completeSubscription } from './checkout/complete-checkout.ts'
import { reactivate } from './checkout/reactivate.ts'
import { openPortal, startSetup } from './checkout/start-setup.ts'
import { startSubscription } from './checkout/start-subscription.ts'
import { cancelSubscription } from './closing/cancel-subscription.ts'
import { extendTrial } from './extend-trial.ts'
import { getBilling } from './get-billing.ts'

const setup = functionSchemas['stripe-create-setup-session']
const subscription = functionSchemas['stripe-create-subscription']
const setupComplete = functionSchemas['stripe-setup-complete']
const subscriptionComplete = functionSchemas['stripe-subscription-complete']

const show = createRoute({
  method: 'get',
  path: paths.billing,
  responses: jsonAnswer(billingSchema, 'The payment status.'),
})
const action = <Schema extends z.ZodType>(
  path: string,
  use: 'change' | 'checkout',
  answer: { schema: Schema; description: string },
) => createRoute({ method: 'post', path, use, responses: jsonAnswer(answer.schema, answer.description) })
const extend = action(paths.extendTrial, 'change', {
  schema: billingSchema,
  description: 'The trial now ends 14 days from now. This works once.',
})
const again = action(paths.reactivatePlan, 'checkout', {
  schema: reactivationSchema,
  description: 'The address of the payment page, or null when the plan continues without a payment.',
})
const portal = action(paths.billingPortal, 'checkout', {
  schema: providerPageSchema,
  description: 'The address of the provider’s page for invoices, cards and cancellation.',
})
const updatePayment = action(paths.updatePaymentMethod, 'checkout', {
  schema: providerPageSchema,
  description: 'The address of the page that takes a card.',
})
const cancel = createRoute({
  method: 'post',
  path: paths.cancelPlan,
  use: 'cancellation',
  request: { body: jsonBody(cancelRequestSchema) },
  responses: jsonAnswer(billingSchema, 'The payment status after cancelling.'),
})
const createSetup = createRoute({
  method: 'post',
  path: functionPath('stripe-create-setup-session'),
  use: 'checkout',
  responses: jsonAnswer(setup.response, 'The address of the page that takes a card.'),
})
const createSubscription = createRoute({
  method: 'post',
  path: functionPath('stripe-create-subscription'),
  use: 'checkout',
  responses: jsonAnswer(subscription.response, 'The address of the payment page.'),
})
const finishSetup = createRoute({
  method: 'post',
  path: functionPath('stripe-setup-complete'),
  use: 'change',
  request: { body: jsonBody(setupComplete.request) },
  responses: jsonAnswer(setupComplete.response, 'The result of the card setup.'),
})
const finishSubscription = createRoute({
  method: 'post',
  path: functionPath('stripe-subscription-complete'),
  use: 'change',
  request: { body: jsonBody(subscriptionComplete.request) },
  responses: jsonAnswer(subscriptionComplete.response, 'The result of the payment.'),
})

export function createBillingRoutes(billing: BillingKernel) {
  return createApi()
    .openapi(show, async (c) => c.json(await getBilling(billing, signedIn(c).merchantId), 200))
    .openapi(extend, async (c) => c.json(await extendTrial(billing, signedIn(c).merchantId), 200))
    .openapi(again, async (c) => c.json(await reactivate(billing, signedIn(c).merchantId), 200))
    .openapi(portal, async (c) => c.json(await openPortal(billing, signedIn(c).merchantId), 200))
    .openapi(updatePayment, async (c) =>
      c.json(await startSetup(billing, signedIn(c).merchantId, 'update_payment'), 200),
    )
    .openapi(cancel, async (c) =>
      c.json(await cancelSubscription(billing, signedIn(c).merchantId, c.req.valid('json')), 200),
    )
    .openapi(createSetup, async (c) =>
      c.json(await startSetup(billing, signedIn(c).merchantId, 'trial'), 200),
    )
    .openapi(createSubscription, async (c) =>
      c.json(await startSubscription(billing, signedIn(c).merchantId), 200),
    )
    .openapi(finishSetup, async (c) =>
      c.json(await completeSetup(billing, signedIn(c).merchantId, c.req.valid('json')), 200),
    )
    .openapi(finishSubscription, async (c) => {
      const { session_id: sessionId } = c.req.valid('json')
      return c.json(await completeSubscription(billing, signedIn(c).merchantId, { sessionId }), 200)
    })
}
