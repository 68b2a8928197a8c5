import { DAY_MS } from '@stockcast/contract'
import { unavailable } from '@stockcast/testkit/billing'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { DECLINING_CARD, getBody, getRefusal, withBillingApp } from '../../../testing/billing-app.ts'
import type { TestMerchant } from '../../../testing/index.ts'
import { newForEachTest } from '../../../testing/new-for-each-test.ts'
import { expectRefusal } from '../../../testing/read-answer.ts'

const app = withBillingApp()

const action = (name: string, json: object = {}) => merchant.request(`/api/billing/${name}`, { json })
const daysFromNow = (days: number) => new Date(app.kernel.clock.now().getTime() + days * DAY_MS).toISOString()
const getCancellations = ({ merchantId, rows }: TestMerchant) =>
  rows(sql<{ feedback: string; subscription_id: string | null }>`
    select feedback, subscription_id from cancellations where merchant_id = ${merchantId}`)

const merchant = newForEachTest(() => app.signUp())

describe('extending the trial', () => {
  it.each([
    ['without a card', false],
    ['with a card, where the provider’s trial end moves with ours', true],
  ])('C-02 gives 14 days from now, once, %s', async (_name, hasCard) => {
    if (hasCard) await app.startTrial(merchant)
    app.kernel.clock.advance(10 * DAY_MS)
    const trialEndsAt = daysFromNow(14)
    const extended = await getBody(action('extend-trial'))
    expect(extended).toMatchObject({ status: 'trial', daysRemaining: 14, trialEndsAt, canExtendTrial: false })
    expect(await getRefusal(action('extend-trial'))).toEqual({
      status: 409,
      code: 'conflict',
      message: "You've already used your free trial extension.",
    })
    await app.pass(merchant, { days: 13 })
    expect(await app.getBilling(merchant)).toMatchObject({ status: 'trial', daysRemaining: 1 })
    await app.pass(merchant, { days: 1, hours: 2 })
    expect((await app.getBilling(merchant)).status).toBe(hasCard ? 'active' : 'expired')
  })

  it('C-02 happens once for a hundred clicks at the same time', async () => {
    await app.startTrial(merchant)
    const answers = await Promise.all(Array.from({ length: 100 }, () => action('extend-trial')))
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(99)
  })

  it('is sent again by the queue when the provider’s answer is lost, and uses up the offer', async () => {
    await app.startTrial(merchant)
    app.kernel.clock.advance(DAY_MS)
    app.provider.intercept = unavailable
    const trialEndsAt = daysFromNow(14)
    expect(await getBody(action('extend-trial'))).toMatchObject({ trialEndsAt })
    app.provider.intercept = () => null
    await app.work()
    await app.pass(merchant, { days: 13, hours: 12 })
    expect(await app.getBilling(merchant)).toMatchObject({ status: 'trial', trialEndsAt })
  })

  it('is offered again when the provider refuses it', async () => {
    await app.startTrial(merchant)
    app.kernel.clock.advance(DAY_MS)
    app.provider.intercept = (request) => {
      if (request.method !== 'POST') return null
      const error = { type: 'invalid_request_error', message: 'No.' }
      return Response.json({ error }, { status: 400 })
    }
    expect(await getRefusal(action('extend-trial'))).toMatchObject({ status: 502 })
    app.provider.intercept = () => null
    expect(await app.getBilling(merchant)).toMatchObject({ canExtendTrial: true })
    expect((await action('extend-trial')).status).toBe(200)
  })

  it('makes the charge of a card that is given afterwards wait until the later end', async () => {
    app.kernel.clock.advance(DAY_MS)
    await action('extend-trial')
    const trialEndsAt = daysFromNow(14)
    await app.startTrial(merchant)
    await app.deliver()
    expect(await app.getBilling(merchant)).toMatchObject({ status: 'trial', trialEndsAt })
  })

  it('is refused unless the trial is running', async () => {
    await app.subscribe(merchant)
    expect(await getRefusal(action('extend-trial'))).toMatchObject({
      status: 412,
      message: 'Only a running trial can be extended.',
    })
  })
})

