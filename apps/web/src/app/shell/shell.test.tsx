import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasAccessToken } from '../../api/access-token.ts'
import { failure } from '../../testing/fake-server.ts'
import { aSession, aSyncRun, NOW } from '../../testing/fixtures.ts'
import { openApp, signInForTest, visitApp } from '../../testing/render-app.tsx'
import { orderPapers, someSettings } from '../../testing/settings-fixtures.ts'

const base = {
  'GET /api/settings': someSettings,
  'GET /api/settings/orders': orderPapers,
}

beforeEach(signInForTest)
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'sidebar_state=; path=/; max-age=0'
})

describe('The shell:', () => {
  it('D-01 the sidebar lists the screens with the number of active alerts', async () => {
    openApp('/settings', base)
    const nav = within(await screen.findByRole('navigation', { name: 'Main' }))
    expect(nav.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Dashboard',
      'Products',
      'Order',
      'Alerts5 active',
      'Trends',
      'Settings',
    ])
    expect(nav.getByRole('link', { name: 'Settings' }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByText('In sync with Shopify, 10:32 AM')).toBeDefined()
  })

  it.each([
    ['/bundles', 'Products'],
    ['/import', 'Products'],
    ['/reports', 'Settings'],
    ['/reports/3', 'Settings'],
  ])('%s has no entry and marks that of %s', async (path, entry) => {
    const waiting = () => new Promise(() => undefined)
    openApp(path, {
      ...base,
      'GET /api/bundles': waiting,
      'GET /api/imports': waiting,
      'GET /api/reports': waiting,
      'GET /api/reports/3': waiting,
    })
    const nav = within(await screen.findByRole('navigation', { name: 'Main' }))
    expect(nav.getByRole('link', { current: 'page' }).textContent).toBe(entry)
  })

  it('the code of the other screens is loaded while the browser is idle, but not between frames', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let whenIdle: IdleRequestCallback | undefined
    vi.stubGlobal('requestIdleCallback', (load: IdleRequestCallback) => {
      whenIdle = load
      return 1
    })
    const idleFor = (ms: number) => whenIdle?.({ didTimeout: false, timeRemaining: () => ms })
    vi.stubGlobal('cancelIdleCallback', () => undefined)
    const { router } = openApp('/settings', base)
    const load = vi.spyOn(router, 'loadRouteChunk').mockResolvedValue()
    await screen.findByRole('navigation', { name: 'Main' })
    expect(load).not.toHaveBeenCalledWith(router.routesByPath['/trends'])
    vi.advanceTimersByTime(3_000)
    idleFor(12)
    expect(load).not.toHaveBeenCalledWith(router.routesByPath['/trends'])
    idleFor(50)
    for (const path of ['/products', '/alerts', '/trends'] as const)
      expect(load).toHaveBeenCalledWith(router.routesByPath[path])
    vi.useRealTimers()
  })

  it('D-01 Ctrl+b and Cmd+b collapse and open the sidebar, and the cookie keeps its state', async () => {
    openApp('/settings', base)
    await screen.findByText('Northfold Coffee')
    fireEvent.keyDown(document.documentElement, { key: 'b', code: 'KeyB', ctrlKey: true })
    expect(screen.queryByText('Northfold Coffee')).toBeNull()
    expect(document.cookie).toContain('sidebar_state=false')
    expect(screen.getByRole('link', { name: 'Alerts' })).toBeDefined()
    fireEvent.keyDown(document.documentElement, { key: 'b', code: 'KeyB', metaKey: true })
    expect(screen.getByText('Northfold Coffee')).toBeDefined()
    expect(document.cookie).toContain('sidebar_state=true')
  })

  it('a change of page moves the focus to its heading and names the page in the title', async () => {
    const app = openApp('/settings', {
      ...base,
      'GET /api/alerts': { alerts: [], total: 0, page: 1, pageSize: 50 },
    })
    await app.user.click(await screen.findByRole('link', { name: /Alerts/ }))
    const heading = await screen.findByRole('heading', { level: 1, name: 'Alert History' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(document.title).toBe('Alert History · Stockcast')
  })

  it('A-08 Sign Out ends the session here and on the server, and goes to /', async () => {
    const { server, ...app } = openApp('/settings', { ...base, 'POST /api/auth/sign-out': {} })
    await app.user.click(await screen.findByRole('button', { name: 'Sign Out' }))
    await waitFor(() => expect(app.path()).toBe('/'))
    expect(server.of('POST /api/auth/sign-out')).toHaveLength(1)
    expect(hasAccessToken()).toBe(false)
    await waitFor(() => expect(app.queryClient.getQueryData(['session'])).toBeUndefined())
  })

  it('A-08 a sign-out that did not reach the server says so, and can be repeated', async () => {
    const app = openApp('/settings', { ...base, 'POST /api/auth/sign-out': new TypeError('network down') })
    await app.user.click(await screen.findByRole('button', { name: 'Sign Out' }))
    expect(await screen.findByText('You are still signed in')).toBeDefined()
    expect(app.path()).toBe('/settings')
    expect(hasAccessToken()).toBe(true)
  })

  it('A-07 a sign-out in another tab ends this one too', async () => {
    const app = openApp('/settings', base)
    await screen.findByText('Northfold Coffee')
    localStorage.clear()
    act(() => {
      window.dispatchEvent(
        new StorageEvent('storage', { key: 'stockcast.session', oldValue: 'x', newValue: null }),
      )
    })
    await waitFor(() => expect(app.path()).toBe('/auth'))
  })

  it('A-07 a session that the server has ended leads to sign-in, and back afterwards', async () => {
    const { server, ...app } = openApp('/settings', {
      ...base,
      'PUT /api/settings': failure(401, 'unauthenticated', 'Signed out.'),
    })
    await app.user.click(await screen.findByRole('button', { name: 'Save' }))
    await waitFor(() => expect(app.path()).toBe('/auth'))
    expect(app.router.state.location.search).toEqual({ redirect: '/settings' })
    expect(server.of('GET /api/auth/token').length).toBeGreaterThan(0)
  })

  it.each(['/dashboard', '/products', '/alerts', '/settings', '/add-payment', '/connect-shopify'])(
    'A-09 an anonymous visitor of %s goes to sign-in and is brought back',
    async (path) => {
      localStorage.clear()
      const app = visitApp(path)
      await waitFor(() => expect(app.path()).toBe('/auth'))
      expect(app.router.state.location.search).toEqual({ redirect: path })
    },
  )

  it('stale data is labelled, and can be read again', async () => {
    const stale = { stockAsOf: '2026-11-20T13:14:00.000Z', forecastAsOf: NOW, isStale: true }
    const { server, ...app } = openApp('/settings', {
      ...base,
      'GET /api/session': aSession({ freshness: stale }),
      'POST /functions/shopify-sync-inventory': { syncRunId: 4 },
    })
    expect(
      await screen.findByText(/Shopify has not answered for 2 hours. No alerts are sent on old data./),
    ).toBeDefined()
    await app.user.click(screen.getByRole('button', { name: 'Sync now' }))
    await waitFor(() => expect(server.of('POST /functions/shopify-sync-inventory')).toHaveLength(1))
  })

  it('stale data says why the last sync failed', async () => {
    const stale = { stockAsOf: '2026-11-20T13:14:00.000Z', forecastAsOf: NOW, isStale: true }
    openApp('/settings', {
      ...base,
      'GET /api/session': aSession({ freshness: stale }),
      'GET /api/sync': {
        run: aSyncRun({ kind: 'full', status: 'failed', message: 'Shopify is overloaded.' }),
      },
    })
    expect(await screen.findByText('Shopify is overloaded. No alerts are sent on old data.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })

  it.each([
    ['needs_reconnect', 'Reconnect your store', 'Reconnect', '/connect-shopify?change=1'],
    ['disconnected', 'Store disconnected', 'Connect Store', '/connect-shopify'],
  ] as const)(
    'a store that is %s says what is wrong, which data remains and how to reconnect',
    async (status, title, button, to) => {
      openApp('/settings', {
        ...base,
        'GET /api/session': aSession({
          merchant: { isConnected: false },
          connection: { status, message: 'Shopify no longer lets us in.' },
        }),
      })
      const banner = within((await screen.findByText(title)).closest<HTMLElement>('[role=status]')!)
      expect(
        banner.getByText('Shopify no longer lets us in. The numbers here are from 10:32 AM.'),
      ).toBeDefined()
      expect(banner.getByRole('link', { name: button }).getAttribute('href')).toBe(to)
    },
  )

  it('a lost connection takes precedence over stale data, and one banner is enough', async () => {
    const { freshness } = aSession()
    openApp('/settings', {
      ...base,
      'GET /api/session': aSession({
        merchant: { isConnected: false },
        connection: { status: 'needs_reconnect', message: null },
        freshness: { ...freshness, isStale: true },
      }),
    })
    expect(await screen.findByText('Reconnect your store')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Sync now' })).toBeNull()
  })

  it('the sandbox is named, with a link to its console', async () => {
    openApp('/settings', {
      ...base,
      'GET /api/session': aSession({ sandboxConsoleUrl: 'http://127.0.0.1:3001/' }),
    })
    const link = await screen.findByRole('link', { name: 'Open the console' })
    expect(link.getAttribute('href')).toBe('http://127.0.0.1:3001/')
  })
})

/** React reports an error that a boundary catches; here it is what the test is about. */
const expectCaughtError = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)

describe('A screen that cannot be shown:', () => {
  describe.each(['anonymous', 'signed in'])('for a visitor who is %s,', (visitor) => {
    it.each([
      '/nowhere',
      '/auth/nowhere',
      '/settings/no/such/page',
      '/products/1/nowhere',
      '/alerts/scorecard/nowhere',
      '/connect-shopify/nowhere',
      '/stripe',
    ])('X-01 the unknown path %s says so and leads home', async (path) => {
      if (visitor === 'anonymous') localStorage.clear()
      const app = visitApp(path, visitor === 'anonymous' ? {} : base)
      expect(await screen.findByRole('heading', { name: '404' })).toBeDefined()
      expect(screen.getByText('Oops! Page not found')).toBeDefined()
      expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')
      expect(app.path()).toBe(path)
    })
  })

  it('a missing answer says so, and Try again continues', async () => {
    expectCaughtError()
    let isDown = true
    const app = openApp('/settings', {
      ...base,
      'GET /api/session': () => (isDown ? new TypeError('down') : aSession()),
    })
    expect(await screen.findByRole('heading', { name: 'No connection' })).toBeDefined()
    isDown = false
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Northfold Coffee')).toBeDefined()
  })

  it('a failure of the server has its own text', async () => {
    expectCaughtError()
    openApp('/settings', { 'GET /api/session': failure(500, 'internal', 'x') })
    expect(await screen.findByRole('heading', { name: 'The server has a problem' })).toBeDefined()
  })
})
