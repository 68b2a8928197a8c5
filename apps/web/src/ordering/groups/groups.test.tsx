import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anExcessList } from '../../testing/order-list-fixtures.ts'
import { openApp } from '../../testing/render-app.tsx'
import { aList, anAlert, aRow } from '../../testing/stock-fixtures.ts'
import { bulkWords } from './bulk-words.ts'

const groups = {
  vendor: [],
  supplier: [],
  tag: [
    { value: 'Summer', name: 'Summer', products: 12 },
    { value: 'a, b', name: 'a, b', products: 3 },
  ],
  collection: [{ value: 7, name: 'Gifts', products: 5 }],
}
const replies = {
  'GET /api/products': aList([aRow()]),
  'GET /api/product-groups': groups,
}

describe('the groups of products', () => {
  it('V-03 filter the list, offer only kinds that the shop has, and stay in the address', async () => {
    const { server, user } = openApp('/products', replies)
    await user.click(await screen.findByRole('button', { name: 'Filter' }))
    expect(screen.queryByLabelText('Vendor')).toBeNull()
    await user.choose(await screen.findByRole('combobox', { name: 'Tag' }), /^a, b/)
    await waitFor(() => expect(server.of('GET /api/products').at(-1)!.query).toMatchObject({ tag: 'a, b' }))
    expect(await screen.findByRole('button', { name: 'Filter (1)' })).toBeTruthy()
  })

  it('are nowhere on the screen of a shop that has none', async () => {
    openApp('/products', {
      ...replies,
      'GET /api/product-groups': { vendor: [], supplier: [], tag: [], collection: [] },
    })
    await screen.findByRole('table', { name: 'Products' })
    expect(screen.queryByRole('button', { name: 'Filter' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Views' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull()
  })
})

describe('the change of many products', () => {
  const lists = [
    [
      '/order/excess?kind=dead&vendor=Altura',
      'GET /api/excess-stock',
      anExcessList(),
      { excess: 'dead', vendor: ['Altura'] },
    ],
    [
      '/alerts?status=active&type=low_stock&tag=Summer',
      'GET /api/alerts',
      { alerts: [anAlert()], total: 1, page: 1, pageSize: 50 },
      { alerts: 'low_stock', tag: ['Summer'] },
    ],
  ] as const
  it.each(lists)('V-05 is offered at %s for what is filtered there', async (path, call, list, target) => {
    const { server, user } = openApp(path, {
      ...replies,
      [call]: list,
      'POST /api/products/bulk': { matched: 1, changed: 1, leftOut: null, orders: [] },
    })
    await user.choose(
      await screen.findByRole('button', { name: /^Change (1 product|these products)$/ }),
      'Mute alerts',
    )
    expect(await server.bodyOf('POST /api/products/bulk')).toMatchObject({ preview: true, target })
  })
})

describe('a saved view', () => {
  const view = {
    id: 1,
    list: 'products',
    name: 'Summer',
    search: { tag: ['Summer', 'a, b'] },
    hidden: ['stock'],
  }

  it('V-04 keeps the filter of the list under a name', async () => {
    const { server, user } = openApp('/products?collection=7', {
      ...replies,
      'POST /api/views': { ...view, id: 2, name: 'Gifts' },
    })
    await user.choose(await screen.findByRole('button', { name: 'Views' }), 'Save this view')
    await user.type(await screen.findByLabelText('Name'), 'Gifts{Enter}')
    const content = { search: { collection: ['7'] }, hidden: [] }
    expect(await server.bodyOf('POST /api/views')).toEqual({ list: 'products', name: 'Gifts', ...content })
  })

  it('V-04 is opened with its filter, which the button then names', async () => {
    const { user } = openApp('/products', { ...replies, 'GET /api/views': { views: [view] } })
    await user.choose(await screen.findByRole('button', { name: 'Views' }), 'Summer')
    expect(await screen.findByRole('button', { name: 'Summer' })).toBeTruthy()
  })
})

const value = { days: '21', supplier: 'Altura' }
it.each([
  ['leadTimeDays', { matched: 214, changed: 214 }, 'Set lead time of 214 products to 21 days.'],
  ['coverDays', { matched: 3, changed: 2 }, 'Set cover of 2 products to 21 days. 1 product stays as it is.'],
  ['supplier', { matched: 1, changed: 1 }, 'Set Altura as the first supplier of 1 product.'],
  ['mute', { matched: 2, changed: 0 }, 'Nothing changes: 2 products are like this already.'],
  [
    'draft',
    { matched: 9, changed: 4, leftOut: { notNeeded: 3, inDraft: 1, noSupplier: 1 } },
    'Add 4 products to draft orders, as the order list suggests. Of the others, 3 need no order now, 1 are in a draft already, 1 have no supplier.',
  ],
] as const)('the preview of a change of many products says of %s what it changes', (kind, outcome, words) => {
  expect(bulkWords(kind, outcome, value)).toBe(words)
})
