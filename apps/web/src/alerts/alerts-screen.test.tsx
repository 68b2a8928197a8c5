import type { Alert } from '@stockcast/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Answer, failure } from '../testing/fake-server.ts'
import { aSession, NOW } from '../testing/fixtures.ts'
import { theNotifications } from '../testing/notification-fixtures.ts'
import { openApp } from '../testing/render-app.tsx'
import { anAlert } from '../testing/stock-fixtures.ts'

const listOf = (alerts: Alert[], total = alerts.length) => ({ alerts, total, page: 1, pageSize: 50 })

const open = (replies: Record<string, unknown>, path = '/alerts') =>
  openApp(path, {
    'GET /api/snoozes': { snoozes: [] },
    'GET /api/notifications': theNotifications(),
    ...replies,
  })

describe('The alert history:', () => {
  it('offers a daily mail of alerts while nothing is sent, and one press starts it', async () => {
    const offered = { ...theNotifications(), isOffered: true }
    const saved = theNotifications({
      email: { isOn: true, timing: 'daily', address: 'owner@northfold.test' },
    })
    const { server, user } = open({
      'GET /api/alerts': listOf([anAlert()]),
      'GET /api/notifications': offered,
      'POST /api/notifications/offer': saved,
    })
    expect(await screen.findByText('Send these to owner@northfold.test?')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Send a daily email' }))
    expect(await screen.findByText('Alerts come by email once a day')).toBeTruthy()
    expect(server.bodies('POST /api/notifications/offer')).toEqual([{ isAccepted: true }])
    expect(screen.queryByText(/^Send these to/)).toBeNull()
  })

  it('an offer that is declined disappears', async () => {
    const { server, user } = open({
      'GET /api/alerts': listOf([anAlert()]),
      'GET /api/notifications': { ...theNotifications(), isOffered: true },
      'POST /api/notifications/offer': theNotifications(),
    })
    await user.click(await screen.findByRole('button', { name: 'No, thanks' }))
    await waitFor(() => expect(screen.queryByText(/^Send these to/)).toBeNull())
    expect(server.of('POST /api/notifications/offer')[0]!.body).toEqual({ isAccepted: false })
  })

  it('offers no mail where no alert is open, nor to sample data', async () => {
    const offered = { ...theNotifications(), isOffered: true }
    const resolved = anAlert({
      resolved: true,
      resolvedAt: NOW,
      resolvedBy: 'merchant',
      recommendation: null,
    })
    open({ 'GET /api/alerts': listOf([resolved]), 'GET /api/notifications': offered })
    await screen.findByText('1 alert')
    expect(screen.queryByText(/^Send these to/)).toBeNull()
    cleanup()
    open({
      'GET /api/alerts': listOf([anAlert()]),
      'GET /api/notifications': offered,
      'GET /api/session': aSession({ merchant: { isDemo: true } }),
    })
    await screen.findByText('1 alert')
    expect(screen.queryByText(/^Send these to/)).toBeNull()
  })

  it('R-01 both filters default to all, and the listed alerts are counted', async () => {
    const { server } = open({ 'GET /api/alerts': listOf([anAlert(), anAlert({ id: 2 })]) })
    expect(await screen.findByText('2 alerts')).toBeTruthy()
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveProperty('value', 'All Alerts')
    expect(screen.getByRole('combobox', { name: 'Type' })).toHaveProperty('value', 'All Types')
    expect(server.of('GET /api/alerts')[0]!.query).toMatchObject({ status: 'all', type: 'all' })
  })

  it('the line under the title says how current the stock is', async () => {
    open({ 'GET /api/alerts': listOf([anAlert()]) })
    const time = await screen.findByText('10:32 AM')
    expect(time.parentElement?.textContent).toMatch(/ Stock as of 10:32 AM\.$/)
  })

  it('R-01 a chosen filter goes into the address and to the server', async () => {
    const { server, user, router } = open({ 'GET /api/alerts': listOf([anAlert()]) })
    await user.choose(await screen.findByRole('combobox', { name: 'Status' }), 'Resolved Only')
    await user.choose(screen.getByRole('combobox', { name: 'Type' }), 'Low Stock')
    await waitFor(() =>
      expect(server.of('GET /api/alerts').at(-1)!.query).toMatchObject({
        status: 'resolved',
        type: 'low_stock',
      }),
    )
    expect(router.state.location.search).toMatchObject({ status: 'resolved', type: 'low_stock' })
  })

  it('R-01 search and order go into the address and to the server, and a search without a match says so', async () => {
    const { server, user, router } = open({ 'GET /api/alerts': listOf([]) })
    await user.type(await screen.findByRole('searchbox', { name: 'Search alerts' }), 'guji')
    await user.choose(screen.getByRole('combobox', { name: 'Order' }), 'Runs out first')
    await waitFor(() =>
      expect(server.of('GET /api/alerts').at(-1)!.query).toMatchObject({ search: 'guji', sort: 'stockout' }),
    )
    expect(router.state.location.search).toMatchObject({ search: 'guji', sort: 'stockout' })
    expect(await screen.findByText('No product with this name or SKU has such an alert.')).toBeTruthy()
  })

  it('R-04 several alerts are resolved with one press', async () => {
    const alerts = [
      anAlert(),
      anAlert({ id: 2, variantId: 2, title: 'Kettle' }),
      anAlert({ id: 3, variantId: 3 }),
    ]
    const { server, user } = open({
      'GET /api/alerts': listOf(alerts),
      'POST /api/alerts/resolve': { resolved: 2 },
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Select all 3 open alerts shown' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Kettle' }))
    expect(screen.getByText('2 alerts selected')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Resolve 2 alerts' }))
    expect(await screen.findByText('2 alerts resolved')).toBeTruthy()
    expect(server.of('POST /api/alerts/resolve')[0]!.body).toEqual({ alertIds: [1, 3] })
    expect(screen.queryByRole('button', { name: /^Resolve/ })).toBeNull()
  })

  it('R-02 a row shows product, type, SKU, stock, time, days and recommendation', async () => {
    open({ 'GET /api/alerts': listOf([anAlert()]) })
    const row = (await screen.findByRole('link', { name: 'House Espresso, 1 kg' })).closest('li')!
    for (const words of [
      'Stockout Risk',
      '2 days without stock even if you order today',
      'NF-ESP-1000',
      '214 units',
      'Friday, November 20, 2026 at 6:02 AM',
      'Order 792 today. Runs out Nov 29 to Dec 4.',
    ]) {
      expect(within(row).getByText(words)).toBeTruthy()
    }
    expect(row.textContent).toContain('11 (9 to 14)')
    expect(within(row).getByRole('button', { name: /^Mark Resolved/ })).toBeTruthy()
  })

  it('R-02 a product with both kinds of alert appears once, with the figures and button of each', async () => {
    const low = anAlert({
      id: 2,
      type: 'low_stock',
      meta: { daysUntilStockout: 3, daysLow: 2, daysHigh: 5, recommendation: 'Order 40 today.' },
    })
    const { user, server } = open({
      'GET /api/alerts': listOf([anAlert(), low, anAlert({ id: 3, variantId: 2, title: 'Kettle' })]),
      'POST /api/alerts/2/resolve': { ...low, resolved: true },
    })
    const product = (await screen.findByRole('link', { name: 'House Espresso, 1 kg' })).closest('li')!
    const once = ['NF-ESP-1000', '214 units', '2 days without stock even if you order today']
    for (const words of once) expect(within(product).getAllByText(words)).toHaveLength(1)
    expect(within(product).getAllByRole('button', { name: /^Actions for/ })).toHaveLength(1)
    const [risk, lowRow] = within(product).getAllByRole('listitem')
    expect(within(risk!).getByText('Stockout Risk')).toBeTruthy()
    expect(risk!.textContent).toContain('11 (9 to 14)')
    expect(within(lowRow!).getByText('Low Stock')).toBeTruthy()
    expect(lowRow!.textContent).toContain('3 (2 to 5)')
    expect(within(lowRow!).getByText('Order 40 today.')).toBeTruthy()
    expect(screen.getByText('3 alerts')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /^Mark Resolved/ })).toHaveLength(3)
    await user.click(within(lowRow!).getByRole('button', { name: /^Mark Resolved: Low Stock/ }))
    await waitFor(() => expect(server.of('POST /api/alerts/2/resolve')).toHaveLength(1))
    expect(server.of('POST /api/alerts/1/resolve')).toHaveLength(0)
  })

  it('a product with an open alert is ordered from here, unless a draft has it already', async () => {
    open({
      'GET /api/alerts': listOf([
        anAlert({ meta: { orderQuantity: 792 } }),
        anAlert({
          id: 2,
          variantId: 2,
          title: 'Mug',
          inDraft: { orderId: 7, number: 'PO-0007', units: 168 },
        }),
        anAlert({ id: 3, variantId: 3, title: 'Kettle', meta: { orderQuantity: 12 }, resolved: true }),
      ]),
    })
    expect(await screen.findByRole('button', { name: 'Order 792 of House Espresso, 1 kg' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'A draft of 168 is waiting' }).getAttribute('href')).toBe(
      '/order/orders/7',
    )
    expect(screen.queryByRole('button', { name: /of Kettle$/ })).toBeNull()
  })

  it('R-02 what both alerts of a product recommend is said once', async () => {
    open({ 'GET /api/alerts': listOf([anAlert(), anAlert({ id: 2, type: 'low_stock' })]) })
    const product = (await screen.findByRole('link', { name: 'House Espresso, 1 kg' })).closest('li')!
    for (const words of ['Order 792 today. Runs out Nov 29 to Dec 4.', 'Days until stockout']) {
      expect(within(product).getAllByText(words)).toHaveLength(1)
    }
    expect(within(product).getAllByRole('button', { name: /^Mark Resolved/ })).toHaveLength(2)
  })

  it('R-02 an alert of a deleted product shows Unknown Product with SKU N/A', async () => {
    open({ 'GET /api/alerts': listOf([anAlert({ title: null, sku: null, currentStock: null })]) })
    expect(await screen.findByRole('link', { name: 'Unknown Product' })).toBeTruthy()
    expect(screen.getByText('N/A')).toBeTruthy()
  })

  it('R-02 W-04 a resolved alert has its badge, who resolved it and why, and no button', async () => {
    const closed = { resolved: true, resolvedAt: '2026-11-13T15:00:00.000Z' }
    open({
      'GET /api/alerts': listOf([
        anAlert({
          ...closed,
          resolvedBy: 'system',
          resolvedReason: 'In other words.',
          resolvedCause: { code: 'incoming', units: 900 },
        }),
        anAlert({ ...closed, id: 2, resolvedBy: 'merchant' }),
        anAlert({ ...closed, id: 3, resolvedBy: 'system', resolvedReason: null }),
        anAlert({
          ...closed,
          id: 4,
          resolvedBy: 'merchant',
          resolvedReason: 'Ordered 792, expected Dec 4.',
          recommendation: null,
        }),
      ]),
    })
    expect(await screen.findByText('Closed by itself on Nov 13: 900 units are on the way.')).toBeTruthy()
    expect(screen.getByText('Resolved by you on Nov 13.')).toBeTruthy()
    expect(screen.getByText('Closed by itself on Nov 13.')).toBeTruthy()
    expect(screen.getByText('Resolved by you on Nov 13. Ordered 792, expected Dec 4.')).toBeTruthy()
    expect(screen.getAllByText('Resolved')).toHaveLength(4)
    expect(screen.queryByRole('button', { name: /^(Mark Resolved|Actions for)/ })).toBeNull()
  })

  it.each([
    { path: '/alerts?status=active', hint: 'Great! No active alerts at the moment.' },
    {
      path: '/alerts?status=resolved',
      hint: 'Alerts will appear here when inventory levels are low',
    },
    { path: '/alerts', hint: 'Alerts will appear here when inventory levels are low' },
  ])('R-03 an empty list at $path has its own text', async ({ path, hint }) => {
    open({ 'GET /api/alerts': listOf([]) }, path)
    expect(await screen.findByText('No alerts found')).toBeTruthy()
    expect(screen.getByText(hint)).toBeTruthy()
  })

  it('R-03 a list that is loading says so', async () => {
    open({ 'GET /api/alerts': () => new Promise(() => undefined) })
    expect((await screen.findAllByText('Loading alerts...')).length).toBeGreaterThan(0)
  })

  it('R-04 Mark Resolved resolves the alert, says so and reloads the list', async () => {
    let isResolved = false
    const { user, server } = open({
      'GET /api/alerts': () =>
        listOf([
          anAlert(
            isResolved
              ? { resolved: true, resolvedBy: 'merchant', resolvedAt: '2026-11-20T15:32:00.000Z' }
              : {},
          ),
        ]),
      'POST /api/alerts/1/resolve': () => {
        isResolved = true
        return anAlert({ resolved: true, resolvedBy: 'merchant' })
      },
    })
    await user.click(await screen.findByRole('button', { name: /^Mark Resolved/ }))
    expect(await screen.findByText('Alert Resolved')).toBeTruthy()
    expect(await screen.findByText('Resolved by you on Nov 20.')).toBeTruthy()
    expect(server.of('POST /api/alerts/1/resolve')).toHaveLength(1)
  })

  it('R-04 Mark Resolved is saved at once, and its undo raises the alert again', async () => {
    const { user, server } = open({
      'GET /api/alerts': listOf([anAlert()]),
      'POST /api/alerts/1/resolve': anAlert({ resolved: true, resolvedBy: 'merchant' }),
      'POST /api/alerts/resolve/undo': { raised: 1 },
    })
    await user.click(await screen.findByRole('button', { name: /^Mark Resolved/ }))
    expect(server.of('POST /api/alerts/1/resolve')).toHaveLength(1)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await server.bodyOf('POST /api/alerts/resolve/undo')).toEqual({ alertIds: [1] })
  })

  it('R-04 a failure is shown, and the alert stays open', async () => {
    const { user } = open({
      'GET /api/alerts': listOf([anAlert()]),
      'POST /api/alerts/1/resolve': failure(409, 'conflict', 'This alert is already resolved.'),
    })
    await user.click(await screen.findByRole('button', { name: /^Mark Resolved/ }))
    expect(await screen.findByText('Failed to resolve alert')).toBeTruthy()
    expect(screen.getByText('This alert is already resolved.')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Mark Resolved/ })).toBeTruthy()
  })

  it('R-04 alerts that cannot be loaded are an error in place with Try again', async () => {
    open({ 'GET /api/alerts': new Answer(403, {}) })
    expect(await screen.findByText('Failed to load alerts')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it('a long list has pages', async () => {
    const { user, server } = open({ 'GET /api/alerts': listOf([anAlert()], 120) })
    await user.click(await screen.findByRole('button', { name: 'Next' }))
    await waitFor(() => expect(server.of('GET /api/alerts').at(-1)!.query.page).toBe('2'))
  })
})
