import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { withBillingApp } from '../../../testing/billing-app.ts'
import type { TestMerchant } from '../../../testing/index.ts'
import { newForEachTest } from '../../../testing/new-for-each-test.ts'
import { createBilling } from '../create-billing.ts'
import { countTry } from './queries.ts'

const app = withBillingApp()

const away = () =>
  Response.json(
    { error: { type: 'api_error', message: 'Try later.' } },
    { status: 503, headers: { 'stripe-should-retry': 'false' } },
  )
const askedToDelete = ({ method, url }: { method: string; url: string }) =>
  method === 'DELETE' && url.includes('/v1/customers/')

async function closings() {
  return app.kernel.db.directory.selectFrom('billing_closings').selectAll().execute()
}

async function getCustomer({ merchantId, rows }: TestMerchant): Promise<string> {
  const [row] = await rows(sql<{ stripe_customer_id: string | null }>`select stripe_customer_id from merchants
    where id = ${merchantId}`)
  return row!.stripe_customer_id!
}

/** Closes the account as its deletion does, but leaves the merchant's rows, which do not matter here. */
async function closeAccount(): Promise<string> {
  const customerId = await getCustomer(merchant)
  const billing = createBilling(app.kernel, async () => undefined)
  await app.kernel.db.withTenant(merchant.merchantId, (tx) =>
    billing.onAccountDeleted(tx, merchant.merchantId),
  )
  return customerId
}

/** Lets time pass for a worker that checks every ten minutes. */
async function passHours(hours: number): Promise<void> {
  for (let look = 0; look < hours * 6; look++) {
    app.kernel.clock.advance(600_000)
    await app.runTask('schedule-billing', {})
    await app.work()
  }
}

const merchant = newForEachTest(() => app.signUp())

describe('a closed account', () => {
  it('G-07 is deleted at the provider at most an hour after an outage of any length', async () => {
    await app.subscribe(merchant)
    const errors = vi.spyOn(app.kernel.log, 'error')
    let refused = 0
    app.provider.intercept = (request) => {
      if (!askedToDelete(request)) return null
      refused++
      return away()
    }
    const customerId = await closeAccount()
    await app.work()
    await passHours(32)
    expect(await app.liveSubscriptions(merchant)).toBe(1)
    expect(await closings()).toMatchObject([{ customer_id: customerId, fault: expect.any(String) }])
    expect(refused).toBeGreaterThan(30)
    expect(refused).toBeLessThan(45)
    expect(errors).toHaveBeenCalledWith(
      expect.objectContaining({ customerId, since: expect.any(Date) }),
      expect.stringContaining('may be charged'),
    )
    app.provider.intercept = () => null
    await passHours(1)
    expect(await app.liveSubscriptions(merchant)).toBe(0)
    expect(await closings()).toEqual([])
  })

  it('stays on the list to close when the process dies in the middle of a try', async () => {
    await app.subscribe(merchant)
    const customerId = await closeAccount()
    const at = app.kernel.clock.now()
    await countTry(app.kernel.db.directory, { customerId, at, waitsMs: [60_000] })
    app.kernel.sentJobs.length = 0
    expect(await closings()).toMatchObject([{ customer_id: customerId, tries: 1 }])
    await passHours(1)
    expect(await app.liveSubscriptions(merchant)).toBe(0)
    expect(await closings()).toEqual([])
  })

  it('needs no closing when it never had a customer', async () => {
    const billing = createBilling(app.kernel, async () => undefined)
    await app.kernel.db.withTenant(merchant.merchantId, (tx) =>
      billing.onAccountDeleted(tx, merchant.merchantId),
    )
    expect(await closings()).toEqual([])
  })
})
