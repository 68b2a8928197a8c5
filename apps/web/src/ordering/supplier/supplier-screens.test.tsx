import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Answer, failure } from '../../testing/fake-server.ts'
import { anExcessList, anExcessRow } from '../../testing/order-list-fixtures.ts'
import { anOrderRow, anOrdersList } from '../../testing/purchase-order-fixtures.ts'
import { openApp } from '../../testing/render-app.tsx'
import { aDashboard } from '../../testing/stock-fixtures.ts'
import {
  aSupplierImport,
  aSupplierItem,
  aSupplierList,
  aSupplierRow,
} from '../../testing/supplier-fixtures.ts'

const detail = { supplier: aSupplierRow(), stoppedEmails: [], leadTimes: [] }

const open = (path: string, replies: Record<string, unknown> = {}) =>
  openApp(path, {
    'GET /api/suppliers': aSupplierList(),
    'GET /api/suppliers/1': detail,
    'GET /api/supplier-variants': { rows: [aSupplierItem()], total: 1, page: 1, pageSize: 50 },
    'GET /api/purchase-orders': anOrdersList(),
    ...replies,
  })

async function upload(user: ReturnType<typeof open>['user'], text: string, name: string) {
  await screen.findByText('Choose file')
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  await user.upload(input, new File([text], name))
}

