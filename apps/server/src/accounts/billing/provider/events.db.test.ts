import { post, unavailable } from '@stockcast/testkit/billing'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { withBillingApp } from '../../../testing/billing-app.ts'
import type { TestMerchant } from '../../../testing/index.ts'
import { expectRefusal } from '../../../testing/read-answer.ts'

let merchant: TestMerchant

const app = withBillingApp()

beforeEach(async () => {
  merchant = await app.signUp()
  await app.giveCard(merchant)
})

const kept = () =>
  merchant.rows(sql<{ event_id: string; type: string; applied_at: Date | null }>`
    select event_id, type, applied_at from billing_events where merchant_id = ${merchant.merchantId}`)
const event = () => app.provider.events.find(({ type }) => type === 'checkout.session.completed')!
const jobs = () =>
  app.kernel.sentJobs.filter(
    ({ name, data }) =>
      name === 'apply-events' && 'merchantId' in data && data.merchantId === merchant.merchantId,
  )

describe('POST /webhooks/stripe', () => {
  it('stores an event and queues its task, each once, and answers 200', async () => {
    const completed = event()
    for (let times = 0; times < 3; times++) expect((await post(app, completed)).status).toBe(200)
    expect(await kept()).toEqual([
      { event_id: completed.id, type: 'checkout.session.completed', applied_at: null },
    ])
    expect(jobs()).toHaveLength(1)
    await app.work()
    expect((await kept())[0]?.applied_at).toEqual(app.kernel.clock.now())
  })

  it('stores nothing of an event’s content, which is fetched from the provider instead', async () => {
    const forged = { ...event(), type: 'customer.subscription.updated' as const }
    Object.assign(forged.data.object, { status: 'active', metadata: { merchant_id: '1' } })
    expect((await post(app, forged as never)).status).toBe(200)
    await app.work()
    expect((await app.getBilling(merchant)).status).toBe('trial')
  })

  it.each([
    ['another secret', 'whsec_of-somebody-else'],
    ['no secret', ''],
  ])('refuses an event signed with %s', async (_name, secret) => {
    const payload = JSON.stringify(event())
    await expectRefusal(
      secret
        ? post(app, event(), secret)
        : app.request('/webhooks/stripe', { method: 'POST', body: payload }),
      400,
      { code: 'invalid_input', message: 'This webhook is not signed by Stripe.' },
    )
    expect(await kept()).toEqual([])
  })

  it('refuses a body that was changed in transit', async () => {
    const requests: RequestInit[] = []
    const spy = {
      request: async (_path: string, init?: RequestInit) => {
        requests.push(init!)
        return new Response()
      },
    }
    await post(spy, event())
    const body = String(requests[0]!.body).replace(merchant.merchantId.toString(), '1')
    const answer = await app.request('/webhooks/stripe', { ...requests[0], body: `${body} ` })
    expect(answer.status).toBe(400)
  })

  it('drops an event for an unknown customer', async () => {
    const alien = structuredClone(event())
    Object.assign(alien.data.object, { customer: 'cus_of_another_installation' })
    expect((await post(app, alien)).status).toBe(200)
    expect(jobs()).toEqual([])
  })

  it('refuses a body of more than 1 MB', async () => {
    const body = 'x'.repeat(1_000_001)
    const answer = await app.request('/webhooks/stripe', { method: 'POST', body })
    expect(answer.status).toBe(400)
  })
})

