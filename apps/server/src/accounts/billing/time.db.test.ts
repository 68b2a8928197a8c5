import { DAY_MS, MINUTE_MS } from '@stockcast/contract'
import { fillIn } from '@stockcast/testkit/billing'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { DECLINING_CARD, getBody, getRefusal, withBillingApp } from '../../testing/billing-app.ts'
import { newForEachTest } from '../../testing/new-for-each-test.ts'

const app = withBillingApp()

const start = () => merchant.request('/functions/stripe-create-subscription', { method: 'POST' })

const merchant = newForEachTest(() => app.signUp())

describe('as time passes,', () => {
  it('P-09 the first charge comes on day 15, and the free invoice before it activates nothing', async () => {
    await app.startTrial(merchant)
    await app.deliver()
    expect((await app.getBilling(merchant)).status).toBe('trial')
    await app.pass(merchant, { days: 13, hours: 23 })
    expect((await app.getBilling(merchant)).status).toBe('trial')
    await app.pass(merchant, { hours: 3 })
    expect(await app.getBilling(merchant)).toMatchObject({ status: 'active', planName: 'Pro Plan' })
    expect(await app.mailsTo(merchant)).toEqual([
      'Your trial ends in 7 days',
      'Your trial ends in 3 days',
      'Receipt for $10',
    ])
  })

  it('P-01b a trial without a card expires after 14 days, by our own clock', async () => {
    app.kernel.clock.advance(14 * DAY_MS)
    expect(await app.getBilling(merchant)).toMatchObject({ status: 'expired', isReadOnly: true })
    await app.pass(merchant, { hours: 1 })
    const rows = await merchant.rows(sql<{ subscription_status: string }>`
      select subscription_status from merchants where id = ${merchant.merchantId}`)
    expect(rows).toEqual([{ subscription_status: 'expired' }])
    expect(await app.getBilling(merchant)).toMatchObject({ status: 'expired', planName: null })
    expect(await app.mailsTo(merchant)).toEqual(['Your trial has ended'])
  })

  it('D-02 a declined charge makes the plan past due but usable, and a new card pays at once', async () => {
    await app.startTrial(merchant, DECLINING_CARD)
    await app.pass(merchant, { days: 14, hours: 3 })
    const failed = await app.getBilling(merchant)
    expect(failed).toMatchObject({ status: 'past_due', isReadOnly: false })
    expect(failed.openInvoice).toMatchObject({ amountCents: 1000, currency: 'USD' })
    expect((await app.mailsTo(merchant)).at(-1)).toBe('Your payment of $10 failed')
    expect(await getRefusal(start())).toMatchObject({ status: 409 })

    const sessionId = await app.giveCard(merchant, undefined, '/api/billing/update-payment-method')
    const answer = merchant.request('/functions/stripe-setup-complete', { json: { sessionId } })
    expect(await getBody(answer)).toEqual({
      success: true,
      message: 'Your payment method is saved, and the open invoice is paid.',
      startedFrom: 'billing',
    })
    await app.deliver()
    expect(await app.getBilling(merchant)).toMatchObject({
      status: 'active',
      openInvoice: null,
      card: { last4: '4242' },
    })
    expect((await app.mailsTo(merchant)).at(-1)).toBe('Receipt for $10')
  })

  it('a new card that is declined as well is kept, and the answer says why it was declined', async () => {
    await app.startTrial(merchant, DECLINING_CARD)
    await app.pass(merchant, { days: 14, hours: 3 })
    const sessionId = await app.giveCard(merchant, DECLINING_CARD, '/api/billing/update-payment-method')
    const json = { sessionId }
    const answer = await getBody(merchant.request('/functions/stripe-setup-complete', { json }))
    expect(answer).toMatchObject({
      success: false,
      message: expect.stringMatching(/^Your card is saved, but the payment was refused: /),
    })
    expect((await app.getBilling(merchant)).status).toBe('past_due')
  })

  it('the return page of an older checkout charges nothing when it is reloaded past due', async () => {
    const complete = (sessionId: string) =>
      getBody(merchant.request('/functions/stripe-setup-complete', { json: { sessionId } }))
    const older = await app.giveCard(merchant)
    await complete(older)
    app.kernel.clock.advance(MINUTE_MS)
    await complete(await app.giveCard(merchant, DECLINING_CARD, '/api/billing/update-payment-method'))
    await app.pass(merchant, { days: 14, hours: 3 })
    expect((await app.getBilling(merchant)).status).toBe('past_due')
    expect(await complete(older)).toMatchObject({ success: true, message: 'Your payment method is saved.' })
    expect(await app.getBilling(merchant)).toMatchObject({ status: 'past_due', card: { last4: '0341' } })
  })

  it('D-02 a plan expires when every try failed, and paying reactivates it without a trial', async () => {
    await app.startTrial(merchant, DECLINING_CARD)
    await app.pass(merchant, { days: 45 })
    expect(await app.getBilling(merchant)).toMatchObject({ status: 'expired', isReadOnly: true })
    const failures = (await app.mailsTo(merchant)).filter(
      (subject) => subject === 'Your payment of $10 failed',
    )
    expect(failures).toHaveLength(3)
    expect((await app.mailsTo(merchant)).at(-1)).toBe('Your subscription has ended')

    const { url } = await getBody<{ url: string }>(
      merchant.request('/api/billing/reactivate', { method: 'POST' }),
    )
    const session_id = fillIn(app.provider, url)
    await getBody(merchant.request('/functions/stripe-subscription-complete', { json: { session_id } }))
    expect(await app.getBilling(merchant)).toMatchObject({ status: 'active', isReadOnly: false })
  })
})
