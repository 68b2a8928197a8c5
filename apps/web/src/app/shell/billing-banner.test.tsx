import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { keysOf } from '../../api/live-events.ts'
import { queryKeys } from '../../api/queries.ts'
import { aBilling, anEndedPlan } from '../../testing/billing-fixtures.ts'
import { aSession } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/render-app.tsx'
import { someSettings } from '../../testing/settings-fixtures.ts'

const waiting = () => new Promise(() => undefined)
const over = { subscriptionStatus: 'expired', isReadOnly: true, trialDaysRemaining: null } as const

const open = (path: string, merchant: Parameters<typeof aSession>[0]) =>
  openApp(path, {
    'GET /api/session': aSession(merchant),
    'GET /api/dashboard': waiting,
    'GET /api/settings': someSettings,
    'GET /api/billing': anEndedPlan(),
  })

const toBilling = '/settings?tab=billing'

describe('Banners of the plan:', () => {
  it.each([
    [9, '9 days remaining.'],
    [1, '1 day remaining.'],
  ])('D-02 a trial shows %i days and Upgrade Now', async (trialDaysRemaining, words) => {
    open('/dashboard', { merchant: { trialDaysRemaining } })
    expect(await screen.findByText('Trial Active')).toBeDefined()
    expect(screen.getByText(new RegExp(words))).toBeDefined()
    expect(screen.getByRole('link', { name: 'Upgrade Now' }).getAttribute('href')).toBe(toBilling)
  })

  it.each(['/dashboard', '/settings'])('D-02 a failed payment shows Update Payment on %s', async (path) => {
    open(path, { merchant: { subscriptionStatus: 'past_due', trialDaysRemaining: null } })
    expect(await screen.findByText('Payment Failed')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Update Payment' }).getAttribute('href')).toBe(toBilling)
  })

  it.each(['expired', 'cancelled'] as const)(
    'D-02 a plan that is %s and over shows Reactivate',
    async (status) => {
      open('/dashboard', { merchant: { ...over, subscriptionStatus: status } })
      expect(await screen.findByText('Subscription Expired')).toBeDefined()
      expect(screen.getByRole('link', { name: 'Reactivate' }).getAttribute('href')).toBe(toBilling)
    },
  )

  it('D-02 a trial that another account used says so, and offers the plan', async () => {
    open('/dashboard', { merchant: { ...over, hadTrialBefore: true } })
    expect(await screen.findByText('Free Trial Already Used')).toBeDefined()
    expect(screen.queryByText('Subscription Expired')).toBeNull()
    expect(screen.getByRole('link', { name: 'Subscribe' }).getAttribute('href')).toBe(toBilling)
  })

  it('D-02, C-04 a cancelled plan that is still active says until when, with Reactivate', async () => {
    open('/dashboard', { merchant: { subscriptionStatus: 'cancelled', trialDaysRemaining: null } })
    expect(await screen.findByText('Subscription Expired')).toBeDefined()
    expect(screen.getByText('You cancelled it. You keep access until Nov 29, 2026.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Reactivate' }).getAttribute('href')).toBe(toBilling)
  })

  it('D-02 the Billing tab has the buttons, and no banner that leads to it', async () => {
    open(toBilling, { merchant: over })
    expect(await screen.findByText('Current plan')).toBeDefined()
    expect(screen.queryByText('Subscription Expired')).toBeNull()
  })
})

describe('Without a plan,', () => {
  it('C-04 buttons that change something do nothing and say why', async () => {
    const { server, user } = open('/settings', { merchant: over })
    const save = await screen.findByRole('button', { name: 'Save' })
    expect(save.getAttribute('aria-disabled')).toBe('true')
    const reason = document.getElementById(save.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe(
      'Your subscription has ended. Reactivate it in Settings, Billing to continue.',
    )
    await user.click(save)
    await user.click(screen.getByRole('button', { name: 'Apply Global Settings to All Products' }))
    expect(server.received.every(({ method }) => method === 'GET')).toBe(true)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('C-04 the buttons work again as soon as a plan is active', async () => {
    let merchant: object = over
    const { queryClient } = openApp('/settings', {
      'GET /api/session': () => aSession({ merchant }),
      'GET /api/settings': someSettings,
      'GET /api/billing': aBilling(),
    })
    await screen.findByRole('button', { name: 'Save' })
    merchant = {}
    await Promise.all(keysOf.billing.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBeNull(),
    )
  })

  it('an event about billing, or a changed clock, reloads plan and session', () => {
    for (const hint of ['billing', 'clock'] as const) {
      expect(keysOf[hint]).toEqual(expect.arrayContaining([queryKeys.billing, queryKeys.session]))
    }
  })
})