describe('changes made at the provider:', () => {
  it('a cancellation in the portal sets another field and counts the same', async () => {
    await app.deliver()
    const customer = await app.kernel.db.directory
      .selectFrom('merchant_directory')
      .select('stripe_customer_id')
      .where('merchant_id', '=', merchant.merchantId)
      .executeTakeFirstOrThrow()
    const headers = {
      authorization: 'Bearer sk_test_sandbox',
      'content-type': 'application/x-www-form-urlencoded',
    }
    const list = await app.provider.fake.fetch(
      new Request(`http://stripe/v1/subscriptions?customer=${customer.stripe_customer_id}`, { headers }),
    )
    const [subscription] = ((await list.json()) as { data: { id: string; trial_end: number }[] }).data
    await app.provider.fake.fetch(
      new Request(`http://stripe/v1/subscriptions/${subscription!.id}`, {
        method: 'POST',
        headers,
        body: `cancel_at=${subscription!.trial_end}`,
      }),
    )
    await app.deliver()
    expect(await app.getBilling(merchant)).toMatchObject({
      status: 'cancelled',
      cancelAtPeriodEnd: true,
      accessUntil: '2026-12-04T10:00:00.000Z',
    })
    const again = await merchant.request('/api/billing/reactivate', { json: {} })
    expect(await again.json()).toEqual({ url: null })
    expect((await app.getBilling(merchant)).status).toBe('trial')
  })

  it('a customer that was deleted there is removed here, and can be created again', async () => {
    await app.deliver()
    const [row] = await merchant.rows(sql<{ stripe_customer_id: string | null }>`
      select stripe_customer_id from merchants where id = ${merchant.merchantId}`)
    const headers = { authorization: 'Bearer sk_test_sandbox' }
    const url = `http://stripe/v1/customers/${row?.stripe_customer_id}`
    await app.provider.fake.fetch(new Request(url, { method: 'DELETE', headers }))
    await app.deliver()
    expect(await app.getBilling(merchant)).toMatchObject({
      status: 'expired',
      hasCustomer: false,
      hasPaymentMethod: false,
      card: null,
    })
    await app.subscribe(merchant)
    expect(await app.getBilling(merchant)).toMatchObject({ status: 'active', hasCustomer: true })
  })
})

it('G-07 the end of an account cancels the subscription and deletes the customer at the provider', async () => {
  await app.deliver()
  expect(await app.liveSubscriptions(merchant)).toBe(1)
  const { createBilling } = await import('../create-billing.ts')
  const billing = createBilling(app.kernel, async () => undefined)
  await app.kernel.db.withTenant(merchant.merchantId, (tx) =>
    billing.onAccountDeleted(tx, merchant.merchantId),
  )
  await app.work()
  expect(await app.liveSubscriptions(merchant)).toBe(0)
  const job = app.kernel.sentJobs.findLast(({ name }) => name === 'close-billing')!
  await expect(app.runTask('close-billing', job.data)).resolves.toBeUndefined()
})

const runFollowEmail = ({ merchantId }: TestMerchant) => {
  const task = app.domains.tasks.find(({ definition }) => definition.name === 'follow-email')!
  return task.run({ merchantId }, new AbortController().signal)
}

/** Changes the merchant's address as a confirmed link does. */
async function changeEmail({ merchantId, rows }: TestMerchant, email: string): Promise<void> {
  await rows(sql`update merchants set email = ${email} where id = ${merchantId}`)
}

/** Returns the provider's customers with this address. */
async function getCustomers(email: string): Promise<string[]> {
  const request = new Request(`http://stripe/v1/customers?email=${encodeURIComponent(email)}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  const { data } = (await (await app.provider.fake.fetch(request)).json()) as { data: { id: string }[] }
  return data.map(({ id }) => id)
}

it('A-05 a new address is written to the customer at the provider, however often the task runs', async () => {
  const merchant = await app.signUp()
  await app.startTrial(merchant)
  const before = await getCustomers(merchant.email)
  expect(before).toHaveLength(1)
  const email = `new-${merchant.email}`
  await changeEmail(merchant, email)
  await runFollowEmail(merchant)
  await runFollowEmail(merchant)
  expect([await getCustomers(email), await getCustomers(merchant.email)]).toEqual([before, []])
})

it('A-05 a new address of a merchant without a customer creates none at the provider', async () => {
  const merchant = await app.signUp()
  const email = `new-${merchant.email}`
  await changeEmail(merchant, email)
  await runFollowEmail(merchant)
  expect(await getCustomers(email)).toEqual([])
})

it('A-05 a new address is written later when the provider does not answer', async () => {
  const merchant = await app.signUp()
  await app.startTrial(merchant)
  const email = `new-${merchant.email}`
  await changeEmail(merchant, email)
  app.provider.intercept = () => unavailable()
  await expect(runFollowEmail(merchant)).rejects.toMatchObject({ retryable: true })
  app.provider.intercept = () => null
  await runFollowEmail(merchant)
  expect(await getCustomers(email)).toHaveLength(1)
})