describe('The suppliers', () => {
  it('are listed with the lead time that was learned beside the stated one', async () => {
    open('/order/suppliers')
    const row = within((await screen.findByRole('link', { name: 'Altura Roasting' })).closest('tr')!)
    expect(row.getByText('17 to 26 days')).toBeTruthy()
    expect(
      row.getByText('expected for 8 in 10 orders; the last 6 took 16 to 26; you entered 14'),
    ).toBeTruthy()
    expect(row.getByText('67%')).toBeTruthy()
    expect(row.getByText('late: 30 units, $342')).toBeTruthy()
  })

  it('products that none of them sells are listed below by vendor, and get one with a press', async () => {
    const vendors = [{ name: 'Hario', products: 3, withCost: 3, isSupplier: false }]
    const { user, server } = open('/order/suppliers', {
      'GET /api/suppliers/vendors': { vendors, withoutVendor: 2, defaultLeadTimeDays: 14 },
      'POST /api/suppliers/vendors': { suppliers: 1, products: 3 },
    })
    expect(
      await screen.findByRole('heading', { name: 'Products without a supplier, by vendor' }),
    ).toBeTruthy()
    expect(screen.getByText(/^2 products in your store have no vendor\./)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Use 1 vendor as supplier' }))
    expect(await screen.findByText('1 supplier added')).toBeTruthy()
    expect(server.of('POST /api/suppliers/vendors')).toHaveLength(1)
  })

  it('a new one is saved with its terms, and opened', async () => {
    const { user, server, path } = open('/order/suppliers', { 'POST /api/suppliers': aSupplierRow() })
    await user.click(await screen.findByRole('button', { name: 'Add supplier' }))
    await user.type(await screen.findByLabelText('Name'), 'Altura Roasting')
    await user.type(screen.getByLabelText('Lead time, days'), '14')
    await user.click(screen.getByText('A value'))
    await user.type(screen.getByLabelText('Minimum in USD'), '250')
    await user.click(screen.getByRole('button', { name: 'Save supplier' }))
    await waitFor(() => expect(path()).toBe('/order/suppliers/1'))
    expect(server.of('POST /api/suppliers')[0]!.body).toMatchObject({
      name: 'Altura Roasting',
      email: null,
      currency: 'USD',
      statedLeadTimeDays: 14,
      review: { kind: 'any_day' },
      minimum: { kind: 'value', amountMinor: 25_000 },
    })
  })

  it('a field that is wrong says so beside it, by the form and by the server', async () => {
    const { user } = open('/order/suppliers', {
      'POST /api/suppliers': new Answer(400, {
        error: { code: 'invalid_input', message: 'Another supplier has this name.', field: 'name' },
      }),
    })
    await user.click(await screen.findByRole('button', { name: 'Add supplier' }))
    await user.click(await screen.findByRole('button', { name: 'Save supplier' }))
    expect(await screen.findByText('Give the supplier a name.')).toBeTruthy()
    await user.type(screen.getByLabelText('Name'), 'Altura')
    await user.click(screen.getByRole('button', { name: 'Save supplier' }))
    expect(await screen.findByText('Another supplier has this name.')).toBeTruthy()
  })
})

describe('One supplier', () => {
  it('shows score, terms, orders and products', async () => {
    open('/order/suppliers/1')
    expect(await screen.findByRole('heading', { name: 'Altura Roasting' })).toBeTruthy()
    const score = within(screen.getByLabelText('Score'))
    for (const words of ['17 to 26 days', '67%', '98%', '1%', 'in 1 order, worth $342'])
      expect(score.getByText(words)).toBeTruthy()
    expect(screen.getByText('Monday, Thursday')).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'PO-0012' })).toBeTruthy()
    expect(await screen.findByText('$10.80 from 480')).toBeTruthy()
  })

  it('says what is open, late and finished, and lists the open orders alone', async () => {
    const { server } = open('/order/suppliers/1')
    expect(await screen.findByText('2 open, 1 of them late. 6 finished.')).toBeTruthy()
    expect(server.of('GET /api/purchase-orders')[0]!.query).toMatchObject({ supplierId: '1', status: 'open' })
  })

  it('a share says why it is unknown where there are orders enough', async () => {
    const score = { ...aSupplierRow().score, onTimeRatio: null }
    open('/order/suppliers/1', {
      'GET /api/suppliers/1': { supplier: aSupplierRow({ score }), stoppedEmails: [], leadTimes: [] },
    })
    expect(await screen.findByText('no order had an expected day')).toBeTruthy()
  })

  it('below three orders it has no score, and says how many there are', async () => {
    const score = {
      ...aSupplierRow().score,
      orders: 2,
      onTimeRatio: null,
      fillRatio: null,
      rejectedRatio: null,
    }
    open('/order/suppliers/1', {
      'GET /api/suppliers/1': { supplier: aSupplierRow({ score }), stoppedEmails: [], leadTimes: [] },
    })
    expect(await screen.findAllByText('after 3 finished orders; 2 so far')).toHaveLength(3)
  })

  it('what it sells is changed in a dialog', async () => {
    const { user, server } = open('/order/suppliers/1', {
      'PUT /api/supplier-variants': { added: 0, changed: 1, removed: 0 },
    })
    await user.click(await screen.findByRole('button', { name: 'House Espresso, 1 kg' }))
    await user.fill(within(await screen.findByRole('dialog')).getAllByLabelText('Unit cost, USD')[0]!, '12.5')
    await user.click(screen.getByRole('button', { name: 'Save product' }))
    expect(await screen.findByText('Product saved')).toBeTruthy()
    expect(server.of('PUT /api/supplier-variants')[0]!.body).toMatchObject({
      rows: [
        {
          supplierId: 1,
          variantId: 1,
          unitCostMinor: 1250,
          packSize: 24,
          priceBreaks: [{ fromUnits: 480, unitCostMinor: 1080 }],
        },
      ],
    })
  })

  it('without products leads to their import, and shows no filters', async () => {
    open('/order/suppliers/1', {
      'GET /api/supplier-variants': { rows: [], total: 0, page: 1, pageSize: 50 },
    })
    const link = await screen.findByRole('link', { name: 'Import products' })
    expect(link.getAttribute('href')).toBe('/order/import?kind=items')
    expect(screen.queryByPlaceholderText('Search product or SKU')).toBeNull()
  })

  it('can be archived', async () => {
    const { user } = open('/order/suppliers/1', { 'POST /api/suppliers/1/archive': aSupplierRow() })
    await user.click(await screen.findByRole('button', { name: 'Archive' }))
    expect(await screen.findByText('Supplier archived')).toBeTruthy()
  })
})

