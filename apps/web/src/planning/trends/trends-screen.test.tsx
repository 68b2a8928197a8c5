import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { failure } from '../../testing/fake-server.ts'
import { openApp } from '../../testing/render-app.tsx'
import { aRanking, aTrendProduct, someTrends } from '../../testing/trend-fixtures.ts'
import { watchDownloads } from '../../testing/watch-downloads.ts'

const open = (replies: Record<string, unknown> = {}, path = '/trends?period=7') =>
  openApp(path, {
    'GET /api/trends': someTrends(),
    'GET /api/trends/products': aRanking([aTrendProduct()]),
    ...replies,
  })

const region = (name: string) => screen.findByRole('region', { name })

const toCells = (table: HTMLElement) =>
  Array.from((table as HTMLTableElement).rows, (row) => Array.from(row.cells, (cell) => cell.textContent))

describe('The trends:', () => {
  it('L-01 units sold, days of cover, stockouts and expected lost sales are shown over 7, 14, 30 or 90 days', async () => {
    const { user, server } = open()
    for (const name of ['Units sold', 'Days of cover', 'Stockouts', 'Expected lost sales']) {
      expect(await region(name)).toBeTruthy()
    }
    expect(screen.getByText('+10% on the 7 days before')).toBeTruthy()
    expect(screen.getByText('Next 7 days: 3,150 units, likely 2,900 to 3,400')).toBeTruthy()
    expect(screen.getByText('3 now, 9 by Nov 26 if nothing is ordered')).toBeTruthy()
    expect(screen.getByText('$1,234 in the next 7 days')).toBeTruthy()
    const periods = screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)
    expect(periods).toEqual(['7', '14', '30', '90'])
    await user.click(screen.getByRole('radio', { name: '90 days' }))
    await waitFor(() => expect(server.of('GET /api/trends').at(-1)!.query.period).toBe('90'))
  })

  it('each chart says its finding, and is a table with the same numbers', async () => {
    const { user } = open()
    const stockouts = within(await region('Stockouts'))
    const finding = 'Stockouts, whole shop. 3 now, 9 by Nov 26 if nothing is ordered'
    expect(await stockouts.findByRole('img', { name: finding })).toBeTruthy()
    await user.click(stockouts.getByRole('button', { name: 'Show as table: Stockouts' }))
    expect(toCells(stockouts.getByRole('table', { name: 'Stockouts' }))).toEqual([
      ['Day', 'So far', 'Expected', 'From almost surely out to possibly out'],
      ['Fri, Nov 13', '–', '–', '–'],
      ['Sat, Nov 14', '–', '–', '–'],
      ['Sun, Nov 15', '–', '–', '–'],
      ['Mon, Nov 16', '–', '–', '–'],
      ['Tue, Nov 17', '1', '–', '–'],
      ['Wed, Nov 18', '2', '–', '–'],
      ['Thu, Nov 19', '3', '–', '–'],
      ['Today', '–', '3', '3 to 5'],
      ['Sat, Nov 21', '–', '4', '3 to 6'],
      ['Sun, Nov 22', '–', '5', '3 to 7'],
      ['Mon, Nov 23', '–', '6', '3 to 8'],
      ['Tue, Nov 24', '–', '7', '3 to 9'],
      ['Wed, Nov 25', '–', '8', '3 to 10'],
      ['Thu, Nov 26', '–', '9', '3 to 11'],
    ])
    await user.click(stockouts.getByRole('button', { name: 'Show as chart: Stockouts' }))
    expect(await stockouts.findByRole('img', { name: finding })).toBeTruthy()
  })

  it('T-03 each chart can be saved with the same numbers, unknown ones empty', async () => {
    const { user } = open()
    const { blobs, names } = watchDownloads()
    await user.click(await screen.findByRole('button', { name: 'Download CSV: Days of cover' }))
    expect(names).toEqual(['trends-days-of-cover-7-days-2026-11-20.csv'])
    const lines = (await blobs[0]!.text()).split('\r\n')
    expect(lines[0]).toBe('day,actual,likely,low,high')
    expect(lines[1]).toBe('2026-11-13,,,,')
    expect(lines[7]).toBe('2026-11-19,34,,,')
    expect(lines[8]).toBe('2026-11-20,,33,32,34')
    expect(lines).toHaveLength(16)
  })

  it('one product has its own trends, with a link back to the whole shop', async () => {
    const variant = {
      variantId: 1,
      title: 'House Espresso, 1 kg',
      sku: 'NF-ESP-1000',
      isTracked: true,
      hasPrice: true,
    }
    const { user, server, router } = open({
      'GET /api/trends': ({ query }: { query: Record<string, string> }) =>
        query.variantId === '1' ? someTrends({ variant, totals: { outOfStock: 0 } }) : someTrends(),
    })
    await user.click(await screen.findByRole('link', { name: 'House Espresso, 1 kg' }))
    expect(await screen.findByRole('link', { name: 'Open product' })).toBeTruthy()
    expect(server.of('GET /api/trends').at(-1)!.query).toEqual({ period: '7', variantId: '1' })
    await user.click(screen.getByRole('link', { name: 'Whole shop' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ period: '7' }))
  })

  it('unknown figures are explained, not drawn', async () => {
    const empty = someTrends({
      ahead: [],
      totals: {
        unitsAhead: null,
        daysOfCover: null,
        outOfStock: null,
        expectedLostSales: null,
        daysKnown: 0,
      },
    })
    const history = empty.history.map((day) => ({
      ...day,
      daysOfCover: null,
      outOfStock: null,
      expectedLostSales: null,
    }))
    open({ 'GET /api/trends': { ...empty, history } })
    const cover = within(await region('Days of cover'))
    expect(cover.getByText('Stock is recorded from the first sync on.')).toBeTruthy()
    expect(cover.queryByRole('img')).toBeNull()
    expect(
      within(await region('Expected lost sales')).getByText(/computed with the first forecast/),
    ).toBeTruthy()
    expect(screen.getByText('stock is not known')).toBeTruthy()
  })

  it('a failed answer is an error in place that can be tried again', async () => {
    let isBroken = true
    const { user } = open({
      'GET /api/trends': () => (isBroken ? failure(500, 'internal', 'Something went wrong.') : someTrends()),
    })
    expect(await screen.findByText('Failed to load trends')).toBeTruthy()
    isBroken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await region('Units sold')).toBeTruthy()
  })

  it('a deleted product says so', async () => {
    open({ 'GET /api/trends': failure(404, 'not_found', 'x') }, '/trends?variantId=9')
    expect(await screen.findByText('This product is not in your store')).toBeTruthy()
  })
})

