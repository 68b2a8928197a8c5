import { describe, expect, it } from 'vitest'
import {
  cardForm,
  DAY_MS,
  FAILING,
  GOOD,
  getInvoice,
  getSubscription,
  HOUR_MS,
  newCustomer,
  newSale,
  openStripe,
  openTrial,
  saveCard,
  startTrial,
} from '../testing/stripe-setup.ts'

describe('a trial', () => {
  it('P-09 costs nothing, and its paid invoice of zero does not count as a payment', async () => {
    const setup = openStripe()
    const customer = await newCustomer(setup)
    await saveCard(setup, customer)
    setup.heard()
    const subscription = await startTrial(setup, customer)
    expect(subscription).toMatchObject({ status: 'trialing', default_payment_method: null, cancel_at: null })
    expect(subscription.items.data[0]!.current_period_end).toBe(subscription.trial_end)
    expect(await getInvoice(setup, customer)).toMatchObject({
      status: 'paid',
      amount_due: 0,
      billing_reason: 'subscription_create',
    })
    expect(setup.heard()).toEqual([
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
    ])
  })

  it('P-09 is charged an hour after its end, on the 15th day', async () => {
    const setup = await openTrial()
    setup.pass(14 * DAY_MS)
    expect(setup.heard()).toEqual(['invoice.created', 'customer.subscription.updated'])
    expect(await getInvoice(setup, setup.customer)).toMatchObject({ status: 'draft', amount_due: 1000 })
    setup.pass(HOUR_MS - 1000)
    expect(setup.heard()).toEqual([])
    setup.pass(1000)
    expect(setup.heard()).toEqual([
      'invoice.finalized',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
    ])
    expect(await getInvoice(setup, setup.customer)).toMatchObject({
      status: 'paid',
      amount_paid: 1000,
      billing_reason: 'subscription_cycle',
      parent: { subscription_details: { subscription: setup.id } },
    })
  })

  it('C-02 ends later when it is extended, and its billing anchor moves along', async () => {
    const setup = await openTrial()
    setup.pass(12 * DAY_MS)
    setup.heard()
    const end = setup.clock.time / 1000 + 14 * 86_400
    const extended = await setup.stripe.subscriptions.update(setup.id, {
      trial_end: end,
      proration_behavior: 'none',
    })
    expect(extended).toMatchObject({ status: 'trialing', trial_end: end, billing_cycle_anchor: end })
    expect(extended.items.data[0]!.current_period_end).toBe(end)
    expect(setup.events.at(-1)!.event.data.previous_attributes).toMatchObject({
      trial_end: end - 12 * 86_400,
    })
    setup.pass(13 * DAY_MS)
    expect(setup.heard()).toEqual(['customer.subscription.updated'])
    setup.pass(DAY_MS + HOUR_MS)
    expect(await getInvoice(setup, setup.customer)).toMatchObject({ status: 'paid', amount_paid: 1000 })
  })

  it('ends for good without a payment method', async () => {
    const setup = openStripe()
    const customer = await newCustomer(setup)
    await startTrial(setup, customer)
    setup.pass(14 * DAY_MS)
    const ended = await getSubscription(setup, customer)
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: null } })
    setup.pass(40 * DAY_MS)
    expect(setup.events.map(({ event }) => event.type)).not.toContain('charge.succeeded')
  })
})

describe('a charge that fails', () => {
  it('makes the subscription past due and is tried again after 3, 5 and 7 days; then it ends', async () => {
    const setup = await openTrial(FAILING)
    setup.pass(14 * DAY_MS + HOUR_MS)
    expect(await getSubscription(setup, setup.customer)).toMatchObject({ status: 'past_due' })
    const failedOn: number[] = []
    const since = setup.clock.time
    for (let hour = 0; hour < 20 * 24; hour++) {
      setup.heard()
      setup.pass(HOUR_MS)
      if (setup.heard().includes('invoice.payment_failed')) failedOn.push((setup.clock.time - since) / DAY_MS)
    }
    expect(failedOn).toEqual([3, 8, 15])
    expect(await getSubscription(setup, setup.customer)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    })
    expect(await getInvoice(setup, setup.customer)).toMatchObject({
      status: 'open',
      attempt_count: 4,
      next_payment_attempt: null,
    })
  })

  it('G-06 is settled by a new card and a manual payment', async () => {
    const setup = await openTrial(FAILING)
    setup.pass(14 * DAY_MS + HOUR_MS)
    const { id: invoice } = await getInvoice(setup, setup.customer)
    const failing = await saveCard(setup, setup.customer, FAILING)
    const refused = setup.stripe.invoices.pay(invoice, { payment_method: failing })
    await expect(refused).rejects.toMatchObject({ statusCode: 402, decline_code: 'generic_decline' })
    expect(setup.heard()).toContain('invoice.payment_failed')
    const card = await saveCard(setup, setup.customer)
    await setup.stripe.subscriptions.update(setup.id, { default_payment_method: card })
    const key = { idempotencyKey: 'pay:2' }
    const paid = await setup.stripe.invoices.pay(invoice, { payment_method: card }, key)
    expect(paid.status).toBe('paid')
    expect(await getSubscription(setup, setup.customer)).toMatchObject({ status: 'active' })
    setup.pass(30 * DAY_MS)
    expect(await getSubscription(setup, setup.customer)).toMatchObject({ status: 'active' })
    const again = setup.stripe.invoices.pay(invoice, { payment_method: card })
    await expect(again).rejects.toThrow('already paid')
  })
})