describe('An import of suppliers', () => {
  it('shows every line before anything changes, then applies the same file', async () => {
    const { user, server } = open('/order/import', {
      'POST /api/suppliers/import/preview': aSupplierImport(),
      'POST /api/suppliers/import/apply': aSupplierImport({ isApplied: true }),
    })
    await upload(user, 'Vendor,Fax', 'vendors.csv')
    expect(await screen.findByText('1 new, 1 changed, 0 unchanged. 1 line will be left out.')).toBeTruthy()
    expect(screen.getByLabelText('Read Vendor as')).toHaveProperty('value', 'supplier')
    expect(screen.getByLabelText('Read Fax as')).toHaveProperty('value', '')
    expect(screen.getByText('No product has the SKU X-1.')).toBeTruthy()
    expect(screen.getAllByText(/^lead time in days:/)).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Import 2 suppliers, 1 row left out' }))
    expect(await screen.findByText('Imported')).toBeTruthy()
    for (const step of ['preview', 'apply'])
      expect(server.of(`POST /api/suppliers/import/${step}`)[0]!.query).toEqual({
        kind: 'suppliers',
        fileName: 'vendors.csv',
      })
  })

  it('after the suppliers it goes on to their products', async () => {
    const { user } = open('/order/import', {
      'POST /api/suppliers/import/preview': aSupplierImport(),
      'POST /api/suppliers/import/apply': aSupplierImport({ isApplied: true }),
    })
    await upload(user, 'Vendor,Fax', 'vendors.csv')
    expect(await screen.findByText(/^Correct these lines in the file/)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Import 2 suppliers, 1 row left out' }))
    await user.click(await screen.findByRole('button', { name: 'Import their products' }))
    expect(await screen.findByText(/^One row per product/)).toBeTruthy()
    expect(screen.getByRole('radio', { name: 'Their products' })).toHaveProperty('checked', true)
  })

  it('asks which columns are meant before anything else, and reads the file as they were chosen', async () => {
    const unknown = aSupplierImport({
      kind: 'orders',
      columns: [
        { header: 'Bestellung', field: null, values: ['17'] },
        { header: 'Ware', field: null, values: ['MUG-1'] },
        { header: 'Quantity', field: null, mayBe: 'units', values: ['5'] },
        { header: 'Qty', field: null, mayBe: 'units', values: ['6'] },
      ],
      missing: [['order', 'orderId'], ['sku', 'barcode'], ['units']],
      lines: [],
    })
    const { user, server } = open('/order/import?kind=orders', {
      'POST /api/suppliers/import/preview': unknown,
      'PUT /api/file-columns': { saved: true },
    })
    await upload(user, 'x', 'orders.csv')
    const asked =
      'Choose the columns for Number of the order or ID of the order, SKU or Barcode, and Units ordered.'
    expect(await screen.findByText(asked)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Import / })).toBeNull()
    expect(screen.getAllByText('Not read; Units ordered?')).toHaveLength(2)
    await user.selectOptions(screen.getByLabelText('Read Bestellung as'), 'Number of the order')
    await user.selectOptions(screen.getByLabelText('Read Ware as'), 'SKU')
    await user.selectOptions(screen.getByLabelText('Read Qty as'), 'Units ordered')
    await user.click(screen.getByRole('button', { name: 'Read the file again' }))
    await waitFor(() => expect(server.of('POST /api/suppliers/import/preview')).toHaveLength(2))
    expect(server.of('PUT /api/file-columns')[0]!.body).toEqual({
      kind: 'orders',
      headHash: 'b'.repeat(64),
      fields: ['order', 'sku', null, 'units'],
    })
  })

  it('that waits for a calculation says so', async () => {
    const { user } = open('/order/import', {
      'POST /api/suppliers/import/preview': aSupplierImport(),
      'POST /api/suppliers/import/apply': aSupplierImport({ isWaiting: true }),
    })
    await upload(user, 'Vendor,Fax', 'vendors.csv')
    await user.click(await screen.findByRole('button', { name: /^Import 2 suppliers/ }))
    expect(await screen.findByText('Waiting for a calculation')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Import another file' }))
    expect(await screen.findByText('Choose file')).toBeTruthy()
  })

  it('a file that cannot be read says why', async () => {
    const { user } = open('/order/import', {
      'POST /api/suppliers/import/preview': failure(
        400,
        'invalid_input',
        'The file has no column with a name.',
      ),
    })
    await upload(user, 'x', 'a.csv')
    expect(await screen.findByText('The file has no column with a name.')).toBeTruthy()
  })
})

