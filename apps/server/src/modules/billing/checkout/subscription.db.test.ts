import { fillIn } from '@stockcast/testkit/billing'
import { describe, expect, it } from 'vitest'
import { type BillingApp, bodyOf, refusalOf, withBillingApp } from '../../../testing/billing-app.ts'
import type { TestMerchant } from '../../../testing/index.ts'
import { countCheckout } from './queries.ts'

let app: BillingApp

withBillingApp((opened) => {
  app = opened
})

const start = (merchant: TestMerchant) =>
  merchant.request('/functions/stripe-create-subscription', { method: 'POST' })
const complete = (merchant: TestMerchant, session_id: string) =>
  merchant.request('/functions/stripe-subscription-complete', { json: { session_id } })
const urlOf = async (merchant: TestMerchant) => (await bodyOf<{ url: string }>(start(merchant))).url

/** Two payments a second apart, the first of them lost from sight; their sessions. */
async function payTwice(merchant: TestMerchant): Promise<[first: string, second: string]> {
  const { merchantId } = merchant
  const first = await urlOf(merchant)
  await app.kernel.db.withTenant(merchantId, (tx) => countCheckout(tx, { merchantId, checkoutsMade: 0 }))
  const second = await urlOf(merchant)
  expect(second).not.toBe(first)
  const paid = fillIn(app.world, first)
  app.kernel.clock.advance(1000)
  return [paid, fillIn(app.world, second)]
}

/** At the provider, as its own people can. */
async function endNow({ email }: TestMerchant): Promise<void> {
  const headers = { authorization: 'Bearer sk_test_sandbox' }
  const ask = async (method: string, path: string) =>
    (await app.world.standIn.fetch(new Request(`http://stripe/v1/${path}`, { method, headers }))).json()
  type List = { data: { id: string }[] }
  const customers = (await ask('GET', `customers?email=${encodeURIComponent(email)}`)) as List
  const subscriptions = (await ask('GET', `subscriptions?customer=${customers.data[0]!.id}`)) as List
  for (const { id } of subscriptions.data) await ask('DELETE', `subscriptions/${id}`)
  app.kernel.clock.advance(1000)
  await app.deliver()
}

