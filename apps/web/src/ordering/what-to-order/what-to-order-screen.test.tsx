import type { OrderListRow } from '@stockcast/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Answer, failure } from '../../testing/fake-server.ts'
import { anOrderList, anOrderListRow, getOrderList } from '../../testing/order-list-fixtures.ts'
import { anOrdersList } from '../../testing/purchase-order-fixtures.ts'
import { openApp } from '../../testing/render-app.tsx'
import { aSupplierList } from '../../testing/supplier-fixtures.ts'

const espresso = anOrderListRow()
const guji = anOrderListRow({
  variantId: 2,
  title: 'Guji Natural, 250 g',
  supplier: { id: 2, name: 'Brewline Imports' },
  packSize: 20,
  minimumUnits: null,
  quantity: 220,
  unitCostMinor: 590,
  baseCostMinor: 590,
  costMinor: 129_800,
  shopCostMinor: 129_800,
})
const kenya = anOrderListRow({
  variantId: 3,
  title: 'Kenya AA, 250 g',
  due: 'soon',
  quantity: 0,
  costMinor: null,
  shopCostMinor: null,
  orderBy: '2026-11-22',
})

const open = (rows: OrderListRow[], replies: Record<string, unknown> = {}, path = '/order') =>
  openApp(path, {
    'GET /api/suppliers': aSupplierList(),
    'GET /api/order-list': getOrderList(rows),
    ...replies,
  })

const toRow = async (title: string) => (await screen.findByText(title)).closest('tr')!
const dock = () => within(screen.getByRole('region', { name: 'Your selection' }))

const noVendors = { vendors: [], withoutVendor: 0, defaultLeadTimeDays: 14 }