describe('Overstock', () => {
  it('is listed with what it ties up; an unknown cost is not zero', async () => {
    const dead = anExcessRow({
      variantId: 10,
      title: 'Milk Pitcher',
      kind: 'dead',
      lastSoldOn: null,
      unitCostMinor: null,
      excessValueMinor: null,
    })
    open('/order/excess', { 'GET /api/excess-stock': anExcessList([anExcessRow(), dead]) })
    expect(
      await screen.findByText('$4,120 in overstock and $900 without sales, of $61,000 in stock, at cost.'),
    ).toBeTruthy()
    const row = within(screen.getByText('Milk Pitcher').closest('tr')!)
    expect(row.getByText('unknown')).toBeTruthy()
    expect(row.getByText('no sale in 90 days in stock')).toBeTruthy()
    expect(row.getByText('NF-GCS-KR · C: last 5% of margin · Z: rare or irregular')).toBeTruthy()
  })

  it('says that no product matches a filter, and clears it', async () => {
    const { user, router } = open('/order/excess?search=nothing&kind=dead', {
      'GET /api/excess-stock': anExcessList([]),
    })
    expect(await screen.findByText('No product matches')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('No overstock')).toBeTruthy()
    expect(router.state.location.search).toEqual({})
  })

  const dashboard = { 'GET /api/dashboard': aDashboard(), 'GET /api/excess-stock': anExcessList() }

  it('is one line on the dashboard of a shop with suppliers', async () => {
    open('/dashboard', dashboard)
    expect(await screen.findByText(/is tied up in overstock of 1 product/)).toBeTruthy()
    expect(screen.getByText('$5,020')).toBeTruthy()
  })

  it('is not mentioned in a shop without suppliers', async () => {
    const { server } = open('/dashboard', { ...dashboard, 'GET /api/suppliers': aSupplierList([]) })
    await screen.findByRole('heading', { name: 'What needs your attention' })
    await waitFor(() => expect(server.of('GET /api/suppliers')).toHaveLength(1))
    expect(screen.queryByText(/tied up/)).toBeNull()
    expect(server.of('GET /api/excess-stock')).toHaveLength(0)
  })
})

describe('Orders that are late', () => {
  const dashboard = { 'GET /api/dashboard': aDashboard(), 'GET /api/excess-stock': anExcessList([]) }
  const late = (...rows: Parameters<typeof anOrdersList>) => ({
    ...dashboard,
    'GET /api/purchase-orders': anOrdersList(...rows),
  })

  it('are one line on the dashboard, which leads to the only one', async () => {
    const { server } = open('/dashboard', late([anOrderRow()]))
    expect(await screen.findByText('PO-0012 from Altura Roasting')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open the order' }).getAttribute('href')).toBe('/order/orders/12')
    expect(server.of('GET /api/purchase-orders')[0]?.query.late).toBe('true')
  })

  it('are counted on the dashboard, with a link to their list', async () => {
    open('/dashboard', late([anOrderRow()], { total: 3 }))
    expect((await screen.findByText('3 purchase orders')).parentElement?.textContent).toContain('are late.')
    expect(screen.getByRole('link', { name: 'See which' }).getAttribute('href')).toBe(
      '/order/orders?late=true',
    )
  })

  it('are not mentioned on the dashboard where there are none, nor asked for without suppliers', async () => {
    const { server } = open('/dashboard', { ...late([]), 'GET /api/suppliers': aSupplierList([]) })
    await screen.findByRole('heading', { name: 'What needs your attention' })
    await waitFor(() => expect(server.of('GET /api/suppliers').length).toBeGreaterThan(0))
    expect(screen.queryByText(/ late\./)).toBeNull()
    expect(server.of('GET /api/purchase-orders')).toHaveLength(0)
  })
})
