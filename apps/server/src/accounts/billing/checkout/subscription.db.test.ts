import { fillIn } from '@stockcast/testkit/billing'
import { describe, expect, it } from 'vitest'
import { getBody, getRefusal, withBillingApp } from '../../../testing/billing-app.ts'
import type { TestMerchant } from '../../../testing/index.ts'
import { newForEachTest } from '../../../testing/new-for-each-test.ts'
import { countCheckout } from './queries.ts'

const app = withBillingApp()

const start = (merchant: TestMerchant) =>
  merchant.request('/functions/stripe-create-subscription', { method: 'POST' })
const complete = (merchant: TestMerchant, session_id: string) =>
  merchant.request('/functions/stripe-subscription-complete', { json: { session_id } })
const toUrl = async (merchant: TestMerchant) => (await getBody<{ url: string }>(start(merchant))).url

/** Pays twice, a second apart, as when the first session was lost, and returns both sessions. */
async function payTwice(): Promise<[first: string, second: string]> {
  const { merchantId } = merchant
  const first = await toUrl(merchant)
  await app.kernel.db.withTenant(merchantId, (tx) => countCheckout(tx, { merchantId, checkoutsMade: 0 }))
  const second = await toUrl(merchant)
  expect(second).not.toBe(first)
  const paid = fillIn(app.provider, first)
  app.kernel.clock.advance(1000)
  return [paid, fillIn(app.provider, second)]
}

/** Ends a subscription at the provider, as its support staff can. */
async function endNow({ email }: TestMerchant): Promise<void> {
  const headers = { authorization: 'Bearer sk_test_sandbox' }
  const ask = async (method: string, path: string) =>
    (await app.provider.fake.fetch(new Request(`http://stripe/v1/${path}`, { method, headers }))).json()
  type List = { data: { id: string }[] }
  const customers = (await ask('GET', `customers?email=${encodeURIComponent(email)}`)) as List
  const subscriptions = (await ask('GET', `subscriptions?customer=${customers.data[0]!.id}`)) as List
  for (const { id } of subscriptions.data) await ask('DELETE', `subscriptions/${id}`)
  app.kernel.clock.advance(1000)
  await app.deliver()
}

const merchant = newForEachTest(() => app.signUp())

