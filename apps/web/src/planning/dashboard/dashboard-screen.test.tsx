import type { SyncRun } from '@stockcast/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { failure } from '../../testing/fake-server.ts'
import { aSession, aSyncRun, NOW } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/render-app.tsx'
import { aDashboard, anAlert, anAttention, anEmptyDashboard } from '../../testing/stock-fixtures.ts'

const aDraftLine = { orderId: 7, number: 'PO-0007', lineId: 31, supplierName: 'Altura Roasting' }

const open = (
  dashboard: unknown,
  session = aSession(),
  run: SyncRun | null = null,
  replies: Record<string, unknown> = {},
) =>
  openApp('/dashboard', {
    'GET /api/session': session,
    'GET /api/dashboard': dashboard,
    'GET /api/sync': { run },
    'POST /functions/shopify-sync-inventory': { syncRunId: 2 },
    ...replies,
  })
const heading = () => screen.findByRole('heading', { level: 1, name: 'Inventory Dashboard' })
const figure = async (name: string) => (await screen.findByText(name)).parentElement!

describe('The dashboard:', () => {
  it('D-04 four figures describe the whole shop', async () => {
    open(aDashboard())
    expect(within(await figure('Total Products')).getByText('486')).toBeTruthy()
    expect(within(await figure('Low Stock Items')).getByText('4 critical')).toBeTruthy()
    expect((await figure('Active Alerts')).textContent).toContain('3 new today, 11\u00a0resolved this month')
    expect((await figure('Avg Days to Stockout')).textContent).toContain('half of your products: 24 to 57')
  })

  it('D-04 what the first sync has not read yet is being counted, not zero; the planning default stays', async () => {
    const none = { total: 0, newToday: 0, resolvedThisMonth: 0 }
    const unread = { ...anEmptyDashboard(), lowStock: null, activeAlerts: none }
    open({ ...unread, products: { total: 0, soldInWindow: null } })
    for (const [label, words] of [
      ['Total Products', 'Counting…your store is still being read'],
      ['Low Stock Items', 'Counting…your stock is still being read'],
      ['Active Alerts', 'Counting…known after your first forecast'],
      ['Avg Days to Stockout', '45 daysplanning default, until your first forecast'],
    ] as const) {
      expect((await figure(label)).textContent).toBe(label + words)
    }
  })

  it('D-04 products that are read already are counted while the stock is still being read', async () => {
    open(aDashboard({ forecastAsOf: null, lowStock: null, products: { total: 486, soldInWindow: null } }))
    expect((await figure('Total Products')).textContent).toContain('486your store is still being read')
    expect((await figure('Low Stock Items')).textContent).toContain('Counting…')
  })

  it('D-04 a merchant without a store and without products has none of each', async () => {
    open(anEmptyDashboard(), aSession({ merchant: { shopDomain: null, isConnected: false } }))
    for (const label of ['Total Products', 'Low Stock Items', 'Active Alerts']) {
      expect(within(await figure(label)).getByText('0')).toBeTruthy()
    }
  })

  it('D-04 the planning default is labelled as such until the first forecast', async () => {
    open(
      aDashboard({
        forecastAsOf: null,
        daysToStockout: { average: 45, isPlanningDefault: true, middleHalf: null },
      }),
    )
    const average = await figure('Avg Days to Stockout')
    expect(average.textContent).toContain('45')
    expect(average.textContent).toContain('planning default')
  })

  it('S-07 the progress of the first sync replaces the lists until a forecast exists', async () => {
    open(aDashboard({ forecastAsOf: null }))
    expect(await screen.findByText('You can leave this page; the import continues.')).toBeTruthy()
    expect(screen.queryByText('What needs your attention')).toBeNull()
  })

  it('the header says how current the numbers are, and that they match the store', async () => {
    open(aDashboard())
    const time = await screen.findByText('10:32 AM')
    expect(time.className).toBe('time')
    expect(time.parentElement?.textContent).toBe(
      'Friday, November 20. Sales and stock as of 10:32 AM, no differences with Shopify.',
    )
  })

  it('a sync that failed says why, and Try again starts it again', async () => {
    const run = aSyncRun({
      kind: 'full',
      status: 'failed',
      message: 'Shopify did not answer.',
      finishedAt: NOW,
    })
    const { user, server } = open(aDashboard(), aSession(), run)
    expect(await screen.findByText('Sync Failed')).toBeTruthy()
    expect(screen.getByText('Shopify did not answer.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(server.of('POST /functions/shopify-sync-inventory')).toHaveLength(1))
  })

  it('a sync that waits says so and needs no action', async () => {
    const message = 'Shopify is busy. The sync continues by itself.'
    open(aDashboard(), aSession(), aSyncRun({ kind: 'full', message }))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(screen.queryByText('Trial Active')).toBeNull()
  })

  it('a sync that failed is no longer shown once the stock was read again', async () => {
    const finishedAt = '2026-11-20T15:00:00.000Z'
    open(aDashboard(), aSession(), aSyncRun({ kind: 'full', status: 'failed', finishedAt }))
    expect(await screen.findByText('What needs your attention')).toBeTruthy()
    expect(screen.queryByText('Sync Failed')).toBeNull()
  })

  it('D-02 a lost connection takes precedence over the trial', async () => {
    const connection = { status: 'needs_reconnect', message: 'Why.' } as const
    open(aDashboard(), aSession({ merchant: { isConnected: false }, connection }))
    expect(await screen.findByText('Reconnect your store')).toBeTruthy()
    expect(screen.queryByText('Trial Active')).toBeNull()
  })

  it('D-02 the trial shows its days, one of them in the singular', async () => {
    open(aDashboard(), aSession({ merchant: { trialDaysRemaining: 1 } }))
    await heading()
    const banner = screen.getByText('Trial Active').closest('[role=status]')!
    expect(banner.textContent).toContain('1 day remaining.')
    expect(banner.textContent).toContain('Nov 29, 2026')
  })

  it('D-02 a paying merchant sees no trial', async () => {
    open(aDashboard(), aSession({ merchant: { subscriptionStatus: 'active', trialDaysRemaining: null } }))
    await heading()
    expect(screen.queryByText('Trial Active')).toBeNull()
  })

  it('each product shows what is needed, how likely it runs out, when and how much to order', async () => {
    open(aDashboard())
    const row = (await screen.findByRole('link', { name: 'House Espresso, 1 kg' })).closest('tr')!
    for (const words of [
      '2 days without stock even if you order today',
      '84%',
      'Today',
      '5 days late',
      'Order 792',
    ]) {
      expect(await within(row).findByText(words)).toBeTruthy()
    }
    const finding = '17 of 20 futures run out before an order placed today arrives on Dec 4'
    expect(within(row).getByRole('img', { name: finding })).toBeTruthy()
    expect(screen.getByText('The other 485 products need no order today.')).toBeTruthy()
  })

  it('the chance to run out names the lead times it covers, where they vary', async () => {
    open(aDashboard({ attention: [anAttention({ leadTimeRange: { p10: 10, p90: 35 } })] }))
    expect(await screen.findByText('restock takes 10 to 35 days')).toBeTruthy()
  })

  it('a name that is cut is shown with its SKU', async () => {
    const title = 'Single origin washed espresso from the Guji highlands, whole beans, 1 kg'
    open(aDashboard({ attention: [anAttention({ title }), anAttention({ variantId: 2, sku: 'NF-SHORT' })] }))
    expect(await screen.findByText('NF-ESP-1000')).toBeTruthy()
    expect(screen.queryByText('NF-SHORT')).toBeNull()
  })

  it('a draft of a product is named beside its order and leads to it', async () => {
    open(aDashboard({ attention: [anAttention({ inDraft: { orderId: 7, number: 'PO-0007', units: 792 } })] }))
    const link = await screen.findByRole('link', { name: 'A draft of 792 is waiting' })
    expect(link.getAttribute('href')).toBe('/order/orders/7')
    expect(within(link.closest('tr')!).getByText('792')).toBeTruthy()
  })

  it('the rest is counted when more products need attention than are listed', async () => {
    open(aDashboard({ attention: [anAttention()], attentionTotal: 9 }))
    expect(await screen.findByText('477 products need no order today.')).toBeTruthy()
    const all = screen.getByRole('link', { name: 'All 9 in the order list' })
    expect(all.getAttribute('href')).toBe('/order')
  })

  it('a product is ordered where it is listed, and that can be undone', async () => {
    const { server, user } = open(aDashboard(), aSession(), null, {
      'POST /api/purchase-orders/draft-lines': aDraftLine,
      'DELETE /api/purchase-orders/7/lines/31': { done: true },
    })
    await user.click(await screen.findByRole('button', { name: 'Order 792 of House Espresso, 1 kg' }))
    expect(await screen.findByText('Added to PO-0007')).toBeTruthy()
    expect(
      screen.getByText(/792 of House Espresso, 1 kg, in the draft for Altura Roasting. Nothing is sent./),
    ).toBeTruthy()
    expect(server.bodies('POST /api/purchase-orders/draft-lines')).toEqual([
      { variantId: 1, supplierId: 3, units: 792 },
    ])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(server.of('DELETE /api/purchase-orders/7/lines/31')).toHaveLength(1))
    expect(server.of('GET /api/dashboard').length).toBeGreaterThan(1)
  })

  it('D-03 the three products of the demo lead to the sample shop', async () => {
    const demo = aSession({ merchant: { isDemo: true, isConnected: false }, connection: null })
    const three = aDashboard({ products: { total: 3, soldInWindow: 3 } })
    const { server, user } = open(three, demo, null, { 'POST /api/sample-shop': { variants: 60 } })
    await user.click(await screen.findByRole('button', { name: 'Explore a sample shop' }))
    await waitFor(() => expect(server.of('POST /api/sample-shop')).toHaveLength(1))
  })

  it('an order that is refused says why', async () => {
    const { user } = open(aDashboard(), aSession(), null, {
      'POST /api/purchase-orders/draft-lines': failure(
        409,
        'conflict',
        'This product is in draft PO-0003 already.',
      ),
    })
    await user.click(await screen.findByRole('button', { name: 'Order 792 of House Espresso, 1 kg' }))
    expect(await screen.findByText('Failed to add to the draft')).toBeTruthy()
    expect(screen.getByText('This product is in draft PO-0003 already.')).toBeTruthy()
  })

  it('without a supplier the order leads to the order list', async () => {
    open(aDashboard({ attention: [anAttention({ supplier: null })] }))
    const order = await screen.findByRole('link', {
      name: 'Order 792 of House Espresso, 1 kg: choose a supplier',
    })
    expect(order.getAttribute('href')).toBe('/order?search=House+Espresso%2C+1+kg')
  })

  it('a day without orders says so', async () => {
    open(aDashboard({ attention: [], attentionTotal: 0 }))
    expect(await screen.findByText('Nothing needs your attention')).toBeTruthy()
  })

  it('D-05 recent alerts are listed, and the exact sentence appears when there are none', async () => {
    open(aDashboard())
    expect(await screen.findByText('No active alerts. All inventory levels look good!')).toBeTruthy()
  })

  it('D-05 inventory levels are not called good before the stock and the first forecasts are known', async () => {
    open(aDashboard({ forecastAsOf: null, lowStock: null, recentAlerts: [] }))
    const list = within(await screen.findByRole('region', { name: 'Recent Alerts' }))
    expect(list.getByText('No alerts yet')).toBeTruthy()
    expect(
      list.getByText('Your stock is still being read. Alerts appear here once it is known.'),
    ).toBeTruthy()
    expect(list.queryByText(/All inventory levels look good/)).toBeNull()
  })

  it('D-05 once the stock is known, the alerts wait for the first forecasts', async () => {
    open(aDashboard({ forecastAsOf: null, recentAlerts: [] }))
    const words = 'Your first forecasts are being calculated. Alerts appear here once they are done.'
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByText(/All inventory levels look good/)).toBeNull()
  })

  it('D-05 a store without products has the exact sentence', async () => {
    const products = { total: 0, soldInWindow: 0 }
    open(aDashboard({ forecastAsOf: null, recentAlerts: [], products }))
    expect(await screen.findByText('No active alerts. All inventory levels look good!')).toBeTruthy()
  })

  it('D-05 an alert shows its product, its recommendation and its time', async () => {
    open(aDashboard({ recentAlerts: [anAlert({ title: null })] }))
    expect(await screen.findByRole('link', { name: 'Unknown Product' })).toBeTruthy()
    expect(screen.getByText('Order 792 today. Runs out Nov 29 to Dec 4.')).toBeTruthy()
    expect(screen.getByText('6:02 AM')).toBeTruthy()
  })

  it('D-05 a product with both kinds of alert appears once, with both badges', async () => {
    const low = anAlert({ id: 2, type: 'low_stock', meta: { recommendation: 'Order 792 today.' } })
    open(aDashboard({ recentAlerts: [anAlert(), anAlert({ id: 3, variantId: 2, title: 'Kettle' }), low] }))
    const list = within(await screen.findByRole('region', { name: 'Recent Alerts' }))
    const [first, second] = list.getAllByRole('listitem')
    expect(list.getAllByRole('link', { name: 'House Espresso, 1 kg' })).toHaveLength(1)
    for (const words of ['Stockout Risk', 'Low Stock', 'Order 792 today.']) {
      expect(within(first!).getByText(words)).toBeTruthy()
    }
    expect(within(second!).getByRole('link', { name: 'Kettle' })).toBeTruthy()
  })

  it('the demand chart says its numbers in words', async () => {
    open(aDashboard())
    const words = 'Demand, whole shop. Next 30 days: 13,623 units, likely 12,669 to 14,713'
    expect(await screen.findByRole('img', { name: words })).toBeTruthy()
  })

  it('a failure says what failed, and Try again reads it again', async () => {
    let isDown = true
    const { user } = open(() => (isDown ? failure(400, 'internal', 'Something broke.') : aDashboard()))
    expect(await screen.findByText('Failed to load dashboard')).toBeTruthy()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('What needs your attention')).toBeTruthy()
  })
})
