import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Answer, failure, fakeServer } from '../../testing/fake-server.ts'
import { aSession, withoutStore } from '../../testing/fixtures.ts'
import { openApp, renderApp, signInForTest, visitApp } from '../../testing/render-app.tsx'
import { leaveForPayment } from './leave-for-payment.ts'

const page = 'https://checkout.stripe.com/c/pay/cs_test_1'
const waiting = () => new Promise(() => undefined)
const noStore = { 'GET /api/session': aSession({ merchant: withoutStore }) }
const setupSession = 'POST /functions/stripe-create-setup-session'

/** The browser shows the page from its memory again, as after Back. */
const comeBackByHistory = () =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

beforeEach(signInForTest)
afterEach(() => vi.useRealTimers())

async function addPaymentMethod(answer: unknown) {
  const { server, ...app } = openApp('/add-payment', { ...noStore, [setupSession]: answer })
  await app.user.click(await screen.findByRole('button', { name: 'Add Payment Method' }))
  return { server, app }
}

describe('/add-payment:', () => {
  it('P-02 Add Payment Method goes to the provider’s page', async () => {
    const { server } = await addPaymentMethod({ url: page })
    await waitFor(() => expect(leaveForPayment).toHaveBeenCalledWith(page))
    expect(server.of(setupSession)[0]?.authorization).toBe('Bearer token')
    expect(screen.queryByText('Continue in new tab')).toBeNull()
  })

  it('P-02 the button stays busy until the provider’s page is shown, and works again after Back', async () => {
    const { server } = await addPaymentMethod({ url: page })
    await waitFor(() => expect(leaveForPayment).toHaveBeenCalledTimes(1))
    expect(button('Add Payment Method').disabled).toBe(true)
    act(() => button('Add Payment Method').click())
    expect(server.of(setupSession)).toHaveLength(1)
    act(() => comeBackByHistory())
    await waitFor(() => expect(button('Add Payment Method').disabled).toBe(false))
  })

  it('P-02 in a frame that may not be left, the page is a link to a new tab', async () => {
    vi.mocked(leaveForPayment).mockReturnValue('new_tab')
    await addPaymentMethod({ url: page })
    const link = await screen.findByRole('link', { name: 'Continue in new tab' })
    expect(link.getAttribute('href')).toBe(page)
    expect(link.getAttribute('target')).toBe('_blank')
    expect(screen.queryByText('Pop-up blocked')).toBeNull()
  })

  it('P-02 a blocked pop-up says so, and the link remains', async () => {
    vi.mocked(leaveForPayment).mockReturnValue('blocked')
    await addPaymentMethod({ url: page })
    expect(await screen.findByText('Pop-up blocked')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Continue in new tab' })).toBeDefined()
  })

  it.each(['?cancelled', '?cancelled=1', '?cancelled=true'])(
    'P-03 %s says what is missing',
    async (query) => {
      openApp(`/add-payment${query}`, noStore)
      expect(
        await screen.findByText('Payment setup was cancelled. You need to add a payment method to continue.'),
      ).toBeDefined()
    },
  )

  it('P-03 without the parameter no note is shown', async () => {
    openApp('/add-payment', noStore)
    await screen.findByRole('button', { name: 'Add Payment Method' })
    expect(screen.queryByText(/Payment setup was cancelled/)).toBeNull()
  })

  it.each([
    ['an empty answer', new Response('', { status: 200 }), 'No data returned from Stripe function'],
    ['null', null, 'No data returned from Stripe function'],
    ['an answer without an address', {}, 'No checkout URL returned'],
    ['an address that is none', { url: 'nowhere' }, 'No checkout URL returned'],
    [
      'a failure',
      failure(502, 'upstream_failed', 'Stripe did not answer.'),
      'Failed to start payment setup. Please try again.',
    ],
    ['no answer', new TypeError('down'), 'Failed to start payment setup. Please try again.'],
  ])('P-05 after %s the screen says why the payment did not start', async (_, answer, text) => {
    await addPaymentMethod(answer)
    expect(await screen.findByText(text)).toBeDefined()
    expect(leaveForPayment).not.toHaveBeenCalled()
  })

  it('P-05 a merchant who is no longer signed in is told, and goes to /auth', async () => {
    const { app } = await addPaymentMethod(failure(401, 'unauthenticated', 'Please sign in again.'))
    expect(await screen.findByText('Not authenticated')).toBeDefined()
    expect(screen.getByText('Please sign in to continue.')).toBeDefined()
    await waitFor(() => expect(app.path()).toBe('/auth'))
  })
})

const checkout = 'POST /functions/stripe-create-subscription'

describe('/subscribe:', () => {
  it('P-06 anonymous visitors sign in first and come back', async () => {
    localStorage.clear()
    const app = visitApp('/subscribe')
    await waitFor(() => expect(app.path()).toBe('/auth'))
    expect(app.router.state.location.search).toEqual({ redirect: '/subscribe' })
  })

  it('P-06 the checkout starts by itself, once', async () => {
    const { server } = openApp('/subscribe', { [checkout]: { url: page } })
    await waitFor(() => expect(leaveForPayment).toHaveBeenCalledWith(page))
    expect(screen.getByRole('heading', { name: 'Subscribe to Pro Plan' })).toBeDefined()
    expect(server.of(checkout)).toHaveLength(1)
  })

  it('P-06 Continue to Payment starts it again', async () => {
    const { server, ...app } = openApp('/subscribe', { [checkout]: { url: page } })
    await waitFor(() => expect(leaveForPayment).toHaveBeenCalledTimes(1))
    act(() => comeBackByHistory())
    await waitFor(() => expect(button('Continue to Payment').disabled).toBe(false))
    await app.user.click(button('Continue to Payment'))
    await waitFor(() => expect(leaveForPayment).toHaveBeenCalledTimes(2))
    expect(server.of(checkout)).toHaveLength(2)
  })

  it('P-06 a refusal is shown in place, once, with the way to Billing', async () => {
    const refusal = failure(409, 'conflict', 'You already have the Pro Plan.')
    openApp('/subscribe', { [checkout]: refusal })
    expect(await screen.findByText(/You already have the Pro Plan/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Back to Billing' }).getAttribute('href')).toBe(
      '/settings?tab=billing',
    )
  })

  it('P-06 a server that does not answer is said to have taken no payment', async () => {
    openApp('/subscribe', { [checkout]: new TypeError('down') })
    expect(await screen.findByText(/The server did not answer\. No payment was made\.$/)).toBeDefined()
  })

  it('P-05, P-06 a merchant whose session has ended is told so and taken to /auth', async () => {
    const app = openApp('/subscribe', {
      [checkout]: failure(401, 'unauthenticated', 'Please sign in again.'),
    })
    expect(await screen.findByText('Not authenticated')).toBeDefined()
    await waitFor(() => expect(app.path()).toBe('/auth'))
  })

  it('P-06 a demo user keeps the account first', async () => {
    const app = openApp('/subscribe', {
      'GET /api/session': aSession({ merchant: { ...withoutStore, isDemoUser: true } }),
    })
    await waitFor(() => expect(app.path()).toBe('/connect-shopify'))
  })
})

const complete = 'POST /functions/stripe-setup-complete'
const saved = { success: true, message: 'Your payment method is saved.', startedFrom: 'onboarding' }

function comeBack(
  answer: unknown,
  query = '?session_id=cs_test_1',
  session: unknown = noStore['GET /api/session'],
) {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const server = fakeServer({
    'GET /api/session': session,
    'GET /api/billing': waiting,
    'GET /api/dashboard': waiting,
    [complete]: answer,
  })
  return { server, app: renderApp(`/stripe/setup-complete${query}`) }
}

describe('/stripe/setup-complete:', () => {
  it('P-07 the screen confirms the payment method, then goes to /connect-shopify after 2 s', async () => {
    const { server, app } = comeBack(saved)
    expect(await screen.findByText('Your payment method is saved.')).toBeDefined()
    expect(server.bodies(complete)).toEqual([{ sessionId: 'cs_test_1' }])
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(app.path()).toBe('/stripe/setup-complete')
    await act(() => vi.advanceTimersByTimeAsync(1000))
    await waitFor(() => expect(app.path()).toBe('/connect-shopify'))
  })

  it('P-07, G-06 a card that was given in Billing leads back there', async () => {
    const { app } = comeBack({ ...saved, startedFrom: 'billing' }, undefined, aSession())
    await screen.findByText('Your payment method is saved.')
    await act(() => vi.advanceTimersByTimeAsync(2000))
    await waitFor(() => expect(app.path()).toBe('/settings'))
    expect(app.router.state.location.search).toEqual({ tab: 'billing' })
  })

  it('P-07, X-07 the screen shows that it works before the answer arrives', async () => {
    comeBack(waiting)
    expect(await screen.findByRole('heading', { name: 'Confirming your payment method' })).toBeDefined()
  })

  it('P-07 without a session the screen says so, sends nothing, and goes back after 2 s', async () => {
    const { server, app } = comeBack(saved, '')
    expect((await screen.findAllByText('Missing session ID')).length).toBeGreaterThan(0)
    expect(server.of(complete)).toHaveLength(0)
    await act(() => vi.advanceTimersByTimeAsync(2000))
    await waitFor(() => expect(app.path()).toBe('/add-payment'))
  })

  it('P-07 a failure is shown, and goes back to /add-payment after 2 s', async () => {
    const { app } = comeBack(failure(404, 'not_found', 'This payment session does not exist.'))
    expect((await screen.findAllByText('Setup failed')).length).toBeGreaterThan(0)
    expect(screen.getAllByText('This payment session does not exist.').length).toBeGreaterThan(0)
    await act(() => vi.advanceTimersByTimeAsync(2000))
    await waitFor(() => expect(app.path()).toBe('/add-payment'))
  })

  it('P-07 a card whose first payment is refused is reported where it was given', async () => {
    const message = 'Your card is saved, but the payment was refused: it was declined.'
    const { app } = comeBack({ success: false, message, startedFrom: 'billing' }, undefined, aSession())
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
    await act(() => vi.advanceTimersByTimeAsync(2000))
    await waitFor(() => expect(app.path()).toBe('/settings'))
  })
})

const paid = 'POST /functions/stripe-subscription-complete'

function comeBackPaid(answer: unknown, query = '?session_id=cs_test_2') {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const server = fakeServer({ ...noStore, 'GET /api/billing': waiting, [paid]: answer })
  return { server, app: renderApp(`/stripe/subscription-complete${query}`) }
}

describe('/stripe/subscription-complete:', () => {
  it('P-08 success goes to /connect-shopify after 2 s', async () => {
    const { server, app } = comeBackPaid({ success: true, message: 'Welcome to the Pro Plan.' })
    expect(await screen.findByText('Welcome to the Pro Plan.')).toBeDefined()
    expect(server.bodies(paid)).toEqual([{ session_id: 'cs_test_2' }])
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(app.path()).toBe('/stripe/subscription-complete')
    await act(() => vi.advanceTimersByTimeAsync(1000))
    await waitFor(() => expect(app.path()).toBe('/connect-shopify'))
  })

  it('P-08, X-07 the screen shows that it works before the answer arrives', async () => {
    comeBackPaid(waiting)
    expect(await screen.findByRole('heading', { name: 'Activating your subscription' })).toBeDefined()
  })

  it.each([
    ['a failure', failure(412, 'precondition_failed', 'The payment has not been received yet.')],
    ['a refusal', new Answer(200, { success: false, message: 'The payment has not been received yet.' })],
  ])('P-08 after %s the screen gives the reason, and the way to the dashboard', async (_, answer) => {
    const { app } = comeBackPaid(answer)
    expect(
      await screen.findByText(
        'Failed to activate subscription. Please contact support. The payment has not been received yet.',
      ),
    ).toBeDefined()
    expect(screen.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/dashboard')
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(app.path()).toBe('/stripe/subscription-complete')
  })

  it('P-08 without a session the screen says so and sends nothing', async () => {
    const { server } = comeBackPaid({ success: true, message: '' }, '')
    expect(await screen.findByText('No session ID found')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toBeDefined()
    expect(server.of(paid)).toHaveLength(0)
  })
})
