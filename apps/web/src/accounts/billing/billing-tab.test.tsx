import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { aBilling, anEndedPlan, aPaidPlan } from '../../testing/billing-fixtures.ts'
import { failure } from '../../testing/fake-server.ts'
import { aSession } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/render-app.tsx'
import { leaveForPayment } from '../payment/leave-for-payment.ts'

const page = 'https://billing.stripe.com/p/1'

const open = (billing: unknown, replies: Record<string, unknown> = {}) =>
  openApp('/settings?tab=billing', {
    'GET /api/billing': billing,
    ...replies,
  })

/** Returns the tab that the browser opens, with the members that are used. */
function openedTab() {
  const tab = { opener: 'this', location: { replace: vi.fn() }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  return tab
}

/** Returns the values on the card by their labels. */
async function facts(): Promise<Record<string, string>> {
  await screen.findByText('Current plan')
  const terms = screen.getAllByRole('term')
  return Object.fromEntries(
    terms.map((term) => [term.textContent ?? '', term.nextElementSibling?.textContent ?? '']),
  )
}

const button = (name: string) => screen.queryByRole('button', { name })

describe('The plan:', () => {
  it.each([
    ['Trial', aBilling(), 'Trial'],
    ['Active', aPaidPlan(), 'Pro Plan'],
    ['Past Due', aPaidPlan({ status: 'past_due' }), 'Pro Plan'],
    ['Cancelled', aPaidPlan({ status: 'cancelled', cancelAtPeriodEnd: true }), 'Pro Plan'],
    ['Cancelled', anEndedPlan({ status: 'cancelled' }), 'No Plan'],
    ['Expired', anEndedPlan(), 'No Plan'],
  ])('G-05 the badge says %s, and the plan is named', async (badge, billing, plan) => {
    open(billing)
    const name = (await screen.findByText('Current plan')).nextElementSibling as HTMLElement
    expect(within(name).getAllByText(badge).length).toBeGreaterThan(0)
    expect(name.textContent).toBe(`${plan} ${badge}`)
  })

  it.each([
    [9, '9 days'],
    [1, '1 day'],
  ])('G-05 a trial shows its end, and that %i remain', async (daysRemaining, words) => {
    open(aBilling({ daysRemaining }))
    expect(await facts()).toMatchObject({ 'Trial ends': 'Nov 29, 2026', 'Days remaining': words })
    expect(screen.getByText(`Today, ${words} remaining`)).toBeDefined()
    expect(screen.getByText('First charge, $10')).toBeDefined()
  })

  it.each([
    ['Sign-up', {}],
    ['Extended', { signedUpAt: '2026-11-10T15:00:00.000Z', canExtendTrial: false }],
    ['Sign-up', { canExtendTrial: false }],
    ['Trial began', { signedUpAt: '2026-11-18T15:00:00.000Z', canExtendTrial: false }],
  ])(
    'G-05 the start of the trial is called "%s", and extended only where its end moved',
    async (note, changes) => {
      open(aBilling(changes))
      expect((await screen.findByText(note)).previousElementSibling?.textContent).toBe('Nov 15')
    },
  )

  it('G-06 the upgrade names its amount and that it starts today', async () => {
    open(aBilling())
    expect(
      await screen.findByText(/starts Pro today and ends your trial: \$10 now, then \$10 per month/),
    ).toBeDefined()
  })

  it('P-01b a trial without a card promises no charge', async () => {
    open(aBilling({ hasPaymentMethod: false, card: null, hasCustomer: false }))
    expect((await facts())['After the trial']).toContain('Nothing is charged')
    expect(screen.queryByText(/First charge/)).toBeNull()
  })

  it('G-05 a paid plan shows its next billing date', async () => {
    open(aPaidPlan())
    expect(await facts()).toMatchObject({ 'Next billing date': 'Dec 29, 2026', Price: '$10 per month' })
  })

  it('G-05 a billing date with a two-digit day reads MMM dd, yyyy', async () => {
    open(aPaidPlan({ currentPeriodEnd: '2026-12-04T15:00:00.000Z' }))
    expect((await facts())['Next billing date']).toBe('Dec 04, 2026')
  })

  it('G-05 a failed payment shows the open amount and the next attempt', async () => {
    const openInvoice = {
      amountCents: 1000,
      currency: 'USD',
      url: null,
      nextAttemptAt: '2026-12-02T16:00:00.000Z',
    }
    open(aPaidPlan({ status: 'past_due', openInvoice }))
    expect(await facts()).toMatchObject({ 'Not yet paid': '$10', 'Next attempt': 'Dec 02, 2026' })
  })

  it('G-05 a failed answer is shown in place, and Try again reads it again', async () => {
    let isDown = true
    const { user } = open(() => (isDown ? failure(500, 'internal', 'A problem.') : aBilling()))
    expect(await screen.findByText('Failed to load billing')).toBeDefined()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Current plan')).toBeDefined()
  })

  it('a demo user is asked to keep the account first, and no billing is requested', async () => {
    const { server } = open(aBilling(), { 'GET /api/session': aSession({ merchant: { isDemoUser: true } }) })
    expect(await screen.findByRole('button', { name: 'Keep this account' })).toBeDefined()
    expect(server.of('GET /api/billing')).toHaveLength(0)
  })
})

describe('The buttons:', () => {
  it.each([
    ['a trial', aBilling(), { upgrade: true, manage: false, cancel: true, again: false }],
    ['a paid plan', aPaidPlan(), { upgrade: false, manage: true, cancel: true, again: false }],
    [
      'a paid plan without a customer',
      aPaidPlan({ hasCustomer: false }),
      { upgrade: false, manage: false, cancel: true, again: false },
    ],
    [
      'a failed payment',
      aPaidPlan({ status: 'past_due' }),
      { upgrade: false, manage: true, cancel: true, again: false },
    ],
    [
      'a cancelled trial',
      aBilling({ status: 'cancelled', daysRemaining: null, cancelAtPeriodEnd: true }),
      { upgrade: false, manage: false, cancel: false, again: true },
    ],
    ['an ended one', anEndedPlan(), { upgrade: false, manage: false, cancel: false, again: true }],
  ])('G-06 the right buttons appear for %s', async (_, billing, shown) => {
    open(billing)
    await screen.findByText('Current plan')
    expect({
      upgrade: screen.queryByRole('link', { name: 'Upgrade to Pro' }) !== null,
      manage: button('Manage Subscription') !== null,
      cancel: button('Cancel Subscription') !== null,
      again: button('Reactivate') !== null,
    }).toEqual(shown)
  })

  it('G-06 Upgrade to Pro leads to the checkout', async () => {
    open(aBilling())
    const link = await screen.findByRole('link', { name: 'Upgrade to Pro' })
    expect(link.getAttribute('href')).toBe('/subscribe')
  })

  it('G-06 Manage Subscription opens the portal in a new tab that cannot reach back', async () => {
    const tab = openedTab()
    const { user } = open(aPaidPlan(), { 'POST /api/billing/portal': { url: page } })
    await user.click(await screen.findByRole('button', { name: 'Manage Subscription' }))
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(page))
    expect(tab.opener).toBeNull()
  })

  it('G-06 if the portal does not open, its tab is closed and the page says so', async () => {
    const tab = openedTab()
    const refusal = failure(502, 'upstream_failed', 'Stripe did not answer.')
    const { user } = open(aPaidPlan(), { 'POST /api/billing/portal': refusal })
    await user.click(await screen.findByRole('button', { name: 'Manage Subscription' }))
    expect(await screen.findByText('Stripe did not answer.')).toBeDefined()
    expect(tab.close).toHaveBeenCalled()
  })

  it('G-06 a blocked pop-up is reported, and no portal is requested', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    const { user, server } = open(aPaidPlan())
    await user.click(await screen.findByRole('button', { name: 'Manage Subscription' }))
    expect(await screen.findByText('Pop-up blocked')).toBeDefined()
    expect(server.of('POST /api/billing/portal')).toHaveLength(0)
  })

  it.each([
    ['Payment method on file', 'Update Payment Method', aBilling(), 'Visa ending in 4242, expires 08/29'],
    [
      'No payment method on file',
      'Add Payment Method',
      aBilling({ hasPaymentMethod: false, card: null }),
      'Without one the trial simply ends.',
    ],
  ])('G-06 with "%s", %s leads to the card page', async (state, name, billing, detail) => {
    const { user } = open(billing, { 'POST /api/billing/update-payment-method': { url: page } })
    expect(await screen.findByText(state)).toBeDefined()
    expect(screen.getByText(detail)).toBeDefined()
    await user.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(leaveForPayment).toHaveBeenCalledWith(page))
  })

  it('C-04 Reactivate undoes a pending cancellation with one click', async () => {
    let billing = aBilling({ status: 'cancelled', daysRemaining: null, cancelAtPeriodEnd: true })
    const { user } = open(() => billing, {
      'POST /api/billing/reactivate': () => {
        billing = aBilling()
        return { url: null }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Reactivate' }))
    expect(await screen.findByText('Subscription Reactivated')).toBeDefined()
    expect(await screen.findByRole('link', { name: 'Upgrade to Pro' })).toBeDefined()
    expect(leaveForPayment).not.toHaveBeenCalled()
  })

  it('C-04 an ended plan is paid again on the provider’s page', async () => {
    const { user } = open(anEndedPlan(), { 'POST /api/billing/reactivate': { url: page } })
    await user.click(await screen.findByRole('button', { name: 'Reactivate' }))
    await waitFor(() => expect(leaveForPayment).toHaveBeenCalledWith(page))
  })
})