describe('What to order', () => {
  it('lists what is due now and soon with stock, risk, quantity, packs, cost and value', async () => {
    open([espresso, kenya])
    const row = within(await toRow('House Espresso, 1 kg'))
    for (const words of [
      '214',
      '11',
      '84% risk',
      'Today',
      '5 days late',
      '33 packs of 24',
      '$9,029',
      '$4,741',
    ])
      expect(row.getByText(words)).toBeTruthy()
    expect(row.getByLabelText('Quantity of House Espresso, 1 kg')).toHaveProperty('value', '792')
    expect(screen.getByRole('heading', { name: 'Due now 1' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Due soon 1' })).toBeTruthy()
    expect(screen.getByText(/1 product is due now, 1 soon/)).toBeTruthy()
  })

  it('a changed quantity changes cost, coverage and the sum at once', async () => {
    const { user } = open([espresso, guji])
    const field = await screen.findByLabelText('Quantity of House Espresso, 1 kg')
    expect(dock().getByText('2 products, 2 suppliers, $10,327')).toBeTruthy()
    await user.fill(field, '96')
    const row = within(await toRow('House Espresso, 1 kg'))
    expect(row.getByText('$1,094')).toBeTruthy()
    expect(row.getByText('4 packs of 24')).toBeTruthy()
    expect(row.getByText('until Dec 1')).toBeTruthy()
    expect(row.getByRole('img').getAttribute('aria-label')).toMatch(
      /With 96 ordered the stock lasts to Dec 1$/,
    )
    expect(dock().getByText('2 products, 2 suppliers, $2,392')).toBeTruthy()
  })

  it('how long an order lasts is said once, beside the quantity where the supplier has no packs', async () => {
    open([{ ...espresso, packSize: 1, packs: espresso.quantity }])
    const row = within(await toRow('House Espresso, 1 kg'))
    expect(row.getByText(/^lasts /)).toBeTruthy()
    expect(row.queryByText(/^until /)).toBeNull()
  })

  it('the profit that the selection keeps is summed where it is known', async () => {
    const { user } = open([espresso, { ...guji, valueMinor: null }])
    expect(await screen.findByText('Profit kept')).toBeTruthy()
    expect(dock().getByText('keeps about $4,741 of profit')).toBeTruthy()
    expect(dock().getByText(/^The profit of 1 product is unknown/)).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Order House Espresso, 1 kg' }))
    expect(dock().queryByText(/of profit/)).toBeNull()
  })

  it.each([
    [
      'above_budget',
      'more than the budget',
      /: the least that can be ordered, 24 units for \$274, is more than/,
    ],
    ['no_profit', 'no profit expected', /24 units for \$274, is expected to cost more than it earns\.$/],
    ['others_earn_more', 'others earn more', /: the budget goes to products that keep more profit/],
  ] as const)('a product that gets nothing of a budget says why: %s', async (because, note, why) => {
    const cut = { cutUnits: 792, because, leastUnits: 24, leastCostMinor: 27_360 }
    const { user } = open(
      [{ ...espresso, quantity: 0, why: [{ code: 'budget', ...cut }] }],
      {},
      '/order?budget=100',
    )
    const row = within(await toRow('House Espresso, 1 kg'))
    expect(row.getByText(note)).toBeTruthy()
    await user.click(row.getByRole('button', { name: /^Why/ }))
    expect(await screen.findByText(why)).toBeTruthy()
  })

  it('an empty selection says so', async () => {
    const { user } = open([espresso])
    await user.click(await screen.findByRole('checkbox', { name: 'Order House Espresso, 1 kg' }))
    expect(dock().getByText('Nothing selected')).toBeTruthy()
  })

  it('a quantity that the supplier would refuse says so', async () => {
    const { user } = open([espresso])
    const field = await screen.findByLabelText('Quantity of House Espresso, 1 kg')
    await user.fill(field, '24')
    expect(within(await toRow('House Espresso, 1 kg')).getByText('at least 48')).toBeTruthy()
    await user.fill(field, '50')
    expect(within(await toRow('House Espresso, 1 kg')).getByText('packs of 24')).toBeTruthy()
  })

  it('is worked through by keys: down, Enter, a quantity, Space and D', async () => {
    const { user, server, path } = open([espresso, guji, kenya], {
      'POST /api/order-list/drafts': {
        orders: [
          {
            id: 12,
            number: 'PO-0012',
            supplierName: 'x',
            lines: 1,
            units: 240,
            totalMinor: 1,
            currency: 'USD',
          },
        ],
        leftOut: [],
      },
      'GET /api/purchase-orders': anOrdersList([]),
    })
    const first = await toRow('House Espresso, 1 kg')
    const second = await toRow('Guji Natural, 250 g')
    const title = screen.getByRole('heading', { level: 1 })
    title.focus()
    fireEvent.keyDown(title, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(first)
    await user.keyboard(' ')
    expect(within(first).getByRole('checkbox')).toHaveProperty('checked', false)
    await user.keyboard('j')
    expect(document.activeElement).toBe(second)
    await user.keyboard('{Enter}240{Enter}')
    expect(document.activeElement).toBe(await toRow('Kenya AA, 250 g'))
    await user.keyboard('k')
    expect(document.activeElement).toBe(second)
    await user.keyboard('d')
    await waitFor(() => expect(path()).toBe('/order/orders'))
    expect(server.bodies('POST /api/order-list/drafts')).toEqual([
      { lines: [{ variantId: 2, supplierId: 2, units: 240 }] },
    ])
    expect(await screen.findByText('1 draft created')).toBeTruthy()
  })

  it('takes its keys from the first moment, when the page was opened by its address and nothing has the focus', async () => {
    open([espresso, guji])
    const first = await toRow('House Espresso, 1 kg')
    expect(document.activeElement).toBe(document.body)
    fireEvent.keyDown(document.body, { key: 'j' })
    expect(document.activeElement).toBe(first)
  })

  it('the arrows in a quantity step by packs, and Escape takes the change back', async () => {
    const { user } = open([espresso])
    const field = await screen.findByLabelText('Quantity of House Espresso, 1 kg')
    await user.click(field)
    await user.keyboard('{ArrowUp}')
    expect(field).toHaveProperty('value', '816')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(field).toHaveProperty('value', '768')
    await user.keyboard('{Escape}')
    expect(field).toHaveProperty('value', '792')
    expect(document.activeElement).toBe(field.closest('tr'))
  })

  it('a product in an open draft names the draft and cannot be ordered again', async () => {
    const row = anOrderListRow({
      quantity: 0,
      costMinor: null,
      inDraft: { orderId: 12, number: 'PO-0012', units: 432 },
      why: [{ code: 'in_draft', number: 'PO-0012', units: 432, missingUnits: 360 }],
    })
    const { user } = open([row])
    const shown = within(await toRow('House Espresso, 1 kg'))
    expect(shown.getByText('in draft PO-0012')).toBeTruthy()
    expect(shown.getByText('360 too few')).toBeTruthy()
    expect(dock().getByText(/^1 product is in a draft already, with too few units\./)).toBeTruthy()
    expect(dock().getByRole('link', { name: 'Check the drafts' })).toBeTruthy()
    expect(dock().queryByRole('button', { name: 'Create draft' })).toBeNull()
    expect(shown.getByRole('checkbox')).toHaveProperty('disabled', true)
    expect(shown.queryByLabelText(/^Quantity/)).toBeNull()
    await user.click(shown.getByRole('button', { name: 'Why 432 of House Espresso, 1 kg' }))
    const dialog = within(await screen.findByRole('dialog'))
    const draft = dialog.getByRole('link', { name: 'draft PO-0012' })
    expect(draft.getAttribute('href')).toBe('/order/orders/12')
    expect(draft.parentElement?.textContent).toBe('432 in draft PO-0012, 360 too few.')
    expect(dialog.getByText(/360 fewer than needed\. Raise the quantity in that draft\.$/)).toBeTruthy()
    expect(dialog.queryByText(/^Order 0/)).toBeNull()
  })

  it('an unknown cost is called unknown, is outside the sum, and the sum says so', async () => {
    const unknown = { unitCostMinor: null, baseCostMinor: null, costMinor: null, shopCostMinor: null }
    open([anOrderListRow({ ...unknown, valueMinor: null })])
    expect(within(await toRow('House Espresso, 1 kg')).getAllByText('unknown')).toHaveLength(2)
    expect(dock().getByText('1 product, 1 supplier, cost in USD unknown')).toBeTruthy()
    expect(dock().getByText(/1 product has no known cost in USD and is not in the sum/)).toBeTruthy()
  })

  it('a budget is asked of the server, and what is left of it follows the quantities', async () => {
    const { user, server } = open([espresso])
    await user.type(await screen.findByLabelText('Budget'), '10000')
    await waitFor(() =>
      expect(server.of('GET /api/order-list').at(-1)?.query).toMatchObject({ budget: '1000000' }),
    )
    expect(await screen.findByText('$971 of the budget left')).toBeTruthy()
    await user.fill(screen.getByLabelText('Quantity of House Espresso, 1 kg'), '960')
    expect(screen.getByText('$944 over the budget')).toBeTruthy()
  })

  it('a supplier below its minimum is named with what is missing, until the quantity reaches it', async () => {
    const subtotal = {
      supplierId: 1,
      name: 'Altura Roasting',
      currency: 'USD',
      rows: 1,
      units: 792,
      costMinor: 902_880,
      rowsWithoutCost: 0,
      minimum: { amountMinor: 914_880, units: null },
      below: {
        amountMinor: 12_000,
        units: null,
        waitUntil: '2026-12-14',
        waitStockoutProbability: 0.12,
      },
    }
    const { user } = open([espresso], {
      'GET /api/order-list': getOrderList([espresso], { suppliers: [subtotal] }),
    })
    expect(
      await screen.findByText(
        /is \$120 below the minimum: add to it, or wait until Dec 14 \(12% chance that one of them runs out\)/,
      ),
    ).toBeTruthy()
    await user.click(screen.getByLabelText('Quantity of House Espresso, 1 kg'))
    await user.keyboard('{ArrowUp}')
    expect(screen.queryByText(/below the minimum/)).toBeNull()
  })

  it('a budget says how many products it reduces', async () => {
    const totals = { ...anOrderList([espresso]).totals, budgetMinor: 500_000, rowsCut: 2 }
    open([espresso], { 'GET /api/order-list': getOrderList([espresso], { totals }) }, '/order?budget=5000')
    expect(await screen.findByText('2 products get')).toBeTruthy()
  })

  it('a list without a match counts nothing, and offers to clear the filters', async () => {
    const { user, server } = open([], {}, '/order?search=nothing')
    const clear = await screen.findByRole('button', { name: 'Clear filters' })
    expect(screen.queryByText(/due now/)).toBeNull()
    await user.click(clear)
    expect(await screen.findByText('No forecast yet')).toBeTruthy()
    expect(server.of('GET /api/order-list').at(-1)?.query.search ?? '').toBe('')
  })

  it('each quantity opens how it was calculated', async () => {
    const { user } = open([espresso])
    await user.click(await screen.findByRole('button', { name: 'Why 792 of House Espresso, 1 kg' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(
      dialog.getByText(
        'Fill up to 994. 214 in stock and 0 on the way count towards it, so 780 are left to order.',
      ),
    ).toBeTruthy()
    expect(dialog.getByText('Rounded to 33 packs of 24.')).toBeTruthy()
    expect(
      dialog.getByText(
        'as you entered it; learned from deliveries after 3 orders (1 so far); the last order took 17 days',
      ),
    ).toBeTruthy()
  })

  it('the sum counts products without a supplier apart, and leads to where they get one', async () => {
    const nobodys = anOrderListRow({ variantId: 9, title: 'Kettle', due: 'due', supplier: null, quantity: 5 })
    open([espresso, nobodys])
    const dock = within(await screen.findByRole('region', { name: 'Your selection' }))
    expect(await dock.findByText(/^1 product, 1 supplier/)).toBeTruthy()
    expect(dock.getByText(/^and 1 product without a supplier, which cannot be ordered yet\./)).toBeTruthy()
    expect(dock.getByRole('link', { name: 'Choose suppliers' }).getAttribute('href')).toBe(
      '/order/suppliers#vendors',
    )
  })

  it('what is not due yet is loaded only when it is opened', async () => {
    const later = anOrderListRow({ variantId: 9, title: 'Kettle', due: 'not_yet', quantity: 0 })
    const { user } = open([espresso, later])
    expect(await screen.findByRole('heading', { name: 'Not due yet 1' })).toBeTruthy()
    expect(screen.queryByText('Kettle')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(await screen.findByText('Kettle')).toBeTruthy()
  })

  it('a shop without suppliers is invited to add them, and sees nothing else', async () => {
    const { server } = open([], {
      'GET /api/suppliers': aSupplierList([]),
      'GET /api/suppliers/vendors': noVendors,
    })
    expect(await screen.findByText('Add your suppliers to turn forecasts into orders')).toBeTruthy()
    expect(screen.queryByLabelText('Budget')).toBeNull()
    expect(screen.getByRole('link', { name: 'Import suppliers' }).getAttribute('href')).toBe('/order/import')
    expect(server.of('GET /api/order-list').length).toBeLessThanOrEqual(3)
  })

  it('a shop without suppliers makes suppliers of its vendors with one press', async () => {
    const vendors = [
      { name: 'Altura', products: 12, withCost: 10, isSupplier: false },
      { name: 'Hario', products: 3, withCost: 3, isSupplier: false },
      { name: 'House brand', products: 1, withCost: 0, isSupplier: false },
    ]
    const { server, user } = open([], {
      'GET /api/suppliers': aSupplierList([]),
      'GET /api/suppliers/vendors': { ...noVendors, vendors, withoutVendor: 1 },
      'POST /api/suppliers/vendors': { suppliers: 2, products: 15 },
    })
    expect(await screen.findByRole('button', { name: 'Use your 3 vendors as suppliers' })).toBeTruthy()
    expect(screen.getByText('1 product in your store has no vendor.')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'House brand' }))
    await user.type(screen.getByLabelText('Lead time of Hario in days'), '21')
    await user.click(screen.getByRole('button', { name: 'Use 2 vendors as suppliers' }))
    expect(await screen.findByText('2 suppliers added')).toBeTruthy()
    expect(server.of('POST /api/suppliers/vendors')[0]?.body).toEqual({
      vendors: [
        { name: 'Altura', leadTimeDays: null },
        { name: 'Hario', leadTimeDays: 21 },
      ],
    })
  })

  it('drafts that cannot be created change nothing on screen, and the reason is shown', async () => {
    const { user } = open([espresso], {
      'POST /api/order-list/drafts': failure(409, 'precondition_failed', 'The supplier is archived.'),
    })
    await user.click(await screen.findByRole('button', { name: 'Create draft' }))
    expect(await screen.findByText('Failed to create the drafts')).toBeTruthy()
    expect(screen.getByText('The supplier is archived.')).toBeTruthy()
    expect(screen.getByLabelText('Quantity of House Espresso, 1 kg')).toHaveProperty('value', '792')
  })

  it('a list that cannot be loaded is an error in place', async () => {
    open([], { 'GET /api/order-list': new Answer(403, {}) })
    expect(await screen.findByText('Failed to load what to order')).toBeTruthy()
  })
})