describe('subscribing', () => {
  it('P-08 makes the plan active, with a receipt and the next billing date', async () => {
    const session = fillIn(app.provider, await toUrl(merchant))
    expect(await getBody(complete(merchant, session))).toEqual({
      success: true,
      message: 'Welcome to the Pro Plan. Your subscription is active.',
    })
    expect(await app.getBilling(merchant)).toMatchObject({
      status: 'active',
      planName: 'Pro Plan',
      daysRemaining: null,
      currentPeriodEnd: '2026-12-20T10:00:00.000Z',
      accessUntil: null,
      isReadOnly: false,
      canExtendTrial: false,
      hasPaymentMethod: true,
      card: { last4: '4242' },
    })
    await app.deliver()
    expect(await app.mailsTo(merchant)).toEqual(['Receipt for $10'])
  })

  it('leaves exactly one subscription when a trial has a card', async () => {
    await app.startTrial(merchant)
    await app.subscribe(merchant)
    await app.deliver()
    expect(await app.liveSubscriptions(merchant)).toBe(1)
    expect((await app.getBilling(merchant)).status).toBe('active')
  })

  it('opens the same page in two tabs, so that the plan is paid once', async () => {
    const urls = await Promise.all([toUrl(merchant), toUrl(merchant), toUrl(merchant)])
    expect(new Set(urls).size).toBe(1)
    expect(await toUrl(merchant)).toBe(urls[0])
  })

  it('refunds a second payment and leaves one subscription', async () => {
    const sessions = await payTwice()
    const answers = await Promise.all(sessions.map((session) => getBody(complete(merchant, session))))
    expect(answers[0]).toMatchObject({ message: 'Welcome to the Pro Plan. Your subscription is active.' })
    expect(answers[1]).toMatchObject({
      message: 'You already had the Pro Plan. The second payment is refunded.',
    })
    await app.deliver()
    expect(await app.liveSubscriptions(merchant)).toBe(1)
    expect(app.provider.requests.filter((request) => request === 'POST /v1/refunds').length).toBeGreaterThan(
      0,
    )
    expect(await app.mailsTo(merchant)).toEqual(['Receipt for $10'])
  })

  it('leaves one subscription and the right status when a refund is refused', async () => {
    const [, session] = await payTwice()
    const refusal = { type: 'invalid_request_error', code: 'charge_disputed', message: 'It is disputed.' }
    let refused = 0
    app.provider.intercept = ({ url }) => {
      if (!url.endsWith('/v1/refunds')) return null
      refused++
      return Response.json({ error: refusal }, { status: 400 })
    }
    const answer = await getBody(complete(merchant, session))
    app.provider.intercept = () => null
    expect(answer).toMatchObject({
      message:
        'You already had the Pro Plan. The second payment could not be refunded automatically; the people who run Stockcast have been notified.',
    })
    expect(refused).toBe(1)
    expect(await app.liveSubscriptions(merchant)).toBe(1)
    expect((await app.getBilling(merchant)).status).toBe('active')
  })

  it('retries a refund that another request is making at that moment', async () => {
    const [, session] = await payTwice()
    const error = { type: 'idempotency_error', message: 'Another request with this key is in progress.' }
    app.provider.intercept = ({ url }) =>
      url.endsWith('/v1/refunds')
        ? Response.json({ error }, { status: 400, headers: { 'stripe-should-retry': 'false' } })
        : null
    expect((await getRefusal(complete(merchant, session))).status).toBe(502)
    expect(await app.liveSubscriptions(merchant)).toBe(2)
    app.provider.intercept = () => null
    expect(await getBody(complete(merchant, session))).toMatchObject({
      message: 'You already had the Pro Plan. The second payment is refunded.',
    })
    expect(await app.liveSubscriptions(merchant)).toBe(1)
  })

  it('refunds nothing when the page of a former subscription is reloaded', async () => {
    const former = fillIn(app.provider, await toUrl(merchant))
    await getBody(complete(merchant, former))
    await endNow(merchant)
    await app.subscribe(merchant)
    const refunds = () => app.provider.requests.filter((request) => request === 'POST /v1/refunds').length
    const before = refunds()
    expect(await getBody(complete(merchant, former))).toMatchObject({
      message: 'You have the Pro Plan. Your subscription is active.',
    })
    expect(refunds()).toBe(before)
  })

  it('gives the same result with return page and webhook, both twice, or the webhook alone', async () => {
    const [together, alone] = [await app.signUp(), await app.signUp()]
    const session = fillIn(app.provider, await toUrl(together))
    fillIn(app.provider, await toUrl(alone))
    await Promise.all([complete(together, session), complete(together, session), app.deliver()])
    await complete(together, session)
    for (const merchant of [together, alone]) {
      expect((await app.getBilling(merchant)).status).toBe('active')
      expect(await app.mailsTo(merchant)).toEqual(['Receipt for $10'])
    }
  })

  it('does not charge a merchant who has the plan already', async () => {
    await app.subscribe(merchant)
    expect(await getRefusal(start(merchant))).toMatchObject({
      status: 409,
      message: 'You already have the Pro Plan.',
    })
  })

  it('X-02 gives the same 404 for another merchant’s session and an unknown one', async () => {
    const [merchant, other] = [await app.signUp(), await app.signUp()]
    const session = fillIn(app.provider, await toUrl(merchant))
    const foreign = await getRefusal(complete(other, session))
    expect(foreign).toEqual(await getRefusal(complete(other, 'cs_test_never')))
    expect(foreign.status).toBe(404)
    expect((await app.getBilling(other)).status).toBe('trial')
  })

  it('P-08 names a missing session id, and does not take an unpaid page for paid', async () => {
    const missing = await merchant.request('/functions/stripe-subscription-complete', { json: {} })
    expect(await missing.json()).toMatchObject({ error: { field: 'session_id' } })
    const session = (await toUrl(merchant)).split('/').at(-1)!
    expect(await getRefusal(complete(merchant, session))).toMatchObject({ status: 412 })
    expect((await app.getBilling(merchant)).status).toBe('trial')
  })

  it('opens a new page after one that was left until it expired', async () => {
    const url = await toUrl(merchant)
    app.provider.fake.control.abandonCheckout(url.split('/').at(-1)!)
    expect(await toUrl(merchant)).not.toBe(url)
  })
})
