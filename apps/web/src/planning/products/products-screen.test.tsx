import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { applyEvent } from '../../api/live-events.ts'
import { queryKeys } from '../../api/queries.ts'
import { Answer, failure, type fakeServer } from '../../testing/fake-server.ts'
import { aSession } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/render-app.tsx'
import { aList, aRow } from '../../testing/stock-fixtures.ts'
import { watchDownloads } from '../../testing/watch-downloads.ts'

const open = (replies: Record<string, unknown> = {}, path = '/products') =>
  openApp(path, {
    'GET /api/products': aList([aRow()]),
    ...replies,
  })
const asked = (server: ReturnType<typeof fakeServer>) => server.of('GET /api/products').at(-1)!.query

afterEach(() => {
  vi.useRealTimers()
})

describe('The products page:', () => {
  it('T-01 a row shows stock, average daily sales, days until stockout, status and the day to order by', async () => {
    open()
    const row = (await screen.findByRole('link', { name: 'House Espresso, 1 kg' })).closest('tr')!
    for (const words of [
      'NF-ESP-1000',
      'Low Stock',
      '214',
      '15.2',
      '11',
      '9 to 14',
      'Today',
      '2 days without stock even if you order today',
    ]) {
      expect(within(row).getByText(words)).toBeTruthy()
    }
  })

  it('T-02 a product without sales shows ∞, read aloud as no stockout expected', async () => {
    const none = { projection: { kind: 'no_demand' as const }, daysUntilStockout: 999, averageDailySales: 0 }
    open({ 'GET /api/products': aList([aRow({ ...none, recommendation: null, orderBy: null })]) })
    expect(await screen.findByText('∞')).toBeTruthy()
    expect(screen.getByText('no stockout expected')).toBeTruthy()
    expect(screen.getByText('no sales in 30 days')).toBeTruthy()
    expect(screen.queryByText('999')).toBeNull()
    // Where a row is a block, such as on a phone, what is not known is left out.
    expect(screen.getByText('–').closest('td')?.hasAttribute('data-unknown')).toBe(true)
  })

  it('T-02 days that come from the 30-day average say so', async () => {
    open({ 'GET /api/products': aList([aRow({ daysSource: 'mean' })]) })
    expect(await screen.findByText('30-day average')).toBeTruthy()
  })

  it('the list is sorted by days until stockout, and a click on a head sorts by that column', async () => {
    const { user, server } = open()
    const head = await screen.findByRole('columnheader', { name: 'Days Until Stockout' })
    expect(head.getAttribute('aria-sort')).toBe('ascending')
    await user.click(screen.getByRole('button', { name: 'Avg Daily Sales' }))
    await waitFor(() => expect(asked(server)).toMatchObject({ sort: 'averageDailySales', order: 'desc' }))
    await user.click(screen.getByRole('button', { name: 'Avg Daily Sales' }))
    await waitFor(() => expect(asked(server)).toMatchObject({ sort: 'averageDailySales', order: 'asc' }))
  })

  it('T-01 the search runs on the server once the typing pauses, and is kept in the address', async () => {
    const { user, server, router } = open()
    await user.type(await screen.findByRole('searchbox', { name: 'Search products' }), 'espresso')
    await waitFor(() => expect(asked(server).search).toBe('espresso'))
    expect(router.state.location.search).toEqual({ search: 'espresso' })
    expect(server.of('GET /api/products').map(({ query }) => query.search)).not.toContain('espress')
  })

  it('T-01 an empty result says so and offers a way on', async () => {
    const { user, server, router } = open({ 'GET /api/products': aList([]) }, '/products?search=espreso')
    expect(await screen.findByText('No products found')).toBeTruthy()
    expect(screen.getByText('No title or SKU contains “espreso”.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    await waitFor(() => expect(asked(server).search).toBeUndefined())
    expect(router.state.location.search).toEqual({})
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
  })

  it('T-02 the status filter carries the counts of the whole catalogue', async () => {
    const { user, server } = open()
    await user.click(await screen.findByRole('radio', { name: 'Critical 4' }))
    await waitFor(() => expect(asked(server).status).toBe('critical'))
  })

  it('T-05 a list that cannot be loaded is an error in place', async () => {
    open({ 'GET /api/products': new Answer(403, {}) })
    expect(await screen.findByText('Failed to load products')).toBeTruthy()
  })
})

describe('What the list shows:', () => {
  it('T-02 archived products and drafts have a tag, and a filter once there are some', async () => {
    const rows = [
      aRow({ variantId: 1, title: 'Old', saleStatus: 'archived' }),
      aRow({ variantId: 2, title: 'New' }),
    ]
    const counts = { all: 486, out_of_stock: 3, critical: 4, warning: 7, healthy: 461, off_sale: 11 }
    const { user, server } = open({ 'GET /api/products': aList(rows, { counts }) })
    const row = (await screen.findByRole('link', { name: 'Old' })).closest('tr')!
    expect(within(row).getByText('Archived')).toBeTruthy()
    expect(
      within(screen.getByRole('link', { name: 'New' }).closest('tr')!).queryByText('Archived'),
    ).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'Archived and drafts 11' }))
    await waitFor(() => expect(asked(server).status).toBe('off_sale'))
  })

  it('without any of them there is no such filter', async () => {
    open()
    await screen.findByRole('radio', { name: 'Critical 4' })
    expect(screen.queryByRole('radio', { name: /Archived/ })).toBeNull()
  })

  it('columns can be hidden, and this browser remembers it', async () => {
    const { user } = open()
    const head = await screen.findByRole('columnheader', { name: 'Avg Daily Sales' })
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Avg Daily Sales' }))
    await waitFor(() => expect(head.isConnected).toBe(false))
    expect(screen.queryByText('15.2')).toBeNull()
    expect(localStorage.getItem('stockcast.product-columns')).toBe('["average"]')
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Avg Daily Sales' }))
    expect(await screen.findByText('15.2')).toBeTruthy()
  })

  it.each(['["average"]', '["average","of a later version"]'])(
    'stored columns (%s) are used',
    async (kept) => {
      localStorage.setItem('stockcast.product-columns', kept)
      open()
      await screen.findByText('House Espresso, 1 kg')
      expect(screen.queryByRole('columnheader', { name: 'Avg Daily Sales' })).toBeNull()
      expect(screen.getByRole('columnheader', { name: 'Status' })).toBeTruthy()
    },
  )

  it.each(['{', '7', 'null'])('unreadable stored columns (%s) hide nothing', async (kept) => {
    localStorage.setItem('stockcast.product-columns', kept)
    open()
    expect(await screen.findByRole('columnheader', { name: 'Avg Daily Sales' })).toBeTruthy()
  })
})

