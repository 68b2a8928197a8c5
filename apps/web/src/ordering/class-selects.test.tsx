import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anExcessList, anExcessRow, anOrderListRow, getOrderList } from '../testing/order-list-fixtures.ts'
import { anOrdersList } from '../testing/purchase-order-fixtures.ts'
import { openApp } from '../testing/render-app.tsx'
import { aVariant, aVariantList } from '../testing/settings-fixtures.ts'
import { aList, aRow } from '../testing/stock-fixtures.ts'
import { aSupplierItem, aSupplierList, aSupplierRow } from '../testing/supplier-fixtures.ts'
import { aRanking, aTrendProduct, someTrends } from '../testing/trend-fixtures.ts'

const replies = {
  'GET /api/products': aList([aRow()]),
  'GET /api/trends': someTrends(),
  'GET /api/trends/products': aRanking([aTrendProduct()]),
  'GET /api/settings/variants': aVariantList([aVariant({ variantId: 1 })]),
  'GET /api/order-list': getOrderList([anOrderListRow()]),
  'GET /api/excess-stock': anExcessList([anExcessRow()]),
  'GET /api/suppliers': aSupplierList(),
  'GET /api/suppliers/1': { supplier: aSupplierRow(), stoppedEmails: [], leadTimes: [] },
  'GET /api/supplier-variants': { rows: [aSupplierItem()], total: 1, page: 1, pageSize: 50 },
  'GET /api/purchase-orders': anOrdersList(),
}

const lists = [
  ['/products', 'GET /api/products'],
  ['/trends', 'GET /api/trends/products'],
  ['/settings?tab=products', 'GET /api/settings/variants'],
  ['/order', 'GET /api/order-list'],
  ['/order/excess', 'GET /api/excess-stock'],
  ['/order/suppliers/1', 'GET /api/supplier-variants'],
] as const

describe('Classes of products', () => {
  it.each(lists)('on %s filter the list and stay in the address', async (at, call) => {
    const { user, router, server } = openApp(at, replies)
    await user.choose(await screen.findByRole('combobox', { name: 'Share of margin' }), 'A: first 80%')
    await waitFor(() => expect(server.of(call).at(-1)?.query).toMatchObject({ abc: 'a' }))
    await user.choose(screen.getByRole('combobox', { name: 'Evenness of sales' }), 'X: even sales')
    await waitFor(() => expect(server.of(call).at(-1)?.query).toMatchObject({ abc: 'a', xyz: 'x' }))
    expect(router.state.location.searchStr).toMatch(/abc=a&xyz=x$/)
  })

  it.each(lists)('on %s are read from the address, where an unknown class means all', async (at, call) => {
    const { server } = openApp(`${at}${at.includes('?') ? '&' : '?'}abc=b&xyz=q`, replies)
    await screen.findByRole('combobox', { name: 'Share of margin' })
    const { query } = server.of(call).at(-1)!
    expect([query.abc, query.xyz]).toEqual(['b', undefined])
  })
})
