import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aBilling } from '../../testing/billing-fixtures.ts'
import { failure, fakeServer } from '../../testing/fake-server.ts'
import { aSession, withoutStore } from '../../testing/fixtures.ts'
import { openApp, renderApp, signInForTest } from '../../testing/render-app.tsx'
import { leaveSite } from '../../ui/browser/leave-site.ts'

const waiting = () => new Promise(() => undefined)
const noStore = { 'GET /api/session': aSession({ merchant: withoutStore, connection: null }) }

beforeEach(signInForTest)
afterEach(() => vi.useRealTimers())

describe('/add-payment:', () => {
  it('P-01 the page explains the trial, the first charge and that it can be cancelled', async () => {
    openApp('/add-payment', noStore)
    const text = await screen.findByText(/A payment method is needed to secure your 14-day trial/)
    expect(text.textContent).toContain('There is no charge during the trial.')
    expect(text.textContent).toContain('The charge comes after the trial ends, on the 15th day.')
    expect(text.textContent).toContain('Cancel anytime.')
  })

  it('P-01 a merchant without a trial is promised none', async () => {
    const ended = {
      isReadOnly: true,
      subscriptionStatus: 'expired',
      trialEndsAt: '2026-11-10T12:00:00Z',
    } as const
    openApp('/add-payment', { 'GET /api/session': aSession({ merchant: { ...withoutStore, ...ended } }) })
    expect(await screen.findByRole('heading', { name: 'Your trial has ended' })).toBeDefined()
    expect(screen.getByText(/The Pro Plan costs \$10 per month, from today/).textContent).toContain(
      'has used its 14-day trial, which ended on Nov 10.',
    )
    expect(screen.getByRole('link', { name: 'Subscribe to Pro Plan' }).getAttribute('href')).toBe(
      '/subscribe',
    )
    expect(screen.queryByText(/no charge during the trial/)).toBeNull()
  })

  it('P-01 no full trial is promised where an earlier account began it', async () => {
    const continued = { hadTrialBefore: true, trialEndsAt: '2026-11-24T12:00:00Z' }
    openApp('/add-payment', { 'GET /api/session': aSession({ merchant: { ...withoutStore, ...continued } }) })
    expect(await screen.findByRole('heading', { name: 'Secure your trial' })).toBeDefined()
    expect(screen.getByText(/began its free trial with another account\. It ends on Nov 24\./)).toBeDefined()
    expect(screen.queryByText(/14-day|day 15|15th day/)).toBeNull()
  })

  it('A-06 a link from an email that no longer works says so, and where to ask for a new one', async () => {
    openApp('/add-payment?error=TOKEN_EXPIRED', noStore)
    const note = await screen.findByRole('alert')
    expect(note.textContent).toContain('your email address is not confirmed yet')
    expect(screen.getByRole('link', { name: 'Open account settings' }).getAttribute('href')).toBe(
      '/settings?tab=account',
    )
  })

  it('P-01b a link continues without a card', async () => {
    const app = openApp('/add-payment', noStore)
    await app.user.click(await screen.findByRole('link', { name: 'Continue without a card' }))
    await waitFor(() => expect(app.path()).toBe('/connect-shopify'))
  })

  it('P-04 a merchant who has paid and connected goes to the dashboard', async () => {
    const app = openApp('/add-payment', {
      'GET /api/session': aSession({ merchant: { subscriptionStatus: 'active' } }),
      'GET /api/dashboard': waiting,
    })
    await waitFor(() => expect(app.path()).toBe('/dashboard'))
  })
})

async function connect(typed: string, init: unknown = { authUrl: 'https://shop.example/authorize' }) {
  const { server, ...app } = openApp('/connect-shopify', {
    ...noStore,
    'POST /functions/shopify-oauth-init': init,
  })
  const field = await screen.findByLabelText('Store name')
  if (typed !== '') await app.user.type(field, typed)
  await app.user.click(screen.getByRole('button', { name: 'Connect Store' }))
  return { server, app }
}

