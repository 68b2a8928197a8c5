import { randomUUID } from 'node:crypto'
import type { BillingKernel } from '../../../../apps/server/src/accounts/billing/billing-kernel.ts'
import { insertSession, markSession } from '../../../../apps/server/src/accounts/billing/checkout/queries.ts'
import { updateCustomer } from '../../../../apps/server/src/accounts/billing/queries.ts'
import { reconcileBilling } from '../../../../apps/server/src/accounts/billing/reconcile-billing.ts'
import { ensureMerchant } from '../../../../apps/server/src/accounts/merchants/ensure-merchant.ts'
import type { Kernel } from '../../../../apps/server/src/kernel/kernel.ts'
import { createStripe } from '../../../../apps/server/src/providers/stripe/index.ts'
import type { ProviderAccount } from './provider-account.ts'

const HOUR_MS = 3_600_000

/** A merchant with its customer at the provider, on a clock of their own that the test moves. */
export interface Journey {
  billing: BillingKernel
  merchantId: number
  customerId: string
  /** Attaches a card as the provider's page would. `token` is one of Stripe's test cards, for example `pm_card_visa`. */
  giveCard(token: string): Promise<string>
  pass(time: { days?: number; hours?: number }): Promise<void>
  /** Reconciles with the provider and returns the status. */
  status(): Promise<string>
}

export async function beginJourney(kernel: Kernel, account: ProviderAccount): Promise<Journey> {
  const timeline = await account.openTimeline()
  const clock = { now: timeline.now, setOffset: () => undefined }
  const email = `${randomUUID()}@example.com`
  const merchantId = await ensureMerchant(
    { db: kernel.db, config: kernel.config, clock },
    { id: randomUUID(), email },
  )
  const metadata = { merchant_id: String(merchantId) }
  const { id: customerId } = await account.stripe.customers.create({
    email,
    metadata,
    ...timeline.customerParams,
  })
  await kernel.db.withTenant(merchantId, (tx) => updateCustomer(tx, merchantId, customerId))
  const billing: BillingKernel = {
    ...kernel,
    clock,
    config: { ...kernel.config, stripe: account.config },
    stripe: createStripe(account.config, account.request),
    onReopened: async () => undefined,
  }
  return {
    billing,
    merchantId,
    customerId,
    giveCard: async (token) => {
      const { id } = await account.stripe.paymentMethods.attach(token, { customer: customerId })
      await billing.stripe.setDefaultPaymentMethod(customerId, id)
      const session = { merchantId, sessionId: `setup-${id}` }
      await kernel.db.withTenant(merchantId, async (tx) => {
        await insertSession(tx, { ...session, purpose: 'trial', attempt: null, createdAt: clock.now() })
        await markSession(tx, { ...session, status: 'complete' })
      })
      return id
    },
    pass: ({ days = 0, hours = 0 }) =>
      timeline.passTo(new Date(timeline.now().getTime() + (days * 24 + hours) * HOUR_MS)),
    status: async () => (await reconcileBilling(billing, merchantId)).status,
  }
}
