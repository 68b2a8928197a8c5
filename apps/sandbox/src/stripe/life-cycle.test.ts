import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import {
  DAY_MS,
  FAILING,
  HOUR_MS,
  newCustomer,
  newSale,
  openStripe,
  openTrial,
  saveCard,
  startTrial,
  submission,
} from '../testing/stripe-setup.ts'

const MINUTE_MS = HOUR_MS / 60

const latest = async ({ stripe, id }: { stripe: Stripe; id: string }) =>
  (await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })).latest_invoice as Stripe.Invoice

describe('a trial', () => {
  it('P-09 costs nothing, and its paid invoice of zero does not count as a payment', async () => {
    const setup = openStripe()
    const customer = await newCustomer(setup)
    const card = await saveCard(setup, customer)
    setup.heard()
    const subscription = await startTrial(setup, customer, { default_payment_method: card })
    expect(subscription).toMatchObject({ status: 'trialing', default_payment_method: card, cancel_at: null })
    expect(subscription.items.data[0]!.current_period_end).toBe(subscription.trial_end)
    expect(await latest({ ...setup, id: subscription.id })).toMatchObject({
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
    setup.pass(11 * DAY_MS)
    expect(setup.heard()).toEqual(['customer.subscription.trial_will_end'])
    setup.pass(3 * DAY_MS)
    expect(setup.heard()).toEqual(['invoice.created', 'customer.subscription.updated'])
    expect(await latest(setup)).toMatchObject({ status: 'draft', amount_due: 1000 })
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
    expect(await latest(setup)).toMatchObject({
      status: 'paid',
      amount_paid: 1000,
      billing_reason: 'subscription_cycle',
      parent: { subscription_details: { subscription: setup.id } },
    })
  })

  it('C-02 ends later when it is extended, with the anchor, and reminds again', async () => {
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
    expect(setup.heard()).toEqual(['customer.subscription.updated', 'customer.subscription.trial_will_end'])
    setup.pass(DAY_MS + HOUR_MS)
    expect(await latest(setup)).toMatchObject({ status: 'paid', amount_paid: 1000 })
  })

  it('ends for good without a payment method', async () => {
    const setup = await openTrial()
    const [card] = (await setup.stripe.customers.listPaymentMethods(setup.customer)).data
    await setup.stripe.paymentMethods.detach(card!.id)
    setup.pass(14 * DAY_MS)
    const ended = await setup.stripe.subscriptions.retrieve(setup.id)
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: null } })
    setup.pass(40 * DAY_MS)
    expect(setup.events.map(({ event }) => event.type)).not.toContain('charge.succeeded')
  })

  it.each([
    ['pause', 'paused'],
    ['create_invoice', 'past_due'],
  ] as const)('without a payment method and with %s becomes %s', async (behavior, status) => {
    const setup = openStripe()
    const { id } = await startTrial(setup, await newCustomer(setup), {
      trial_settings: { end_behavior: { missing_payment_method: behavior } },
    })
    setup.pass(14 * DAY_MS + HOUR_MS)
    expect((await setup.stripe.subscriptions.retrieve(id)).status).toBe(status)
  })

  it('can be ended now, and is charged at once', async () => {
    const setup = await openTrial()
    const active = await setup.stripe.subscriptions.update(setup.id, {
      trial_end: 'now',
      payment_behavior: 'error_if_incomplete',
      proration_behavior: 'none',
    })
    expect(active).toMatchObject({ status: 'active', trial_end: setup.clock.time / 1000 })
    expect(await latest(setup)).toMatchObject({ status: 'paid', billing_reason: 'subscription_update' })
  })

  it('stays as it was when ending it now must be paid and is not', async () => {
    const setup = await openTrial(FAILING)
    const before = await setup.stripe.subscriptions.retrieve(setup.id)
    const end = setup.stripe.subscriptions.update(setup.id, {
      trial_end: 'now',
      payment_behavior: 'error_if_incomplete',
    })
    await expect(end).rejects.toMatchObject({ type: 'StripeCardError', code: 'card_declined' })
    expect(await setup.stripe.subscriptions.retrieve(setup.id)).toEqual(before)
    expect(setup.heard()).toEqual([])
  })
})