describe('subscribing', () => {
  it('P-08 paying makes the plan active, with a receipt and the next billing date', async () => {
    const merchant = await app.signUp()
    const session = fillIn(app.world, await urlOf(merchant))
    expect(await bodyOf(complete(merchant, session))).toEqual({
      success: true,
      message: 'Welcome to the Pro Plan. Your subscription is active.',
    })
    expect(await app.billingOf(merchant)).toMatchObject({
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

  it('paying during a trial with a card leaves exactly one subscription', async () => {
    const merchant = await app.signUp()
    await app.startTrial(merchant)
    await app.subscribe(merchant)
    await app.deliver()
    expect(await app.liveSubscriptions(merchant)).toBe(1)
    expect((await app.billingOf(merchant)).status).toBe('active')
  })

  it('two tabs get the same page, so that it is paid once', async () => {
    const merchant = await app.signUp()
    const urls = await Promise.all([urlOf(merchant), urlOf(merchant), urlOf(merchant)])
    expect(new Set(urls).size).toBe(1)
    expect(await urlOf(merchant)).toBe(urls[0])
  })

  it('a second payment all the same is refunded, and one subscription remains', async () => {
    const merchant = await app.signUp()
    const sessions = await payTwice(merchant)
    const answers = await Promise.all(sessions.map((session) => bodyOf(complete(merchant, session))))
    expect(answers[0]).toMatchObject({ message: 'Welcome to the Pro Plan. Your subscription is active.' })
    expect(answers[1]).toMatchObject({
      message: 'You already had the Pro Plan. The second payment is refunded.',
    })
    await app.deliver()
    expect(await app.liveSubscriptions(merchant)).toBe(1)
    expect(app.world.requests.filter((request) => request === 'POST /v1/refunds').length).toBeGreaterThan(0)
    expect(await app.mailsTo(merchant)).toEqual(['Receipt for $10'])
  })

  it('a second payment whose refund is refused still leaves one subscription and the right status', async () => {
    const merchant = await app.signUp()
    const [, session] = await payTwice(merchant)
    const refusal = { type: 'invalid_request_error', code: 'charge_disputed', message: 'It is disputed.' }
    let refused = 0
    app.world.intercept = ({ url }) => {
      if (!url.endsWith('/v1/refunds')) return null
      refused++
      return Response.json({ error: refusal }, { status: 400 })
    }
    const answer = await bodyOf(complete(merchant, session))
    app.world.intercept = () => null
    expect(answer).toMatchObject({
      message:
        'You already had the Pro Plan. The second payment could not be given back by itself; the people who run Stockcast are told of it.',
    })
    expect(refused).toBe(1)
    expect(await app.liveSubscriptions(merchant)).toBe(1)
    expect((await app.billingOf(merchant)).status).toBe('active')
  })

  it('a refund that somebody else asks for at that moment is asked for again, not taken for refused', async () => {
    const merchant = await app.signUp()
    const [, session] = await payTwice(merchant)
    const error = { type: 'idempotency_error', message: 'Another request with this key is in progress.' }
    app.world.intercept = ({ url }) =>
      url.endsWith('/v1/refunds')
        ? Response.json({ error }, { status: 400, headers: { 'stripe-should-retry': 'false' } })
        : null
    expect((await refusalOf(complete(merchant, session))).status).toBe(502)
    expect(await app.liveSubscriptions(merchant)).toBe(2)
    app.world.intercept = () => null
    expect(await bodyOf(complete(merchant, session))).toMatchObject({
      message: 'You already had the Pro Plan. The second payment is refunded.',
    })
    expect(await app.liveSubscriptions(merchant)).toBe(1)
  })

  it('the page of a former subscription says nothing of a second payment, and gives nothing back', async () => {
    const merchant = await app.signUp()
    const former = fillIn(app.world, await urlOf(merchant))
    await bodyOf(complete(merchant, former))
    await endNow(merchant)
    await app.subscribe(merchant)
    const refunds = () => app.world.requests.filter((request) => request === 'POST /v1/refunds').length
    const before = refunds()
    expect(await bodyOf(complete(merchant, former))).toMatchObject({
      message: 'You have the Pro Plan. Your subscription is active.',
    })
    expect(refunds()).toBe(before)
  })

  it('return page and webhook together, twice or the webhook alone: the same', async () => {
    const [together, alone] = [await app.signUp(), await app.signUp()]
    const session = fillIn(app.world, await urlOf(together))
    fillIn(app.world, await urlOf(alone))
    await Promise.all([complete(together, session), complete(together, session), app.deliver()])
    await complete(together, session)
    for (const merchant of [together, alone]) {
      expect((await app.billingOf(merchant)).status).toBe('active')
      expect(await app.mailsTo(merchant)).toEqual(['Receipt for $10'])
    }
  })

  it('who has the plan is not charged again', async () => {
    const merchant = await app.signUp()
    await app.subscribe(merchant)
    expect(await refusalOf(start(merchant))).toMatchObject({
      status: 409,
      message: 'You already have the Pro Plan.',
    })
  })

  it('X-02 the session of another merchant and one that never was give the same 404', async () => {
    const [merchant, other] = [await app.signUp(), await app.signUp()]
    const session = fillIn(app.world, await urlOf(merchant))
    const foreign = await refusalOf(complete(other, session))
    expect(foreign).toEqual(await refusalOf(complete(other, 'cs_test_never')))
    expect(foreign.status).toBe(404)
    expect((await app.billingOf(other)).status).toBe('trial')
  })

  it('P-08 a missing session id is named, and an unpaid page is not taken for paid', async () => {
    const merchant = await app.signUp()
    const missing = await merchant.request('/functions/stripe-subscription-complete', { json: {} })
    expect(await missing.json()).toMatchObject({ error: { field: 'session_id' } })
    const session = (await urlOf(merchant)).split('/').at(-1)!
    expect(await refusalOf(complete(merchant, session))).toMatchObject({ status: 412 })
    expect((await app.billingOf(merchant)).status).toBe('trial')
  })

  it('a page that was left until it expired is followed by a new one', async () => {
    const merchant = await app.signUp()
    const url = await urlOf(merchant)
    app.world.standIn.control.abandonCheckout(url.split('/').at(-1)!)
    expect(await urlOf(merchant)).not.toBe(url)
  })
})
