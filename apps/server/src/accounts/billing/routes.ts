import { billingApi } from '@stockcast/contract'
import { createApi } from '../../kernel/http/api.ts'
import { signedIn } from '../../kernel/http/context.ts'
import type { BillingKernel } from './billing-kernel.ts'
import { completeSetup, completeSubscription } from './checkout/complete-checkout.ts'
import { reactivate } from './checkout/reactivate.ts'
import { openPortal, startSetup } from './checkout/start-setup.ts'
import { startSubscription } from './checkout/start-subscription.ts'
import { cancelSubscription } from './closing/cancel-subscription.ts'
import { extendTrial } from './extend-trial.ts'
import { getBilling } from './get-billing.ts'

export function createBillingRoutes(billing: BillingKernel) {
  return createApi()
    .serve(billingApi.get, ({ c }) => getBilling(billing, signedIn(c).merchantId))
    .serve(billingApi.extendTrial, ({ c }) => extendTrial(billing, signedIn(c).merchantId))
    .serve(billingApi.reactivate, ({ c }) => reactivate(billing, signedIn(c).merchantId))
    .serve(billingApi.openPortal, ({ c }) => openPortal(billing, signedIn(c).merchantId))
    .serve(billingApi.updatePaymentMethod, ({ c }) =>
      startSetup(billing, signedIn(c).merchantId, 'update_payment'),
    )
    .serve(billingApi.cancel, ({ c, body }) => cancelSubscription(billing, signedIn(c).merchantId, body))
    .serve(billingApi.createSetup, ({ c }) => startSetup(billing, signedIn(c).merchantId, 'trial'))
    .serve(billingApi.createSubscription, ({ c }) => startSubscription(billing, signedIn(c).merchantId))
    .serve(billingApi.completeSetup, ({ c, body }) => completeSetup(billing, signedIn(c).merchantId, body))
    .serve(billingApi.completeSubscription, ({ c, body: { session_id: sessionId } }) =>
      completeSubscription(billing, signedIn(c).merchantId, { sessionId }),
    )
}