describe('cancelling', () => {
  it('C-04 lets a trial without a card run to its end, and one click resumes it', async () => {
    const cancelled = await getBody(action('cancel', { feedback: 'Too many buttons' }))
    const end = daysFromNow(14)
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      accessUntil: end,
      isReadOnly: false,
      cancelAtPeriodEnd: true,
      canExtendTrial: false,
    })
    expect(await getBody(action('reactivate'))).toEqual({ url: null })
    expect(await app.getBilling(merchant)).toMatchObject({ status: 'trial', trialEndsAt: end })
    expect(await app.mailsTo(merchant)).toEqual(['Your subscription is cancelled'])
  })

  it('C-03 keeps the feedback with the cancellation, however often it is sent', async () => {
    await app.startTrial(merchant)
    const answers = await Promise.all([
      action('cancel', { feedback: ' Too expensive ' }),
      action('cancel', { feedback: ' Too expensive ' }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200])
    await action('cancel', { feedback: 'again' })
    const kept = await getCancellations(merchant)
    expect(new Set(kept.map((row) => row.feedback))).toEqual(new Set(['Too expensive']))
    await app.deliver()
    expect(await app.mailsTo(merchant)).toEqual(['Your subscription is cancelled'])
  })

  it('C-03 writes the feedback to the log of the server', async () => {
    const log = vi.spyOn(app.kernel.log, 'info')
    await action('cancel', { feedback: 'Too expensive' })
    const { merchantId } = merchant
    const entry = expect.objectContaining({ merchantId, feedback: 'Too expensive' })
    expect(log).toHaveBeenCalledWith(entry, 'subscription cancelled')
    log.mockRestore()
  })

  it('C-04 stores the feedback before it calls the provider, and once when it calls twice', async () => {
    await app.subscribe(merchant)
    let kept: ReturnType<typeof getCancellations> | undefined
    app.provider.intercept = (request) => {
      if (request.method === 'POST') kept ??= getCancellations(merchant)
      return null
    }
    await action('cancel', { feedback: 'Too dear' })
    expect(await kept).toMatchObject([{ feedback: 'Too dear' }])
    await action('cancel', { feedback: 'Too dear' })
    expect(await getCancellations(merchant)).toHaveLength(1)
  })

  it('C-04 prevents every charge for a trial with a card', async () => {
    await app.startTrial(merchant)
    await action('cancel')
    await app.pass(merchant, { days: 13 })
    expect(await app.getBilling(merchant)).toMatchObject({ status: 'cancelled', isReadOnly: false })
    await app.pass(merchant, { days: 2 })
    expect(await app.getBilling(merchant)).toMatchObject({
      status: 'cancelled',
      isReadOnly: true,
      cancelAtPeriodEnd: false,
    })
    expect(await app.mailsTo(merchant)).toEqual(['Your subscription is cancelled'])
  })

  it('C-04 lets a paid plan run to the end of its month, and one click resumes it', async () => {
    await app.subscribe(merchant)
    const { currentPeriodEnd } = await app.getBilling(merchant)
    const cancelled = await getBody(action('cancel'))
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      accessUntil: currentPeriodEnd,
      planName: 'Pro Plan',
    })
    expect(
      await getRefusal(merchant.request('/functions/stripe-create-subscription', { method: 'POST' })),
    ).toMatchObject({ status: 409 })
    expect(await getBody(action('reactivate'))).toEqual({ url: null })
    expect(await app.getBilling(merchant)).toMatchObject({ status: 'active', accessUntil: null })
  })

  it('C-04 ends a plan whose payment failed at once', async () => {
    await app.startTrial(merchant, DECLINING_CARD)
    await app.pass(merchant, { days: 14, hours: 3 })
    expect(await getBody(action('cancel'))).toMatchObject({ status: 'cancelled', isReadOnly: true })
  })

  it('is refused for an expired plan', async () => {
    app.kernel.clock.advance(15 * DAY_MS)
    expect(await getRefusal(action('cancel'))).toMatchObject({ status: 412 })
  })

  it('changes nothing and says so when the provider is down', async () => {
    await app.subscribe(merchant)
    app.provider.intercept = unavailable
    expect(await getRefusal(action('cancel'))).toMatchObject({ status: 502, code: 'upstream_failed' })
    app.provider.intercept = () => null
    expect((await app.getBilling(merchant)).status).toBe('active')
    expect(await getCancellations(merchant)).toEqual([])
  })

  it('is refused with feedback of more than 2,000 characters', async () => {
    await expectRefusal(action('cancel', { feedback: 'x'.repeat(2001) }), 400, { field: 'feedback' })
    expect((await app.getBilling(merchant)).status).toBe('trial')
  })
})

it('G-06 the portal is the provider’s own page, and is refused before there is a customer', async () => {
  expect(await getRefusal(action('portal'))).toMatchObject({ status: 412 })
  await app.startTrial(merchant)
  const { url } = await getBody<{ url: string }>(action('portal'))
  expect(new URL(url).pathname).toMatch(/portal/)
})
