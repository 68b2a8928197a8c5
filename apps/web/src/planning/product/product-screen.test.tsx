import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { somePlans } from '../../testing/action-fixtures.ts'
import { failure, fakeServer } from '../../testing/fake-server.ts'
import { aSession } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/render-app.tsx'
import { aDetail, aForecast, noEvidence } from '../../testing/stock-fixtures.ts'

const emptyCalendar = { today: '2026-11-20', events: [] as object[] }

function open(
  detail: unknown,
  path = '/products/1',
  session = aSession(),
  calendar = emptyCalendar,
  plans = somePlans(),
) {
  return openApp(path, {
    'GET /api/session': session,
    'GET /api/products/1': detail,
    'GET /api/variants/1/plans': plans,
    'GET /api/calendar': calendar,
  })
}
const figure = async (name: string) => (await screen.findByText(name)).parentElement!

describe('The product page:', () => {
  it('the answer comes first, then five figures', async () => {
    open(aDetail())
    expect(await screen.findByRole('heading', { level: 1, name: 'House Espresso, 1 kg' })).toBeTruthy()
    expect(screen.getByText('17 of 20').closest('p')!.textContent).toBe(
      'In 17 of 20 futures this runs out before an order placed today arrives. Order 792 today and expect about 2 days out of stock.',
    )
    expect((await figure('Current Stock')).textContent).toContain('3 committed, 0 on the way')
    expect((await figure('Avg Daily Sales')).textContent).toContain('15.2')
    expect((await figure('Days Until Stockout')).textContent).toContain('9 to 14 in 8 of 10 cases')
    expect((await figure('Runs out in lead time')).textContent).toContain('84%')
    expect((await figure('Order by')).textContent).toContain('the safe date was Nov 15')
  })

  it('what was received and is not in the store yet is named by order, and beside the stock', async () => {
    const { row } = aDetail()
    const notInStore = [
      { orderId: 12, number: 'PO-0012', counted: 24, lapsed: 0 },
      { orderId: 9, number: 'PO-0009', counted: 0, lapsed: 6 },
    ]
    const { user } = open({ ...aDetail(), row: { ...row, notInStore: 24 }, notInStore })
    expect(await screen.findByText('24 received, not in your store yet.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'PO-0012' }).getAttribute('href')).toBe('/order/orders/12')
    expect((await figure('Current Stock')).textContent).toContain('0 on the way, 24 received, not in your')
    expect(screen.getByText(/^6 units of PO-0009 came more than 7 days ago/)).toBeTruthy()
    const server = fakeServer({ 'POST /api/purchase-orders/9/not-in-store': failure(409, 'conflict', 'No.') })
    await user.click(screen.getByRole('button', { name: 'Count them again' }))
    await waitFor(() => expect(server.of('POST /api/purchase-orders/9/not-in-store')).toHaveLength(1))
  })

  it('its supplier and its orders are named: on the way, late, and drafts', async () => {
    const order = { status: 'ordered', supplierName: 'Altura Roasting', units: 60, isLate: false } as const
    const plans = somePlans({
      purchaseOrders: [
        { ...order, id: 4, number: 'PO-0004', unitsLeft: 36, expectedOn: '2026-11-10', isLate: true },
        { ...order, id: 5, number: 'PO-0005', unitsLeft: 60, expectedOn: '2026-12-03' },
        { ...order, id: 6, number: 'PO-0006', unitsLeft: 12, units: 12, expectedOn: null, status: 'draft' },
      ],
    })
    open(aDetail(), '/products/1', aSession(), emptyCalendar, plans)
    const supplier = await screen.findByRole('link', { name: 'Altura Roasting' })
    expect(supplier.getAttribute('href')).toBe('/order/suppliers/3')
    const late = (await screen.findByRole('link', { name: 'PO-0004' })).closest('li')!
    expect(late.textContent).toBe('PO-0004: 36 expected Nov 10Altura Roasting, late, 24 of 60 arrived')
    expect(screen.getByText('Altura Roasting, on the way')).toBeTruthy()
    expect(screen.getByText('Altura Roasting, not sent yet')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Order 792 of House Espresso, 1 kg' })).toBeTruthy()
    expect(screen.queryByText('No open orders, and alerts are on.')).toBeNull()
  })

  it('a draft that covers the order is named and leads to it', async () => {
    open(aDetail({ inDraft: { orderId: 7, number: 'PO-0007', units: 792 } }))
    expect((await screen.findByText('17 of 20')).closest('p')!.textContent).toBe(
      'In 17 of 20 futures this runs out before an order placed today arrives. A draft of 792 is waiting. Place the draft today and expect about 2 days out of stock.',
    )
    const link = screen.getByRole('link', { name: 'A draft of 792 is waiting' })
    expect(link.getAttribute('href')).toBe('/order/orders/7')
  })

  it('a draft of fewer units is named beside what to order', async () => {
    open(aDetail({ inDraft: { orderId: 7, number: 'PO-0007', units: 100 } }))
    expect((await screen.findByText('17 of 20')).closest('p')!.textContent).toContain(
      'A draft of 100 is waiting. Order 792 today',
    )
  })

  it('both charts say their findings and share one horizon', async () => {
    const { user, router } = open(aDetail())
    expect(
      await screen.findByRole('img', { name: /^Projected stock of House Espresso, 1 kg: runs out/ }),
    ).toBeTruthy()
    expect(screen.getByRole('img', { name: /Next 30 days: 572 units, likely 466 to 679/ })).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: /^90/ }))
    expect(
      await screen.findByRole('img', { name: /Next 90 days: 1,680 units, likely 1,389 to 1,971/ }),
    ).toBeTruthy()
    expect(router.state.location.search).toEqual({ horizon: '90' })
  })

  it('the numbers of the charts are in a table', async () => {
    open(aDetail())
    const table = await screen.findByRole('table', { name: 'Expected demand' })
    const cells = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent))
    expect(cells).toContainEqual(['7 days', '125', '95 to 156', '<1%'])
    expect(cells).toContainEqual(['30 days', '572', '466 to 679', '>99%'])
  })

  it('F-03 the sliders begin with the quantity of the page, change the answers at once, and Reset restores them', async () => {
    const { user } = open(aDetail())
    const restock = await screen.findByRole('slider', { name: 'Restock takes' })
    expect(screen.getByRole('slider', { name: 'Order' }).getAttribute('aria-valuenow')).toBe('792')
    const panel = restock.closest('section')!
    const before = within(panel).getByText('Days without stock').nextElementSibling!.textContent
    restock.focus()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(within(panel).getByText('17 days')).toBeTruthy()
    expect(restock.getAttribute('aria-valuetext')).toBe('17 days')
    await waitFor(() =>
      expect(within(panel).getByText('Days without stock').nextElementSibling!.textContent).not.toBe(before),
    )
    await user.click(within(panel).getByRole('button', { name: 'Reset' }))
    await waitFor(() =>
      expect(within(panel).getByText('Days without stock').nextElementSibling!.textContent).toBe(before),
    )
  })

  it('the sliders of an assembly say that its parts keep their plan, and lead to them', async () => {
    const parts = {
      kind: 'assembly',
      makeDays: 1,
      canMake: 5,
      isIncomplete: false,
      limitedBy: null,
      firstOut: null,
    }
    open(aDetail({ bundle: { ...parts, parts: [] } as never }))
    const link = await screen.findByRole('link', { name: 'Its parts' })
    expect(link.parentElement!.textContent).toBe(
      'Its parts keep their plan here, until you save the demand as a forecast change.',
    )
    expect(document.querySelector(link.getAttribute('href')!)!.textContent).toBe('Parts')
  })

  it('a sale is shown and announced, and leaves the sliders, the focus and the horizon unchanged', async () => {
    let stock = 214
    const { user, queryClient } = open(
      () => aDetail({ row: { currentStock: stock } }),
      '/products/1?horizon=90',
    )
    expect(within(await figure('Current Stock')).getByText('214')).toBeTruthy()
    expect(screen.queryByText(/^Stock is now/)).toBeNull()
    const restock = screen.getByRole('slider', { name: 'Restock takes' })
    restock.focus()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    stock = 209
    await act(() => queryClient.invalidateQueries({ queryKey: ['product'] }))
    const changed = within(await figure('Current Stock')).getByText('209')
    expect(changed.hasAttribute('data-changed')).toBe(true)
    expect(screen.getByText('Stock is now 209 units, 11 days until stockout.').getAttribute('role')).toBe(
      'status',
    )
    expect(document.activeElement).toBe(restock)
    expect(screen.getByText('16 days')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^90/ }).checked).toBe(true)
  })

  it('past forecasts are compared with what happened and with the 30-day average', async () => {
    open(aDetail())
    const section = (await screen.findByRole('heading', { name: 'Past accuracy' })).closest('section')!
    expect(section.textContent).toContain(
      '11 of 12 past forecasts fell inside the range. Off by 14% over 14 days; the plain 30-day average was off by 19%.',
    )
  })

  it('the forecast is taken apart, and a move overnight has its sentence', async () => {
    open(
      aDetail({
        move: {
          answer: 'days_until_stockout',
          since: '2026-11-19',
          days: -6,
          cause: { input: 'dailyDemand', from: 13.1, to: 19.4, part: { part: 'recent', units: 150 } },
        },
      }),
    )
    const section = (await screen.findByRole('heading', { name: 'Why these numbers' })).closest('section')!
    expect(section.textContent).toContain(
      'Runs out 6 days sooner than yesterday, mostly because the forecast rose from 13.1 to 19.4 a day after the latest sales.',
    )
    const parts = screen.getByRole('heading', { name: 'What the forecast is made of' }).closest('section')!
    const table = within(parts).getByRole('table', { name: /^Units in 30 days from/ })
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => [row.children[0]!.textContent, row.children[2]!.textContent])
    expect(rows).toEqual([
      ['Level of past sales', '541'],
      ['Days out of stock', '+25'],
      ['Latest weeks', '+31'],
      ['Time of year', '−19'],
      ['Weekdays', '+5'],
      ['Expected', '583'],
    ])
    expect(parts.textContent).toContain('7 fewer because past forecasts were too high.')
  })

  it('a history of only 60 days is among the reasons', async () => {
    open(aDetail(), '/products/1', aSession({ orderHistoryDays: 60 }))
    const section = (await screen.findByRole('heading', { name: 'Why these numbers' })).closest('section')!
    expect(section.textContent).toContain('Sales from the last 60 days before you connected')
    expect(section.textContent).toContain('Shopify shares older orders only with its permission')
  })

  it('too little data is drawn without an invented line', async () => {
    open(
      aDetail({
        forecast: aForecast({
          basis: 'too_little_data',
          accuracy: null,
          evidence: { ...noEvidence, daysOfHistory: 9 },
        }),
      }),
    )
    expect(await screen.findByRole('img', { name: /^9 of 28 days of sales so far/ })).toBeTruthy()
    expect(screen.queryByRole('slider', { name: 'Demand' })).toBeNull()
    expect(screen.getByText('No projection yet')).toBeTruthy()
  })

  it('a product that does not exist says so and leads back', async () => {
    open(failure(404, 'not_found', 'No such product.'))
    expect(await screen.findByText('This product is not in your store')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Product not found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All products' })).toBeTruthy()
  })

  it('a failure says what failed', async () => {
    open(failure(403, 'forbidden', 'Not allowed.'))
    expect(await screen.findByText('Failed to load product')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Product' })).toBeTruthy()
  })
})
