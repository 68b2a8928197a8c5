import { DAY_MS } from '@stockcast/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { createStripe } from '../../providers/stripe/index.ts'
import { withBillingApp } from '../../testing/billing-app.ts'
import { newForEachTest } from '../../testing/new-for-each-test.ts'
import type { BillingKernel } from './billing-kernel.ts'
import { reactivate } from './checkout/reactivate.ts'
import { ensureCustomer, getAccount } from './get-account.ts'
import { reconcileBilling } from './reconcile-billing.ts'

let billing: BillingKernel

const app = withBillingApp()

beforeAll(() => {
  const stripe = createStripe(app.kernel.config.stripe)
  billing = { ...app.kernel, stripe, onReopened: async () => undefined }
})

const liveSubscription = async (customerId: string) =>
  (await billing.stripe.listSubscriptions(customerId))[0]!

/** Imitates a process that is held up once between fetching and storing. */
function heldUp() {
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isFirst = true
  const listInvoices: BillingKernel['stripe']['listInvoices'] = async (customerId) => {
    const found = await billing.stripe.listInvoices(customerId)
    if (isFirst) {
      isFirst = false
      arrived.resolve()
      await released.promise
    }
    return found
  }
  const slow: BillingKernel = { ...billing, stripe: { ...billing.stripe, listInvoices } }
  return { slow, arrived: arrived.promise, release: released.resolve }
}

const merchant = newForEachTest(() => app.signUp())

describe('two reconciliations at the same time', () => {
  it('X-05 do not store the end of a trial over a customer that is being created', async () => {
    const { merchantId } = merchant
    let isFirst = true
    const withTenant: BillingKernel['db']['withTenant'] = async (id, work) => {
      const read = await app.kernel.db.withTenant(id, work)
      if (!isFirst) return read
      isFirst = false
      await ensureCustomer(billing, merchantId)
      return read
    }
    app.kernel.clock.advance(15 * DAY_MS)
    try {
      const late = { ...billing, db: { ...app.kernel.db, withTenant } }
      const { status, customerId } = await reconcileBilling(late, merchantId)
      expect([status, customerId]).toEqual(['expired', expect.stringMatching(/^cus_/)])
      expect((await getAccount(billing, merchantId)).customerId).toBe(customerId)
    } finally {
      app.kernel.clock.advance(-15 * DAY_MS)
    }
  })

  it('X-05 do not overwrite a change with what was fetched before it', async () => {
    await app.startTrial(merchant)
    const { subscriptionId } = await getAccount(billing, merchant.merchantId)
    await billing.stripe.cancelAtPeriodEnd(subscriptionId!, '')
    const { slow, arrived, release } = heldUp()
    const late = reconcileBilling(slow, merchant.merchantId)
    await arrived
    await reactivate(billing, merchant.merchantId)
    release()
    expect((await late).status).toBe('trial')
    expect((await app.getBilling(merchant)).status).toBe('trial')
  })

  it('X-05 do not lose a plan that is paid between fetching and storing', async () => {
    await app.startTrial(merchant)
    const { customerId } = await getAccount(billing, merchant.merchantId)
    await billing.stripe.cancelAtPeriodEnd((await liveSubscription(customerId!)).id, '')
    const { slow, arrived, release } = heldUp()
    const late = reconcileBilling(slow, merchant.merchantId)
    await arrived
    await reactivate(billing, merchant.merchantId)
    await app.subscribe(merchant)
    release()
    await late
    expect(await app.getBilling(merchant)).toMatchObject({ status: 'active', planName: 'Pro Plan' })
  })
})

it('a reconciliation that finds nothing new writes nothing, publishes nothing and mails nobody', async () => {
  await app.subscribe(merchant)
  await app.deliver()
  const [told, sent] = [app.kernel.publishedEvents.length, app.kernel.sentJobs.length]
  const { version } = await reconcileBilling(billing, merchant.merchantId)
  const again = await reconcileBilling(billing, merchant.merchantId)
  expect(again.version).toBe(version)
  expect(app.kernel.publishedEvents.length).toBe(told)
  expect(app.kernel.sentJobs.length).toBe(sent)
})

it('A-05 the activity log names a change of the plan once, however often it is read', async () => {
  const { merchantId, rows } = await app.signUp()
  app.kernel.clock.advance(15 * DAY_MS)
  try {
    for (let n = 0; n < 2; n++) await reconcileBilling(billing, merchantId)
    const entries = await rows(sql<{ event: string; detail: unknown }>`select event, detail from audit_log
        where merchant_id = ${merchantId} and event = 'plan_changed'`)
    expect(entries).toEqual([{ event: 'plan_changed', detail: { text: 'expired' } }])
  } finally {
    app.kernel.clock.advance(-15 * DAY_MS)
  }
})
