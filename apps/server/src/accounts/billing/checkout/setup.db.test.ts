import { DAY_MS, MINUTE_MS } from '@stockcast/contract'
import { unavailable } from '@stockcast/testkit/billing'
import { describe, expect, it } from 'vitest'
import { DECLINING_CARD, getBody, getRefusal, withBillingApp } from '../../../testing/billing-app.ts'
import type { TestMerchant } from '../../../testing/index.ts'
import { newForEachTest } from '../../../testing/new-for-each-test.ts'
import { expectRefusal } from '../../../testing/read-answer.ts'
import { insertSession, listOpenSessions } from './queries.ts'

const app = withBillingApp()

const complete = (merchant: TestMerchant, sessionId: string) =>
  merchant.request('/functions/stripe-setup-complete', { json: { sessionId } })

const merchant = newForEachTest(() => app.signUp())

describe('GET /api/billing', () => {
  it('P-09 shows a new merchant on a trial of 14 days, without a customer at the provider', async () => {
    expect(await app.getBilling(merchant)).toEqual({
      status: 'trial',
      planName: null,
      signedUpAt: '2026-11-20T10:00:00.000Z',
      trialEndsAt: '2026-12-04T10:00:00.000Z',
      daysRemaining: 14,
      currentPeriodEnd: null,
      accessUntil: '2026-12-04T10:00:00.000Z',
      isReadOnly: false,
      cancelAtPeriodEnd: false,
      canExtendTrial: true,
      hasPaymentMethod: false,
      card: null,
      hasCustomer: false,
      openInvoice: null,
    })
  })
})

describe('card setup', () => {
  it('P-02 P-09 opens a page of the provider, and the card is charged when the trial ends', async () => {
    app.kernel.clock.advance(3 * DAY_MS)
    const sessionId = await app.giveCard(merchant)
    const answer = await getBody(complete(merchant, sessionId))
    expect(answer).toEqual({
      success: true,
      message: 'Your payment method is saved. Nothing is charged now; the first $10 are due on Dec 04, 2026.',
      startedFrom: 'onboarding',
    })
    expect(await app.getBilling(merchant)).toMatchObject({
      status: 'trial',
      planName: null,
      trialEndsAt: '2026-12-04T10:00:00.000Z',
      daysRemaining: 11,
      hasPaymentMethod: true,
      hasCustomer: true,
      card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 },
    })
    app.kernel.clock.set('2026-11-20T10:00:00Z')
  })

  it('creates one subscription when the return page and the webhook arrive twice and in any order', async () => {
    const sessionId = await app.giveCard(merchant)
    const pages = [
      complete(merchant, sessionId),
      complete(merchant, sessionId),
      complete(merchant, sessionId),
    ]
    const [answers] = await Promise.all([Promise.all(pages), app.deliver()])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    await app.deliver()
    expect(await app.liveSubscriptions(merchant)).toBe(1)
    expect((await app.getBilling(merchant)).status).toBe('trial')
  })

  it('completes by the webhook alone when the merchant closes the page', async () => {
    await app.giveCard(merchant)
    await app.deliver()
    expect(await app.getBilling(merchant)).toMatchObject({ hasPaymentMethod: true })
    expect(await app.liveSubscriptions(merchant)).toBe(1)
  })

  it('completes an hour later when neither the return page nor the webhook arrives', async () => {
    await app.pass(merchant, { hours: 1 })
    await app.giveCard(merchant)
    app.provider.events.length = 0
    await app.pass(merchant, { hours: 2 })
    expect(await app.liveSubscriptions(merchant)).toBe(1)
    expect(await app.getBilling(merchant)).toMatchObject({ status: 'trial', hasPaymentMethod: true })
    app.kernel.clock.set('2026-11-20T10:00:00Z')
  })

  it('creates no second subscription when the provider’s answer is lost', async () => {
    const sessionId = await app.giveCard(merchant)
    let lost = 0
    app.provider.intercept = (request) => {
      const isCreate = request.method === 'POST' && request.url.endsWith('/v1/subscriptions')
      return isCreate && lost++ === 0 ? 'lost' : null
    }
    expect(await getRefusal(complete(merchant, sessionId))).toMatchObject({
      status: 502,
      code: 'upstream_failed',
    })
    expect((await complete(merchant, sessionId)).status).toBe(200)
    expect(await app.liveSubscriptions(merchant)).toBe(1)
  })

  it('says that the provider is down, and the next try continues', async () => {
    const sessionId = await app.giveCard(merchant)
    app.provider.intercept = unavailable
    expect(await getRefusal(complete(merchant, sessionId))).toMatchObject({
      message: 'The payment provider does not answer. Please try again in a few minutes.',
    })
    app.provider.intercept = () => null
    expect((await complete(merchant, sessionId)).status).toBe(200)
    expect(await app.liveSubscriptions(merchant)).toBe(1)
  })

  it('X-02 gives the same 404 for another merchant’s session and an unknown one', async () => {
    const other = await app.signUp()
    const sessionId = await app.giveCard(merchant)
    const foreign = await getRefusal(complete(other, sessionId))
    expect(foreign).toEqual(await getRefusal(complete(other, 'cs_test_never')))
    expect(foreign.status).toBe(404)
    expect(await app.getBilling(other)).toMatchObject({ hasPaymentMethod: false, hasCustomer: false })
  })

  it('skips a session that the provider no longer has', async () => {
    const { merchantId } = merchant
    const gone = { merchantId, sessionId: 'cs_test_of_another_account', purpose: 'trial' as const }
    await app.kernel.db.withTenant(merchantId, (tx) =>
      insertSession(tx, { ...gone, attempt: null, createdAt: app.kernel.clock.now() }),
    )
    await app.runTask('apply-events', { merchantId })
    const open = await app.kernel.db.withTenant(merchantId, (tx) => listOpenSessions(tx, merchantId))
    expect(open).toEqual([])
  })

  it('P-07 is refused when the page was left without entering a card', async () => {
    const path = '/functions/stripe-create-setup-session'
    const { url } = await getBody<{ url: string }>(merchant.request(path, { method: 'POST' }))
    const refusal = await getRefusal(complete(merchant, url.split('/').at(-1)!))
    expect(refusal).toMatchObject({ status: 412, code: 'precondition_failed' })
  })

  it('P-07 reports a missing session id', async () => {
    await expectRefusal(merchant.request('/functions/stripe-setup-complete', { json: {} }), 400, {
      field: 'sessionId',
    })
  })

  it('does not bring an older card back when its return page is reloaded', async () => {
    const first = await app.giveCard(merchant)
    app.kernel.clock.advance(MINUTE_MS)
    const second = await app.giveCard(merchant, DECLINING_CARD)
    await complete(merchant, second)
    await complete(merchant, first)
    expect((await app.getBilling(merchant)).card).toMatchObject({ last4: '0341' })
  })

  it('G-06 returns to Billing when it was begun there', async () => {
    const sessionId = await app.giveCard(merchant, undefined, '/api/billing/update-payment-method')
    expect(await getBody(complete(merchant, sessionId))).toMatchObject({ startedFrom: 'billing' })
  })

  it('creates one customer for ten clicks at once', async () => {
    const path = '/functions/stripe-create-setup-session'
    await Promise.all(Array.from({ length: 10 }, () => getBody(merchant.request(path, { method: 'POST' }))))
    const rows = await app.kernel.db.directory
      .selectFrom('merchant_directory')
      .select('stripe_customer_id')
      .where('merchant_id', '=', merchant.merchantId)
      .execute()
    expect(rows).toEqual([{ stripe_customer_id: expect.stringMatching(/^cus_/) }])
  })
})