describe('renewals', () => {
  it('keep the day of the month: 31 January, 28 February, 31 March', async () => {
    const setup = openStripe()
    setup.clock.time = Date.parse('2027-01-31T10:00:00Z')
    const customer = await newCustomer(setup)
    const { id } = await newSale(setup, customer)
    setup.fake.control.completeCheckout(id, cardForm(GOOD))
    const ends: string[] = []
    for (let month = 0; month < 4; month++) {
      const { items } = await getSubscription(setup, customer)
      const end = items.data[0]!.current_period_end * 1000
      ends.push(new Date(end).toISOString().slice(0, 10))
      setup.pass(end + HOUR_MS - setup.clock.time)
      expect(await getInvoice(setup, customer)).toMatchObject({ status: 'paid' })
    }
    expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
  })

  it('happen one after the other when months pass at once, each at its own time', async () => {
    const setup = await openTrial()
    setup.pass(14 * DAY_MS + 92 * DAY_MS)
    const paid = setup.events.filter(({ event }) => event.type === 'invoice.paid').slice(1)
    expect(paid).toHaveLength(4)
    const times = setup.events.map(({ event }) => event.created)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    const inPieces = await openTrial()
    for (let step = 0; step < 106 * 24; step++) inPieces.pass(HOUR_MS)
    expect(setup.events.map(({ event }) => [event.type, event.created])).toEqual(
      inPieces.events.map(({ event }) => [event.type, event.created]),
    )
  })
})

describe('a cancellation', () => {
  it('C-04 in the trial ends it at once and charges nothing', async () => {
    const setup = await openTrial()
    const details = { comment: 'Too many mails' }
    const ended = await setup.stripe.subscriptions.cancel(setup.id, {
      invoice_now: false,
      prorate: false,
      cancellation_details: details,
    })
    expect(ended).toMatchObject({
      status: 'canceled',
      cancellation_details: { ...details, reason: 'cancellation_requested' },
    })
    expect(setup.heard()).toEqual(['customer.subscription.deleted'])
    await expect(setup.stripe.subscriptions.cancel(setup.id)).rejects.toMatchObject({
      code: 'resource_missing',
      statusCode: 404,
    })
    setup.pass(30 * DAY_MS)
    expect(setup.heard()).toEqual([])
    expect((await getSubscription(setup, setup.customer)).status).toBe('canceled')
  })

  it('C-04 at the end of the period can be undone until then', async () => {
    const setup = await openTrial()
    setup.pass(15 * DAY_MS)
    const cancelled = await setup.stripe.subscriptions.update(setup.id, { cancel_at_period_end: true })
    const end = cancelled.items.data[0]!.current_period_end
    expect(cancelled).toMatchObject({ status: 'active', cancel_at: end, cancel_at_period_end: true })
    const back = await setup.stripe.subscriptions.update(setup.id, { cancel_at_period_end: false })
    expect(back).toMatchObject({ cancel_at: null, canceled_at: null, cancellation_details: { reason: null } })
    await setup.stripe.subscriptions.update(setup.id, { cancel_at_period_end: true })
    setup.pass(end * 1000 - setup.clock.time)
    expect(await getSubscription(setup, setup.customer)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'cancellation_requested' },
    })
  })

  it('in the portal sets only cancel_at, which an empty value clears', async () => {
    const setup = await openTrial()
    setup.pass(15 * DAY_MS)
    const cancelled = setup.fake.control.cancelInPortal(setup.id)
    expect(cancelled.cancel_at_period_end).toBe(false)
    expect(cancelled.cancel_at).toBe(cancelled.items.data[0]!.current_period_end)
    const unchanged = await setup.stripe.subscriptions.update(setup.id, { cancel_at_period_end: false })
    expect(unchanged.cancel_at).not.toBeNull()
    const back = await setup.stripe.subscriptions.update(setup.id, { cancel_at: '' })
    expect(back.cancel_at).toBeNull()
  })

  it('for the end of a trial moves along when the trial is extended', async () => {
    const setup = await openTrial()
    await setup.stripe.subscriptions.update(setup.id, { cancel_at_period_end: true })
    const end = setup.clock.time / 1000 + 20 * 86_400
    const extended = await setup.stripe.subscriptions.update(setup.id, { trial_end: end })
    expect(extended.cancel_at).toBe(end)
    setup.pass(20 * DAY_MS)
    expect((await getSubscription(setup, setup.customer)).status).toBe('canceled')
  })

  it('cannot be undone once it has taken effect', async () => {
    const setup = await openTrial()
    await setup.stripe.subscriptions.cancel(setup.id)
    const revive = setup.stripe.subscriptions.update(setup.id, { cancel_at_period_end: false })
    await expect(revive).rejects.toMatchObject({ statusCode: 400, param: 'cancel_at_period_end' })
  })
})