describe('T-03 Export CSV', () => {
  it('T-03 saves the same report as a workbook', async () => {
    const { names: saved } = watchDownloads()
    const { user } = open({ 'GET /api/products/export.xlsx': new Response('PK') })
    await screen.findByText('House Espresso, 1 kg')
    await user.choose(screen.getByRole('button', { name: 'Export as' }), 'Excel workbook (XLSX)')
    await waitFor(() => expect(saved).toEqual(['inventory-2026-11-20.xlsx']))
  })

  it('saves all products as inventory-{date}.csv', async () => {
    const { names: saved } = watchDownloads()
    const { user, server } = open({ 'GET /api/products/export.csv': new Response('Product,SKU\n') })
    await screen.findByText('House Espresso, 1 kg')
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(saved).toEqual(['inventory-2026-11-20.csv']))
    expect(server.of('GET /api/products/export.csv')[0]!.authorization).toBe('Bearer token')
  })
})

describe('T-04 Run Forecasts:', () => {
  it('one request forecasts the whole catalogue, and the live events show the progress', async () => {
    const { user, server, queryClient } = open({ 'POST /functions/forecast-stockout': { variants: 486 } })
    await user.click(await screen.findByRole('button', { name: 'Run Forecasts' }))
    expect(await server.bodyOf('POST /functions/forecast-stockout')).toEqual({ merchant_id: 7 })
    act(() => {
      queryClient.setQueryData(queryKeys.forecastProgress, { done: 213, total: 486 })
    })
    expect(await screen.findByRole('button', { name: 'Forecasting 213 of 486' })).toHaveProperty(
      'disabled',
      true,
    )
  })

  it('a failure has the exact words', async () => {
    const { user } = open({ 'POST /functions/forecast-stockout': failure(500, 'internal', 'x') })
    await user.click(await screen.findByRole('button', { name: 'Run Forecasts' }))
    expect(await screen.findByText('Forecast Failed')).toBeTruthy()
    expect(screen.getByText('Some forecasts could not be updated')).toBeTruthy()
  })

  it('a run that fails later says so once, in the same words', async () => {
    const { queryClient } = open()
    await screen.findByRole('button', { name: 'Run Forecasts' })
    act(() => {
      applyEvent(queryClient, { type: 'forecasts', done: 213, total: 486, failed: 273 }, () => undefined)
    })
    expect(await screen.findByText('Forecast Failed')).toBeTruthy()
    expect(screen.getByText('Some forecasts could not be updated')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Run Forecasts' })).toHaveProperty('disabled', false)
    expect(queryClient.getQueryData(queryKeys.failedForecasts)).toBe(0)
  })

  it('a row forecasts only its own product', async () => {
    const { user, server } = open({ 'POST /functions/forecast-stockout': { variants: 1 } })
    await user.choose(
      await screen.findByRole('button', { name: 'Actions for House Espresso, 1 kg' }),
      'Run forecast',
    )
    expect(await server.bodyOf('POST /functions/forecast-stockout')).toEqual({
      merchant_id: 7,
      variant_id: 1,
    })
  })
})

describe('T-05 Sync from Shopify:', () => {
  const run = (status: string, message: string | null = null) => ({
    run: {
      id: 9,
      kind: 'full',
      status,
      phase: status === 'running' ? 'products' : 'done',
      method: 'bulk',
      products: 1,
      variants: 1,
      orders: 1,
      orderLines: 1,
      forecast: { done: 0, total: 0 },
      expected: { variants: null, orders: null },
      startedAt: '2026-11-20T15:30:00.000Z',
      finishedAt: null,
      message,
      messageCode: null,
    },
  })

  it('the list is reloaded 3 s after the sync', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    const { user, server } = open({
      'POST /functions/shopify-sync-inventory': { syncRunId: 9 },
      'GET /api/sync': run('succeeded'),
    })
    await user.click(await screen.findByRole('button', { name: 'Sync from Shopify' }))
    await waitFor(() => expect(server.of('GET /api/sync').length).toBeGreaterThan(0))
    const before = server.of('GET /api/products').length
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(server.of('GET /api/products')).toHaveLength(before)
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    expect(server.of('GET /api/products').length).toBeGreaterThan(before)
  })

  it('a sync that fails says Sync Failed with its reason', async () => {
    const { user } = open({
      'POST /functions/shopify-sync-inventory': { syncRunId: 9 },
      'GET /api/sync': run('failed', 'Shopify did not answer. Your last numbers are from 8:14 AM.'),
    })
    await user.click(await screen.findByRole('button', { name: 'Sync from Shopify' }))
    const inToast = { selector: '[role=alert] *' }
    expect(await screen.findByText('Sync Failed', inToast)).toBeTruthy()
    const reason = 'Shopify did not answer. Your last numbers are from 8:14 AM.'
    expect(screen.getByText(reason, inToast)).toBeTruthy()
  })

  it.each([
    ['disconnected', 'The app was removed from your store.', 'Connect Store'],
    ['needs_reconnect', 'Your store no longer gives us access.', 'Reconnect'],
  ])(
    'a store that is %s cannot be synced, and the reason and the way back are shown',
    async (status, reason, action) => {
      const connection = { status, message: 'Something happened.' }
      const { user, server } = open({ 'GET /api/session': { ...aSession(), connection } })
      const button = await screen.findByRole('button', { name: 'Sync from Shopify' })
      expect(button).toHaveProperty('disabled', true)
      const described = document.getElementById(button.getAttribute('aria-describedby') ?? '')!
      expect(described.textContent).toBe(`${reason} ${action}`)
      await user.click(button)
      expect(server.of('POST /functions/shopify-sync-inventory')).toHaveLength(0)
      const link = within(described).getByRole('link', { name: action })
      expect(link.getAttribute('href')).toMatch(/^\/connect-shopify/)
    },
  )

  it('a sync that cannot start says Sync Failed', async () => {
    const { user } = open({
      'POST /functions/shopify-sync-inventory': failure(502, 'upstream_failed', 'No answer.'),
    })
    await user.click(await screen.findByRole('button', { name: 'Sync from Shopify' }))
    expect(await screen.findByText('Sync Failed')).toBeTruthy()
  })
})
