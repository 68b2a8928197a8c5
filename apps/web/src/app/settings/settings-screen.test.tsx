import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { parseWholeNumber } from '../../planning/settings/global/global-form.tsx'
import { failure, type Received } from '../../testing/fake-server.ts'
import { aSession, aSyncRun, withoutStore } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/render-app.tsx'
import { anAccount, aVariantList, orderPapers, someSettings } from '../../testing/settings-fixtures.ts'

const base = {
  'GET /api/settings': someSettings,
  'GET /api/settings/orders': orderPapers,
  'GET /api/account': anAccount(),
  'GET /api/team': { people: [], invitations: [] },
  'GET /api/account/activity': { entries: [], total: 0, page: 1, pageSize: 20 },
  'GET /api/settings/variants': aVariantList([]),
}

describe('The settings:', () => {
  it('G-01 there are five tabs', async () => {
    openApp('/settings', base)
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map((tab) => tab.textContent)).toEqual([
      'Global Settings',
      'Per-Product Settings',
      'Notifications',
      'Billing',
      'Account',
    ])
  })

  it.each([
    ['products', 'Per-Product Settings'],
    ['account', 'Account'],
    ['nonsense', 'Global Settings'],
  ])('G-01 the address ?tab=%s opens %s', async (tab, name) => {
    openApp(`/settings?tab=${tab}`, base)
    expect((await screen.findByRole('tab', { name })).getAttribute('aria-selected')).toBe('true')
  })

  it('G-01 Global Settings opens by default, and ?tab= chooses', async () => {
    const app = openApp('/settings', base)
    expect((await screen.findByRole('tab', { name: 'Global Settings' })).getAttribute('aria-selected')).toBe(
      'true',
    )
    await app.user.click(screen.getByRole('tab', { name: 'Account' }))
    await waitFor(() => expect(app.router.state.location.search).toEqual({ tab: 'account' }))
  })

  it('one button is the main one', async () => {
    openApp('/settings', base)
    await screen.findByRole('button', { name: 'Save order settings' })
    const main = screen.getAllByRole('button').filter(({ dataset }) => dataset.variant === 'filled')
    expect(main.map(({ textContent }) => textContent)).toEqual(['Save'])
  })

  it('G-02 the defaults are shown, and saved as whole numbers', async () => {
    const { server, ...app } = openApp('/settings', {
      ...base,
      'PUT /api/settings': ({ body }: Received) => body,
    })
    const stock = await screen.findByLabelText('Default safety stock')
    expect((stock as HTMLInputElement).value).toBe('5 units')
    await app.user.clear(stock)
    await app.user.fill(screen.getByLabelText('Default lead time'), '21')
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Global settings saved successfully')).toBeDefined()
    expect(server.of('PUT /api/settings')[0]?.body).toEqual({
      defaultSafetyStock: 0,
      defaultLeadTimeDays: 21,
      defaultCoverDays: 30,
      serviceLevel: 0.9,
    })
  })

  it('G-02 999 days are refused, not cut to 365', async () => {
    const { server, ...app } = openApp('/settings', base)
    for (const name of ['Default lead time', 'Days of cover']) {
      const days = await screen.findByLabelText(name)
      await app.user.fill(days, '999')
      await app.user.tab()
      expect((days as HTMLInputElement).value).toBe('999 days')
    }
    expect(screen.getAllByText('At most 365.')).toHaveLength(2)
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    expect(server.of('PUT /api/settings')).toEqual([])
  })

  it('days of cover and how cautious alerts are, are saved with the other defaults', async () => {
    const { server, ...app } = openApp('/settings', {
      ...base,
      'PUT /api/settings': ({ body }: Received) => body,
    })
    await app.user.fill(await screen.findByLabelText('Days of cover'), '45')
    screen.getByRole('slider', { name: 'From quiet to cautious' }).focus()
    await app.user.keyboard('{ArrowRight}')
    expect(screen.getByText(/above 9%/)).toBeDefined()
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Global settings saved successfully')).toBeDefined()
    expect(server.of('PUT /api/settings')[0]?.body).toMatchObject({
      defaultCoverDays: 45,
      serviceLevel: 0.91,
    })
  })

  it('G-02 a failed save says so and keeps what was typed', async () => {
    const app = openApp('/settings', {
      ...base,
      'PUT /api/settings': failure(503, 'internal', 'The database is away.'),
    })
    const stock = await screen.findByLabelText('Default safety stock')
    await app.user.fill(stock, '9')
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Failed to save settings')).toBeDefined()
    expect((stock as HTMLInputElement).value).toBe('9 units')
  })

  it('what stands on orders is saved without the next number, which an order may have taken meanwhile', async () => {
    const { server, ...app } = openApp('/settings', {
      ...base,
      'PUT /api/settings/orders': ({ body }: Received) => ({
        ...orderPapers,
        ...(body as object),
        nextNumber: 52,
      }),
    })
    await app.user.type(await screen.findByLabelText('Address'), 'Lange Straße 12')
    expect(screen.getByText(/^The next order is PO-0051/)).toBeDefined()
    await app.user.click(screen.getByRole('button', { name: 'Save order settings' }))
    expect(await screen.findByText('Order settings saved')).toBeDefined()
    const { nextNumber: _, logo: _logo, ...rest } = orderPapers
    expect(server.of('PUT /api/settings/orders')[0]?.body).toEqual({ ...rest, address: 'Lange Straße 12' })
    expect(screen.getByText(/^The next order is PO-0052/)).toBeDefined()
  })

  it('a next number that is taken is refused beside its field, and what was typed stays', async () => {
    const message = 'Your orders have numbers up to 60. The next one is 61 or more.'
    const app = openApp('/settings', {
      ...base,
      'PUT /api/settings/orders': failure(400, 'invalid_input', message, { field: 'nextNumber' }),
    })
    const next = await screen.findByLabelText('Next number')
    await app.user.fill(next, '60')
    await app.user.type(screen.getByLabelText('Terms'), '30 days')
    await app.user.click(screen.getByRole('button', { name: 'Save order settings' }))
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
    expect(next.getAttribute('aria-invalid')).toBe('true')
    expect((screen.getByLabelText('Terms') as HTMLTextAreaElement).value).toBe('30 days')
  })

  it('G-02 a failed answer can be tried again', async () => {
    let isDown = true
    const app = openApp('/settings', {
      ...base,
      'GET /api/settings': () => (isDown ? failure(500, 'internal', 'Away.') : base['GET /api/settings']),
    })
    expect(await screen.findByText('Failed to load settings')).toBeDefined()
    isDown = false
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByLabelText('Default lead time')).toBeDefined()
  })

  const ofMany = (overridden: number) => ({
    ...base,
    'GET /api/settings/variants': aVariantList([], { counts: { all: 40, overridden } }),
  })

  it('G-02 the defaults are applied to all products after a question with the count, and can be undone', async () => {
    const { server, ...app } = openApp('/settings', {
      ...ofMany(12),
      'POST /api/settings/apply': ({ body }: Received) => ({ ...(body as object), changed: 12, undoId: 3 }),
      'POST /api/settings/changes/3/undo': { restored: 12 },
    })
    const stock = await screen.findByLabelText('Default safety stock')
    await app.user.fill(stock, '8')
    await app.user.click(screen.getByRole('button', { name: 'Apply Global Settings to All Products' }))
    expect(await screen.findByText(/12 products with settings of their own will lose them/)).toBeDefined()
    expect(server.of('POST /api/settings/apply')).toHaveLength(0)
    await app.user.click(screen.getByRole('button', { name: 'Apply to all products' }))
    expect(await screen.findByText('Applied to All Products')).toBeDefined()
    expect(
      screen.getByText(/products now use 8 units of safety stock and 14 days of lead time/),
    ).toBeDefined()
    expect(server.of('POST /api/settings/apply')[0]?.body).toEqual({
      defaultSafetyStock: 8,
      defaultLeadTimeDays: 14,
      defaultCoverDays: 30,
      serviceLevel: 0.9,
    })
    await app.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(/12 products restored to their previous values/)).toBeDefined()
  })

  it('G-02 an apply that fails says so and leaves the question open', async () => {
    const app = openApp('/settings', {
      ...ofMany(1),
      'POST /api/settings/apply': failure(500, 'internal', 'Away.'),
    })
    await app.user.click(await screen.findByRole('button', { name: 'Apply Global Settings to All Products' }))
    await screen.findByText(/1 product with settings of its own will lose them/)
    await app.user.click(screen.getByRole('button', { name: 'Apply to all products' }))
    expect(await screen.findByText('Failed to apply global settings to all products')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Apply to all products' })).toBeDefined()
  })

  it.each([
    ['12', 12],
    ['12.9', 12],
    [7, 7],
    ['', 0],
    ['none', 0],
    [-3, 0],
    [Number.NaN, 0],
  ])('G-02 the text %j is parsed as %d', (typed, value) => {
    expect(parseWholeNumber(typed)).toBe(value)
  })

  it('G-07 a connected store is named, and can be changed', async () => {
    openApp('/settings?tab=account', base)
    expect(await screen.findByText('Connected')).toBeDefined()
    expect(screen.getByText('northfold-coffee.myshopify.com')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Change Store' }).getAttribute('href')).toMatch(
      /^\/connect-shopify/,
    )
  })

  it('G-07 a store that withdrew access can be connected again', async () => {
    const connection = { status: 'needs_reconnect', message: 'Access was revoked.' } as const
    openApp('/settings?tab=account', {
      ...base,
      'GET /api/session': aSession({ merchant: { isConnected: false }, connection }),
    })
    expect(await screen.findByText('Not Connected')).toBeDefined()
    const links = screen.getAllByRole('link', { name: 'Reconnect' })
    expect(links.map((link) => link.getAttribute('href'))).toContain('/connect-shopify')
  })

  it('a sync that failed says why, and can be tried again', async () => {
    const { server, ...app } = openApp('/settings?tab=account', {
      ...base,
      'GET /api/sync': { run: aSyncRun({ kind: 'full', status: 'failed', message: 'Shopify is away.' }) },
      'POST /functions/shopify-sync-inventory': { syncRunId: 2 },
    })
    expect(await screen.findByText('Shopify is away.')).toBeDefined()
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(server.of('POST /functions/shopify-sync-inventory')).toHaveLength(1))
  })

  it('a history of only 60 days is mentioned with its reason', async () => {
    openApp('/settings?tab=account', { ...base, 'GET /api/session': aSession({ orderHistoryDays: 60 }) })
    const words = await screen.findByText(/^Shopify shares the orders of the last 60 days/)
    expect(words.textContent).toContain('older orders need its permission for all orders')
  })

  it('G-07 a store can be connected when there is none', async () => {
    openApp('/settings?tab=account', { ...base, 'GET /api/session': aSession({ merchant: withoutStore }) })
    expect(await screen.findByText('Not Connected')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Connect Store' }).getAttribute('href')).toBe('/connect-shopify')
  })
})
