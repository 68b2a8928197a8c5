import assert from 'node:assert/strict'
import { completeSetup } from '../../../../apps/server/src/accounts/billing/checkout/complete-checkout.ts'
import { reactivate } from '../../../../apps/server/src/accounts/billing/checkout/reactivate.ts'
import { openPortal, startSetup } from '../../../../apps/server/src/accounts/billing/checkout/start-setup.ts'
import { startSubscription } from '../../../../apps/server/src/accounts/billing/checkout/start-subscription.ts'
import { cancelSubscription } from '../../../../apps/server/src/accounts/billing/closing/cancel-subscription.ts'
import { extendTrial } from '../../../../apps/server/src/accounts/billing/extend-trial.ts'
import { reconcileBilling } from '../../../../apps/server/src/accounts/billing/reconcile-billing.ts'
import type { Journey } from './journey.ts'

const GOOD = 'pm_card_visa'
/** A card that can be saved, but is declined when charged. */
const DECLINING = 'pm_card_chargeCustomerFail'

const past15thDay = { days: 14, hours: 3 }

/** Guarantees that hold with the fake provider and with Stripe itself. */
export const journeys: readonly { title: string; run(journey: Journey): Promise<void> }[] = [
  {
    title: 'P-09 a trial with a card is charged on the 15th day and becomes the plan',
    run: async (journey) => {
      await journey.giveCard(GOOD)
      assert.equal(await journey.status(), 'trial')
      await journey.pass({ days: 13 })
      assert.equal(await journey.status(), 'trial')
      await journey.pass({ days: 1, hours: 3 })
      const account = await reconcileBilling(journey.billing, journey.merchantId)
      assert.equal(account.status, 'active')
      assert.equal(account.card?.last4, '4242')
      const invoices = await journey.billing.stripe.listInvoices(journey.customerId)
      assert.deepEqual(
        invoices.map(({ amountPaidCents }) => amountPaidCents),
        [1000, 0],
      )
      assert.ok(invoices[0]?.paymentIntentId, 'a paid invoice names its payment')
    },
  },
  {
    title: 'D-02 a declined charge makes the status past due, and a new card pays the open invoice',
    run: async (journey) => {
      await journey.giveCard(DECLINING)
      await journey.status()
      await journey.pass(past15thDay)
      const account = await reconcileBilling(journey.billing, journey.merchantId)
      assert.equal(account.status, 'past_due')
      assert.equal(account.openInvoice?.amountCents, 1000)
      const paymentMethodId = await journey.giveCard(GOOD)
      const { id: invoiceId } = account.openInvoice
      const paid = await journey.billing.stripe.payInvoice({
        invoiceId,
        paymentMethodId,
        key: `pay:${invoiceId}`,
      })
      assert.deepEqual(paid, { kind: 'paid' })
      assert.equal(await journey.status(), 'active')
    },
  },
  {
    title: 'C-02 an extension moves the end of the trial at the provider, once',
    run: async (journey) => {
      const { billing, merchantId } = journey
      await journey.giveCard(GOOD)
      await journey.status()
      await journey.pass({ days: 10 })
      const { trialEndsAt } = await extendTrial(billing, merchantId)
      const [subscription] = await billing.stripe.listSubscriptions(journey.customerId)
      assert.equal(subscription?.trialEndsAt?.toISOString(), trialEndsAt)
      await assert.rejects(extendTrial(billing, merchantId), { code: 'conflict' })
      await journey.pass({ days: 10 })
      assert.equal(await journey.status(), 'trial')
    },
  },
  {
    title: 'C-04 a cancelled trial can be reactivated, and one that stays cancelled is never charged',
    run: async (journey) => {
      const { billing, merchantId, customerId } = journey
      await journey.giveCard(GOOD)
      await journey.status()
      assert.equal((await cancelSubscription(billing, merchantId, {})).status, 'cancelled')
      assert.deepEqual(await reactivate(billing, merchantId), { url: null })
      assert.equal(await journey.status(), 'trial')
      await cancelSubscription(billing, merchantId, { feedback: 'Not now' })
      await journey.pass(past15thDay)
      assert.equal(await journey.status(), 'cancelled')
      const invoices = await billing.stripe.listInvoices(customerId)
      assert.ok(invoices.every(({ amountPaidCents }) => amountPaidCents === 0))
    },
  },
  {
    title: 'C-04 a cancelled plan runs to the end of its month',
    run: async (journey) => {
      const { billing, merchantId } = journey
      await journey.giveCard(GOOD)
      await journey.status()
      await journey.pass(past15thDay)
      await journey.status()
      const cancelled = await cancelSubscription(billing, merchantId, {})
      assert.equal(cancelled.status, 'cancelled')
      assert.equal(cancelled.isReadOnly, false)
      await journey.pass({ days: 32 })
      assert.equal(await journey.status(), 'cancelled')
    },
  },
  {
    title: 'P-02 the pages of the provider open, and one that is not completed leaves no card on file',
    run: async (journey) => {
      const { billing, merchantId } = journey
      const { url } = await startSetup(billing, merchantId, 'trial')
      assert.match(url, /^https?:\/\//)
      const first = await startSubscription(billing, merchantId)
      assert.equal((await startSubscription(billing, merchantId)).url, first.url)
      assert.match((await openPortal(billing, merchantId)).url, /^https?:\/\//)
      const sessions = await billing.db.withTenant(merchantId, (tx) =>
        tx
          .selectFrom('checkout_sessions')
          .select('session_id')
          .where('merchant_id', '=', merchantId)
          .where('purpose', '=', 'trial')
          .execute(),
      )
      const sessionId = sessions[0]!.session_id
      await assert.rejects(completeSetup(billing, merchantId, { sessionId }), {
        code: 'precondition_failed',
      })
    },
  },
]