describe('The ranking', () => {
  it('has the figures of each product, with a dash for unknown ones', async () => {
    const unknown = { daysOfCover: null, daysKnown: 0, expectedLostSales: null, unitsSoldBefore: 0 }
    const rows = [aTrendProduct(), aTrendProduct({ variantId: 2, title: 'Voucher', sku: null, ...unknown })]
    open({ 'GET /api/trends/products': aRanking(rows) })
    const table = await screen.findByRole('table', { name: 'Products over the period' })
    expect(toCells(table).slice(1)).toEqual([
      ['House Espresso, 1 kgNF-ESP-1000', '120', '+25%', '4', '2 of 5 known', '$640'],
      ['Voucher', '120', 'new', '–', '–', '–'],
    ])
  })

  it('is sorted by a click on a head and searched by the server', async () => {
    const { user, server } = open()
    const head = await screen.findByRole('columnheader', { name: 'Units sold' })
    expect(head.getAttribute('aria-sort')).toBe('descending')
    const asked = () => server.of('GET /api/trends/products').at(-1)!.query
    await user.click(screen.getByRole('button', { name: 'Expected lost sales' }))
    await waitFor(() => expect(asked()).toMatchObject({ sort: 'expectedLostSales', order: 'desc' }))
    await user.type(screen.getByRole('searchbox', { name: 'Search products' }), 'filter')
    await waitFor(() => expect(asked()).toMatchObject({ search: 'filter', sort: 'expectedLostSales' }))
  })

  it('T-03 can be saved with all products in the order of the screen', async () => {
    const { user, server } = open({ 'GET /api/trends/products.csv': new Response('Product\r\n') })
    const { names } = watchDownloads()
    await screen.findByRole('table', { name: 'Products over the period' })
    await user.click(screen.getByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(names).toEqual(['trends-7-days-2026-11-20.csv']))
    expect(server.of('GET /api/trends/products.csv')[0]!.query).toEqual({
      period: '7',
      sort: 'unitsSold',
      order: 'desc',
    })
  })
})
