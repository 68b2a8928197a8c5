import fc from 'fast-check'
import Stripe from 'stripe'
import { expect, it } from 'vitest'
import {
  cardForm,
  FAILING,
  GOOD,
  newCustomer,
  newSale,
  newSetup,
  openStripe,
  startTrial,
} from '../testing/stripe-setup.ts'
import type { LedgerEntry } from './ledger.ts'
import { Refusal } from './refusal.ts'

const HOUR_MS = 3_600_000

const step = fc.oneof(
  fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ kind: fc.constant('sale' as const), card: fc.constantFrom(GOOD, FAILING, null) }),
  fc.record({ kind: fc.constant('setup' as const), card: fc.constantFrom(GOOD, FAILING) }),
  fc.record({
    kind: fc.constantFrom('trial', 'extend', 'cancel', 'cancel_later', 'renew', 'pay', 'portal', 'replace'),
  }),
)

const SALE_AFTER_A_MONTH: Step[] = [
  { kind: 'wait', hours: 720 },
  { kind: 'sale', card: FAILING },
  { kind: 'sale', card: GOOD },
]

type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never
type Setup = ReturnType<typeof openStripe>

async function take(setup: Setup, customer: string, each: Step): Promise<void> {
  const { stripe, fake, clock } = setup
  const [subscription] = (await stripe.subscriptions.list({ customer, status: 'all' })).data
  const id = subscription?.id ?? 'sub_none'
  const now = Math.floor(clock.time / 1000)
  const complete = (session: Stripe.Checkout.Session, number: string | null) =>
    fake.control.completeCheckout(session.id, number === null ? null : cardForm(number))
  switch (each.kind) {
    case 'wait':
      return setup.pass(each.hours * HOUR_MS)
    case 'sale':
      return void complete(await newSale(setup, customer), each.card)
    case 'setup':
      return void complete(await newSetup(setup, customer), each.card)
    case 'trial':
      return void (await startTrial(setup, customer))
    case 'extend':
      return void (await stripe.subscriptions.update(id, { trial_end: now + 14 * 86_400 }))
    case 'cancel':
      return void (await stripe.subscriptions.cancel(id))
    case 'cancel_later':
      return void (await stripe.subscriptions.update(id, { cancel_at_period_end: true }))
    case 'renew':
      return void (await stripe.subscriptions.update(id, { cancel_at_period_end: false }))
    case 'pay': {
      const { data } = await stripe.invoices.list({ customer })
      const open = data.find(({ status }) => status === 'open')
      const { id: payment_method } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
      return void (open && (await stripe.invoices.pay(open.id, { payment_method })))
    }
    case 'portal':
      return void fake.control.cancelInPortal(id)
    case 'replace':
      return void fake.control.replaceCard(customer, cardForm(FAILING))
  }
}

/**
 * Returns whether the error is one of the library's with a status below 500, or a refusal that was thrown without a
 * request.
 */
function isRefusal(error: unknown): boolean {
  if (error instanceof Refusal) return true
  return error instanceof Stripe.errors.StripeError && (error.statusCode ?? 500) < 500
}

/** Checks the invariants that hold at any time. */
function check(subscription: Stripe.Subscription, now: number, invoices: Stripe.Invoice[]): void {
  const { status, ended_at: endedAt, cancel_at: cancelAt, trial_end: trialEnd, items } = subscription
  const isOver = status === 'canceled'
  expect(endedAt !== null).toBe(isOver)
  if (status === 'trialing') expect(trialEnd).toBeGreaterThan(now)
  if (isOver) expect(invoices.filter((each) => each.next_payment_attempt !== null)).toEqual([])
  if (isOver) return
  if (cancelAt !== null) expect(cancelAt).toBeGreaterThan(now)
  expect(items.data[0]!.current_period_end).toBeGreaterThan(now)
}

it('random actions leave no due work undone, and a restart changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const lines: string[] = []
      const setup = openStripe({
        entries: [],
        append: (entry) => void lines.push(JSON.stringify(entry)),
        replaceWith() {},
      })
      const customer = await newCustomer(setup)
      for (const each of steps) {
        // What the state does not allow is refused with one of Stripe's errors, and never with a crash.
        await take(setup, customer, each).catch((error: unknown) =>
          expect(isRefusal(error), String(error)).toBe(true),
        )
        const { data } = await setup.stripe.subscriptions.list({ customer, status: 'all' })
        const invoices = (await setup.stripe.invoices.list({ customer, limit: 100 })).data
        for (const subscription of data) {
          const isOf = ({ parent }: Stripe.Invoice) =>
            parent?.subscription_details?.subscription === subscription.id
          check(subscription, Math.floor(setup.clock.time / 1000), invoices.filter(isOf))
        }
      }
      const entries = lines.map((line) => JSON.parse(line) as LedgerEntry)
      const again = openStripe({ entries, append() {}, replaceWith() {} }, setup.clock)
      expect(again.fake.control.customers()).toEqual(setup.fake.control.customers())
      expect(again.fake.control.events()).toEqual(setup.fake.control.events())
      setup.heard()
      setup.pass(40 * 24 * HOUR_MS)
      again.fake.advanceTo(setup.clock.time)
      expect(again.heard()).toEqual(setup.heard())
    }),
    { numRuns: 20, examples: [[SALE_AFTER_A_MONTH]] },
  )
})
