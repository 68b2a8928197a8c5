import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aSession, withoutStore } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/render-app.tsx'
import { anEmptyDashboard, anEmptyList } from '../../testing/stock-fixtures.ts'
import { leaveSite } from '../../ui/browser/leave-site.ts'

const freshness = { stockAsOf: null, forecastAsOf: null, isStale: false }
const newMerchant = (changes: Parameters<typeof aSession>[0] = {}) =>
  aSession({
    connection: null,
    freshness,
    unresolvedAlerts: 0,
    ...changes,
    merchant: { ...withoutStore, ...changes.merchant },
  })

const empty = {
  'GET /api/dashboard': anEmptyDashboard(),
  'GET /api/products': anEmptyList(),
  'GET /api/alerts': { alerts: [], total: 0, page: 1, pageSize: 50 },
  'GET /api/snoozes': { snoozes: [] },
}
const seed = 'POST /functions/seed-demo-data'
const connect = 'POST /functions/shopify-oauth-init'

const open = (path: string, session = newMerchant(), replies: Record<string, unknown> = {}) =>
  openApp(path, { ...empty, 'GET /api/session': session, ...replies })

describe('The dashboard of a merchant without a store:', () => {
  it('S-01 it appears with its banner, the sidebar and the way to connect a store', async () => {
    const { path } = open('/dashboard')
    const first = within(await screen.findByRole('region', { name: 'Connect your store' }))
    expect(first.getByRole('link', { name: 'Connect Store' }).getAttribute('href')).toBe('/connect-shopify')
    expect(first.getByRole('link', { name: 'Import a file' }).getAttribute('href')).toBe('/import')
    expect(path()).toBe('/dashboard')
    expect(screen.getByText('Trial Active')).toBeDefined()
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeDefined()
  })

  it('D-02 an ended plan has its banner there too, and nothing can be loaded or connected', async () => {
    const over = { subscriptionStatus: 'expired', isReadOnly: true, trialDaysRemaining: null } as const
    const { user, server } = open(
      '/dashboard',
      newMerchant({ merchant: over, sandboxShop: 'northfold-coffee' }),
    )
    expect(await screen.findByText('Subscription Expired')).toBeDefined()
    const variantOf = async (name: string) =>
      (await screen.findByRole('link', { name })).getAttribute('data-variant')
    expect(await variantOf('Reactivate')).toBe('filled')
    expect(await variantOf('Connect Store')).toBe('default')
    await user.click(await screen.findByRole('button', { name: 'Load Demo Data' }))
    await user.click(screen.getByRole('button', { name: 'Try the sandbox store' }))
    expect(server.received.every(({ method }) => method === 'GET')).toBe(true)
  })

  it('D-04 the figures are zero, and the planning default stands for the days to stockout', async () => {
    open('/dashboard')
    const figure = async (name: string) => (await screen.findByText(name)).parentElement!
    for (const name of ['Total Products', 'Low Stock Items', 'Active Alerts']) {
      expect((await figure(name)).querySelector('dd')?.textContent).toBe('0')
    }
    expect((await figure('Avg Days to Stockout')).textContent).toContain('45 days')
  })

  it('D-05 the recent alerts are there, with their text for none', async () => {
    open('/dashboard')
    expect(await screen.findByRole('heading', { name: 'Recent Alerts' })).toBeDefined()
    expect(await screen.findByText('No active alerts. All inventory levels look good!')).toBeDefined()
    expect(screen.queryByText('Reading your store')).toBeNull()
  })

  it('X-04 demo data is loaded with the placeholder that the merchant record has for a shop', async () => {
    const { user, server } = open('/dashboard', newMerchant(), { [seed]: { variants: 3 } })
    await user.click(await screen.findByRole('button', { name: 'Load Demo Data' }))
    expect(await screen.findByText('Demo data loaded')).toBeDefined()
    expect(server.bodies(seed)).toEqual([
      { merchantId: 7, shopDomain: 'pending-7', email: 'owner@northfold.test' },
    ])
  })

  it('S-04 the sandbox store is connected with one click, while the sandbox is on', async () => {
    const { user, server } = open('/dashboard', newMerchant({ sandboxShop: 'northfold-coffee' }), {
      [connect]: { authUrl: 'https://shop.example/authorize' },
    })
    await user.click(await screen.findByRole('button', { name: 'Try the sandbox store' }))
    await waitFor(() => expect(leaveSite).toHaveBeenCalledWith('https://shop.example/authorize'))
    expect(server.of(connect)[0]?.body).toMatchObject({ shop: 'northfold-coffee.myshopify.com' })
  })

  it('without a sandbox no sandbox store is offered', async () => {
    open('/dashboard')
    await screen.findByRole('region', { name: 'Connect your store' })
    expect(screen.queryByRole('button', { name: 'Try the sandbox store' })).toBeNull()
  })

  it('with a store there is no card to connect one', async () => {
    open('/dashboard', aSession({ freshness }))
    expect(await screen.findByRole('region', { name: 'Reading your store' })).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Connect your store' })).toBeNull()
  })

  it('imported or sample data waits for its forecasts, and no import of a store is shown', async () => {
    const merchant = { shopDomain: 'import-7', shopName: 'Your products' }
    open('/dashboard', newMerchant({ merchant }))
    expect(await screen.findByText('Your first forecasts are being calculated')).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Reading your store' })).toBeNull()
    expect(screen.getByRole('heading', { name: 'Recent Alerts' })).toBeDefined()
  })
})

describe('The other screens of a merchant without a store:', () => {
  it('T-01, T-06 the products page says that there are none, and offers demo data, the import and the store', async () => {
    const { path } = open('/products')
    expect(await screen.findByText('No products found')).toBeDefined()
    expect(path()).toBe('/products')
    expect(screen.getByRole('button', { name: 'Load Demo Data' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'import a file' }).getAttribute('href')).toBe('/import')
    expect(screen.getAllByRole('link', { name: 'Connect Store' })[0]?.getAttribute('href')).toBe(
      '/connect-shopify',
    )
  })

  it('R-03 the alerts page says that there are none', async () => {
    const { path } = open('/alerts')
    expect(await screen.findByText('No alerts found')).toBeDefined()
    expect(screen.getByText('Alerts will appear here when inventory levels are low')).toBeDefined()
    expect(path()).toBe('/alerts')
  })

  it('the scorecard offers to connect the store', async () => {
    open('/alerts/scorecard', newMerchant(), {
      'GET /api/scorecard': { serviceLevel: 0.9, simulation: null, live: null },
    })
    const way = await screen.findByRole('link', { name: 'Connect Store' })
    expect(way.getAttribute('href')).toBe('/connect-shopify')
  })

  it.each(['/trends', '/alerts/scorecard', '/alerts/deliveries', '/products/1', '/settings', '/import'])(
    'S-01 %s stays on its address',
    async (path) => {
      const never = () => new Promise(() => undefined)
      const app = open(path, newMerchant(), {
        'GET /api/trends': never,
        'GET /api/trends/products': never,
        'GET /api/scorecard': never,
        'GET /api/deliveries': never,
        'GET /api/notifications': never,
        'GET /api/products/1': never,
        'GET /api/settings': never,
        'GET /api/imports': never,
      })
      expect(await screen.findByRole('heading', { level: 1 })).toBeDefined()
      expect(app.path()).toBe(path)
    },
  )
})