describe('/connect-shopify:', () => {
  it.each([
    ['is ticked with a card', true, 2],
    ['is not ticked when it was skipped', false, 1],
  ])('the step of payment %s', async (_, hasPaymentMethod, ticks) => {
    const { server } = openApp('/connect-shopify', {
      ...noStore,
      'GET /api/billing': aBilling({ hasPaymentMethod }),
    })
    const steps = within(await screen.findByRole('list', { name: 'Set-up' }))
    await waitFor(() => expect(server.of('GET /api/billing')).toHaveLength(1))
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    await waitFor(() => expect(steps.getAllByLabelText('Done')).toHaveLength(ticks))
    expect(steps.queryByText('2') === null).toBe(hasPaymentMethod)
  })

  it('S-04 the form asks the server where the merchant approves access, and goes there', async () => {
    const { server } = await connect(' https://Northfold-Coffee.myshopify.com/ ')
    await waitFor(() => expect(leaveSite).toHaveBeenCalledWith('https://shop.example/authorize'))
    expect(server.of('POST /functions/shopify-oauth-init')[0]?.body).toEqual({
      shop: 'northfold-coffee.myshopify.com',
      redirectOrigin: window.location.origin,
    })
  })

  it('a store that withdrew access is filled in already, and none of its data is lost', async () => {
    const connection = { status: 'needs_reconnect', message: 'Why.' } as const
    const session = aSession({ merchant: { isConnected: false }, connection, sandboxShop: 'northfold' })
    openApp('/connect-shopify?change=1', { 'GET /api/session': session })
    const field = await screen.findByLabelText<HTMLInputElement>('Store name')
    expect(field.value).toBe('northfold-coffee')
    expect(screen.getByText(/With the same store nothing is lost/)).toBeDefined()
    expect(screen.queryByText(/Try the sandbox store/)).toBeNull()
  })

  it('a store that is to be changed is named, not filled in, and there are no steps', async () => {
    openApp('/connect-shopify?change=1')
    const field = await screen.findByLabelText<HTMLInputElement>('Store name')
    expect(field.value).toBe('')
    expect(screen.getByRole('heading', { name: 'Change your Shopify store' })).toBeDefined()
    expect(screen.getByText(/^northfold-coffee\.myshopify\.com is connected/)).toBeDefined()
    expect(screen.queryByRole('list', { name: 'Set-up' })).toBeNull()
  })

  it('S-03 a custom domain is refused with the example host', async () => {
    const { server } = await connect('northfold.coffee')
    expect(await screen.findByText('Invalid domain')).toBeDefined()
    expect(screen.getByText(/For example: 'your-store.myshopify.com'/)).toBeDefined()
    expect(screen.getByText('This is your own domain. Enter the name before .myshopify.com.')).toBeDefined()
    expect(server.of('POST /functions/shopify-oauth-init')).toHaveLength(0)
  })

  it('S-02 an empty field says what is missing and takes the focus', async () => {
    await connect('')
    expect(screen.getByText('Enter the name of your store.')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('Store name'))
  })

  it('S-06 a refusal is shown by its kind', async () => {
    await connect(
      'northfold',
      failure(400, 'invalid_input', 'In other words.', { refusal: 'incorrect_domain' }),
    )
    expect(await screen.findByText('Incorrect domain')).toBeDefined()
  })

  it('S-01 a merchant with a store goes to the dashboard', async () => {
    const app = openApp('/connect-shopify', { 'GET /api/dashboard': waiting })
    await waitFor(() => expect(app.path()).toBe('/dashboard'))
  })

  it('G-07 a merchant who changes the store stays on the page, and can go back', async () => {
    openApp('/connect-shopify?change=1')
    expect(await screen.findByLabelText('Store name')).toBeDefined()
    const back = screen.getByRole('link', { name: 'Back to Settings' })
    expect(back.getAttribute('href')).toBe('/settings?tab=account')
  })

  it('the sandbox suggests a store to try, and one click fills it in', async () => {
    const app = openApp('/connect-shopify', {
      'GET /api/session': aSession({ merchant: withoutStore, sandboxShop: 'northfold-coffee' }),
    })
    await app.user.click(await screen.findByRole('button', { name: /Try the sandbox store/ }))
    expect((screen.getByLabelText('Store name') as HTMLInputElement).value).toBe('northfold-coffee')
  })
})

describe('/shopify/callback:', () => {
  const address =
    '/shopify/callback?code=12e3&hmac=00ff&host=YWRtaW4%3D&shop=northfold.myshopify.com&state=s&timestamp=1'

  it('S-05 S-05b the screen sends everything Shopify signed, then goes to the dashboard after 1.5 s', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { server, ...app } = openApp(address, {
      'GET /api/dashboard': waiting,
      'POST /functions/shopify-oauth-callback': { shopDomain: 'northfold.myshopify.com', syncRunId: 1 },
    })
    expect(await screen.findByRole('heading', { name: 'Store connected' })).toBeDefined()
    expect(server.bodies('POST /functions/shopify-oauth-callback')).toEqual([
      { code: '12e3', hmac: '00ff', shop: 'northfold.myshopify.com', query: address.split('?')[1] },
    ])
    expect(app.path()).toBe('/shopify/callback')
    await act(() => vi.advanceTimersByTimeAsync(1500))
    await waitFor(() => expect(app.path()).toBe('/dashboard'))
  })

  it('X-07 the screen shows that it works before the answer arrives', async () => {
    openApp(address, { ...noStore, 'POST /functions/shopify-oauth-callback': waiting })
    expect(await screen.findByText('Checking the answer from Shopify.')).toBeDefined()
  })

  it.each(['code', 'shop', 'hmac'])(
    'S-05 without %s the screen says so and sends nothing',
    async (missing) => {
      const server = fakeServer(noStore)
      const query = new URLSearchParams(address.split('?')[1])
      query.delete(missing)
      renderApp(`/shopify/callback?${query}`)
      expect((await screen.findAllByText('Missing required parameters')).length).toBeGreaterThan(0)
      expect(server.of('POST /functions/shopify-oauth-callback')).toHaveLength(0)
    },
  )

  it('S-05 a failure goes back to /connect-shopify after 2 s', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const app = openApp(address, {
      ...noStore,
      'POST /functions/shopify-oauth-callback': failure(403, 'forbidden', 'The signature does not match.'),
    })
    expect((await screen.findAllByText('Connection failed')).length).toBeGreaterThan(0)
    await act(() => vi.advanceTimersByTimeAsync(2000))
    await waitFor(() => expect(app.path()).toBe('/connect-shopify'))
  })
})