describe('a charge that fails', () => {
  it('makes the subscription past due and is tried again after 3, 5 and 7 days; then it ends', async () => {
    const setup = await openTrial(FAILING)
    setup.pass(14 * DAY_MS + HOUR_MS)
    expect(await setup.stripe.subscriptions.retrieve(setup.id)).toMatchObject({ status: 'past_due' })
    const failedOn: number[] = []
    const since = setup.clock.time
    for (let hour = 0; hour < 20 * 24; hour++) {
      setup.heard()
      setup.pass(HOUR_MS)
      if (setup.heard().includes('invoice.payment_failed')) failedOn.push((setup.clock.time - since) / DAY_MS)
    }
    expect(failedOn).toEqual([3, 8, 15])
    expect(await setup.stripe.subscriptions.retrieve(setup.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    })
    expect(await latest(setup)).toMatchObject({
      status: 'open',
      attempt_count: 4,
      next_payment_attempt: null,
    })
  })

  it('G-06 is made good by a new card and a payment by hand', async () => {
    const setup = await openTrial(FAILING)
    setup.pass(14 * DAY_MS + HOUR_MS)
    const { id: invoice } = await latest(setup)
    const refused = setup.stripe.invoices.pay(invoice)
    await expect(refused).rejects.toMatchObject({ statusCode: 402, decline_code: 'generic_decline' })
    expect(setup.heard()).toContain('invoice.payment_failed')
    const card = await saveCard(setup, setup.customer)
    await setup.stripe.subscriptions.update(setup.id, { default_payment_method: card })
    const paid = await setup.stripe.invoices.pay(invoice, {}, { idempotencyKey: 'pay:2' })
    expect(paid.status).toBe('paid')
    expect(await setup.stripe.subscriptions.retrieve(setup.id)).toMatchObject({ status: 'active' })
    setup.pass(30 * DAY_MS)
    expect(await setup.stripe.subscriptions.retrieve(setup.id)).toMatchObject({ status: 'active' })
  })

  it('can be ordered at the console, for the next charge alone', async () => {
    const setup = await openTrial()
    setup.fake.control.declineCharges(setup.customer, 'decline_next')
    setup.pass(14 * DAY_MS + HOUR_MS)
    expect(await setup.stripe.subscriptions.retrieve(setup.id)).toMatchObject({ status: 'past_due' })
    setup.pass(3 * DAY_MS)
    expect(await setup.stripe.subscriptions.retrieve(setup.id)).toMatchObject({ status: 'active' })
  })

  it('asks for a confirmation when the bank wants one each time; the invoice page takes it', async () => {
    const setup = await openTrial('4000002760003184')
    setup.pass(14 * DAY_MS + HOUR_MS)
    expect(setup.heard()).toContain('invoice.payment_action_required')
    const { id } = await latest(setup)
    const { control } = setup.fake
    expect(control.payInvoice(id, null, null).kind).toBe('asks_confirmation')
    expect(control.payInvoice(id, null, 'denied').kind).toBe('declined')
    expect(control.payInvoice(id, null, 'confirmed').kind).toBe('paid')
    expect(await setup.stripe.subscriptions.retrieve(setup.id)).toMatchObject({ status: 'active' })
  })

  it('owes nothing any more when its invoice is void', async () => {
    const setup = await openTrial(FAILING)
    setup.pass(14 * DAY_MS + HOUR_MS)
    await setup.stripe.invoices.voidInvoice((await latest(setup)).id)
    expect(await setup.stripe.subscriptions.retrieve(setup.id)).toMatchObject({ status: 'active' })
  })
})

describe('renewals', () => {
  it('keep the day of the month: 31 January, 28 February, 31 March', async () => {
    const setup = openStripe()
    setup.clock.time = Date.parse('2027-01-31T10:00:00Z')
    const customer = await newCustomer(setup)
    const { id } = await newSale(setup, customer)
    setup.fake.control.completeCheckout(id, submission('4242424242424242'))
    const [subscription] = (await setup.stripe.subscriptions.list({ customer })).data
    const ends: string[] = []
    for (let month = 0; month < 4; month++) {
      const { items } = await setup.stripe.subscriptions.retrieve(subscription!.id)
      const end = items.data[0]!.current_period_end * 1000
      ends.push(new Date(end).toISOString().slice(0, 10))
      setup.pass(end + HOUR_MS - setup.clock.time)
      expect(await latest({ ...setup, id: subscription!.id })).toMatchObject({ status: 'paid' })
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
    const details = { comment: 'Too many mails', feedback: 'too_complex' as const }
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
    expect((await setup.stripe.subscriptions.retrieve(setup.id)).status).toBe('canceled')
  })

  it('C-04 at the end of the period can be taken back until then', async () => {
    const setup = await openTrial()
    setup.pass(15 * DAY_MS)
    const cancelled = await setup.stripe.subscriptions.update(setup.id, { cancel_at_period_end: true })
    const end = cancelled.items.data[0]!.current_period_end
    expect(cancelled).toMatchObject({ status: 'active', cancel_at: end, cancel_at_period_end: true })
    const back = await setup.stripe.subscriptions.update(setup.id, { cancel_at_period_end: false })
    expect(back).toMatchObject({ cancel_at: null, canceled_at: null, cancellation_details: { reason: null } })
    await setup.stripe.subscriptions.update(setup.id, { cancel_at_period_end: true })
    setup.pass(end * 1000 - setup.clock.time)
    expect(await setup.stripe.subscriptions.retrieve(setup.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'cancellation_requested' },
    })
  })

  it('in the portal sets cancel_at alone, which an empty value clears', async () => {
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

  it('moves along with a trial that is extended, when it was for the end of it', async () => {
    const setup = await openTrial()
    await setup.stripe.subscriptions.update(setup.id, { cancel_at_period_end: true })
    const end = setup.clock.time / 1000 + 20 * 86_400
    const extended = await setup.stripe.subscriptions.update(setup.id, { trial_end: end })
    expect(extended.cancel_at).toBe(end)
    setup.pass(20 * DAY_MS)
    expect((await setup.stripe.subscriptions.retrieve(setup.id)).status).toBe('canceled')
  })

  it('is final: only cancellation details and metadata can change after it', async () => {
    const setup = await openTrial()
    await setup.stripe.subscriptions.cancel(setup.id)
    const revive = setup.stripe.subscriptions.update(setup.id, { cancel_at_period_end: false })
    await expect(revive).rejects.toMatchObject({ statusCode: 400, param: 'cancel_at_period_end' })
    const noted = await setup.stripe.subscriptions.update(setup.id, { metadata: { note: 'x' } })
    expect(noted.metadata).toMatchObject({ note: 'x' })
  })
})

describe('time', () => {
  it('does not go back: a reminder that was due earlier comes now', async () => {
    const setup = await openTrial()
    setup.pass(10 * DAY_MS)
    const end = setup.clock.time / 1000 + 86_400
    await setup.stripe.subscriptions.update(setup.id, { trial_end: end })
    setup.pass(MINUTE_MS)
    const reminder = setup.events.at(-1)!.event
    expect(reminder.type).toBe('customer.subscription.trial_will_end')
    expect(reminder.created).toBe(setup.clock.time / 1000 - 60)
  })
})
