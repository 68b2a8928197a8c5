import { type Import, saveSalesSchema } from '@stockcast/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { failure } from '../../testing/fake-server.ts'
import { aSession, NOW, withoutStore } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/render-app.tsx'
import { mendCsv } from '../files/mend-file.ts'
import { templates } from './import-form.tsx'

const noStore = aSession({ merchant: withoutStore, connection: null })

function anImport(changes: Partial<Import> = {}): Import {
  return {
    id: 4,
    kind: 'sales',
    status: 'ready',
    fileName: 'sales.csv',
    bytes: 1000,
    bytesRead: 1000,
    layout: 'sales_rows',
    encoding: 'utf-8',
    preview: { columns: ['sku', 'day', 'units'], rows: [['=A1', '2026-11-01', '3']], sheet: null },
    headHash: 'a'.repeat(64),
    columns: [],
    totals: {
      rows: 1200,
      skus: 40,
      newSkus: 0,
      changedSkus: 0,
      unknownSkus: 1,
      returned: 0,
      rowsLeftOut: 0,
      units: 5100,
      days: 30,
      firstDay: '2026-10-01',
      lastDay: '2026-10-30',
    },
    faults: [],
    faultsTotal: 0,
    leftOut: { heads: [], rows: [] },
    message: null,
    createdAt: NOW,
    finishedAt: null,
    ...changes,
  }
}

const open = (latest: Import | null, replies: Record<string, unknown> = {}, session = noStore) =>
  openApp('/import', {
    'GET /api/session': session,
    'GET /api/imports': { import: latest },
    ...replies,
  })

describe('A file to import', () => {
  it('is uploaded with its kind and the shop’s calendar, then followed', async () => {
    const { server, user } = open(null, {
      'POST /api/imports': anImport({ status: 'checking', bytesRead: 370 }),
    })
    await user.click(await screen.findByText('Sales'))
    const input = document.querySelector('input[type=file]') as HTMLInputElement
    await user.upload(input, new File(['sku,day,units'], 'sales.csv'))
    expect(await screen.findByText('37% read.')).toBeTruthy()
    expect(server.of('POST /api/imports')[0]).toMatchObject({
      query: { kind: 'sales', fileName: 'sales.csv', currency: 'USD', timeZone: expect.stringMatching(/\w/) },
      authorization: 'Bearer token',
    })
  })

  it('says why when it cannot be uploaded', async () => {
    const { user } = open(null, { 'POST /api/imports': failure(400, 'invalid_input', 'The file is empty.') })
    await screen.findByText('Choose file')
    const input = document.querySelector('input[type=file]') as HTMLInputElement
    await user.upload(input, new File([''], 'a.csv'))
    expect(await screen.findByText('Upload failed')).toBeTruthy()
    expect(screen.getByText('The file is empty.')).toBeTruthy()
  })

  it('has only sales when a store is connected, in the store’s own calendar', async () => {
    open(null, {}, aSession())
    expect(await screen.findByText(/from before its first order/)).toBeTruthy()
    expect(screen.queryByLabelText('Currency')).toBeNull()
    expect(screen.queryByText('Products and stock')).toBeNull()
  })

  it('shows the shop’s time zone, even one that the browser does not list', async () => {
    open(null, {}, aSession({ merchant: { isConnected: false, timeZone: 'UTC' }, connection: null }))
    const select = await screen.findByRole('combobox', { name: 'Time zone of the shop' })
    expect((select as HTMLInputElement).value).toBe('UTC')
  })

  it('can be started from a template', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    URL.createObjectURL = () => 'blob:x'
    URL.revokeObjectURL = () => undefined
    const { user } = open(null)
    await user.click(
      await screen.findByRole('button', { name: 'Download a template for products and stock' }),
    )
    expect(click).toHaveBeenCalledOnce()
    expect(templates.products.text.split('\r\n')[0]).toContain('product,variant,sku')
  })
})

describe('A checked file', () => {
  it('says what importing it would do, and shows its first rows', async () => {
    open(anImport())
    expect(await screen.findByText('1,200 rows, 40 SKUs, 5,100 units.')).toBeTruthy()
    expect(screen.getByText(/30 days, Oct 1 to Oct 30/)).toBeTruthy()
    expect(screen.getByText('1 SKU has no matching product yet.')).toBeTruthy()
    expect(screen.getByRole('cell', { name: '=A1' })).toBeTruthy()
  })

  it('is imported by one click, and leads to the products', async () => {
    const { user, server } = open(anImport(), {
      'POST /api/imports/4/apply': anImport({ status: 'applied' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Import 1,200 rows' }))
    const link = await screen.findByRole('link', { name: 'See the products' })
    expect(link.getAttribute('href')).toBe('/products')
    expect(server.of('POST /api/imports/4/apply')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Import another file' }))
    expect(await screen.findByText('Choose file')).toBeTruthy()
  })

  it('names each line with an error, and cannot be imported', async () => {
    const faults = [
      { line: 3, column: 'units', reason: '“x” is not a whole number' },
      { line: 500_000, column: null, reason: 'the row has more cells than the first line has columns' },
    ]
    open(anImport({ status: 'faulty', faults, faultsTotal: 2 }))
    expect(await screen.findByText('2 errors to correct')).toBeTruthy()
    expect(screen.getByRole('cell', { name: '500,000' })).toBeTruthy()
    expect(screen.getByRole('cell', { name: '“x” is not a whole number' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Import / })).toBeNull()
  })

  it('names the rows that it leaves out, and imports the others', async () => {
    const faults = [{ line: 3, column: 'units', reason: '“x” is not a whole number' }]
    const { totals } = anImport({})
    open(anImport({ faults, faultsTotal: 1, totals: { ...totals, rows: 10, rowsLeftOut: 1, returned: 2 } }))
    expect(await screen.findByRole('button', { name: 'Import 9 rows, 1 left out' })).toBeTruthy()
    expect(screen.getByText('1 row left out')).toBeTruthy()
    expect(screen.getByText('2 units that came back are left out, and the sales stay.')).toBeTruthy()
  })

  it('says so when it could not be read', async () => {
    const { user } = open(anImport({ status: 'failed', message: 'The compressed file is damaged.' }))
    expect(await screen.findByText('The compressed file is damaged.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Choose another file' }))
    expect(await screen.findByText('Choose file')).toBeTruthy()
  })

  it('is not shown again after it was imported in an earlier visit', async () => {
    open(anImport({ status: 'applied' }))
    expect(await screen.findByText('Choose file')).toBeTruthy()
  })
})

it('a file to mend has the columns of the first one and the reason, and no formula', () => {
  const rows = [{ line: 2, cells: ['=HYPERLINK("x")', '-5'], reason: 'units is empty' }]
  expect(mendCsv({ heads: ['sku', 'stock', 'units'], rows })).toBe(
    'sku,stock,units,Why it was left out\r\n"\'=HYPERLINK(""x"")",-5,,units is empty\r\n',
  )
})

describe('T-06 Demo data', () => {
  const ways = { 'GET /api/session': noStore }

  it('is loaded by the function, from the page that connects a store', async () => {
    const { user, server } = openApp('/connect-shopify', {
      ...ways,
      'POST /functions/seed-demo-data': { variants: 3 },
    })
    await user.click(await screen.findByRole('button', { name: 'Load Demo Data' }))
    expect(await screen.findByText('Demo data loaded')).toBeTruthy()
    expect(server.of('POST /functions/seed-demo-data')[0]?.body).toMatchObject({ merchantId: 7 })
  })

  it('is loaded by the import calls when the function fails', async () => {
    const { user, server } = openApp('/connect-shopify', {
      ...ways,
      'POST /functions/seed-demo-data': failure(500, 'internal', 'Away.'),
      'PUT /api/inventory': { skus: 3, newSkus: 3, changedSkus: 0 },
      'PUT /api/sales': { skus: 3, unknownSkus: 0, units: 300 },
    })
    await user.click(await screen.findByRole('button', { name: 'Load Demo Data' }))
    await waitFor(() => expect(server.of('PUT /api/sales')).toHaveLength(1))
    const { rows } = saveSalesSchema.parse(server.of('PUT /api/sales')[0]?.body)
    expect(rows).toHaveLength(90)
    expect([rows[0]?.day, rows.at(-1)?.day]).toEqual(['2026-10-21', '2026-11-19'])
    expect(await screen.findByText('Demo data loaded')).toBeTruthy()
  })

  it('says so when neither way works', async () => {
    const { user } = openApp('/connect-shopify', {
      ...ways,
      'POST /functions/seed-demo-data': failure(500, 'internal', 'Away.'),
      'PUT /api/inventory': failure(500, 'internal', 'Away as well.'),
    })
    await user.click(await screen.findByRole('button', { name: 'Load Demo Data' }))
    expect(await screen.findByText('Failed to load demo data')).toBeTruthy()
  })

  it('is not tried another way when the server refuses it', async () => {
    const { user, server } = openApp('/connect-shopify', {
      ...ways,
      'POST /functions/seed-demo-data': failure(412, 'precondition_failed', 'You have products of your own.'),
    })
    await user.click(await screen.findByRole('button', { name: 'Load Demo Data' }))
    expect(await screen.findByText('You have products of your own.')).toBeTruthy()
    expect(server.of('PUT /api/inventory')).toHaveLength(0)
  })
})

describe('The columns of a file', () => {
  const column = (header: string, field: Import['columns'][number]['field'], values: string[]) => ({
    header,
    field,
    isRead: field !== null,
    values,
  })
  const unknown = anImport({
    status: 'faulty',
    layout: null,
    columns: [
      column('Part', null, ['MUG-1', 'CUP-1']),
      column('Count', null, ['5']),
      column('When', 'day', []),
    ],
  })

  it('are asked for where they are missing, and the file is read as they were chosen', async () => {
    const { user, server } = open(null, {
      'POST /api/imports': unknown,
      'PUT /api/file-columns': { saved: true },
    })
    await user.click(await screen.findByText('Sales'))
    const input = document.querySelector('input[type=file]') as HTMLInputElement
    await user.upload(input, new File(['Part,Count,When'], 'sales.csv'))
    expect(await screen.findByText('Choose the columns for SKU and Units sold.')).toBeTruthy()
    expect(screen.getByRole('cell', { name: 'MUG-1 · CUP-1' })).toBeTruthy()
    const button = screen.getByRole('button', { name: 'Read the file again' })
    expect(button).toHaveProperty('disabled', true)
    await user.selectOptions(screen.getByLabelText('Read Part as'), 'SKU')
    expect(screen.getByText('Choose the column for Units sold.')).toBeTruthy()
    await user.selectOptions(screen.getByLabelText('Read Count as'), 'Units sold')
    await user.click(button)
    await waitFor(() => expect(server.of('POST /api/imports')).toHaveLength(2))
    expect(server.of('PUT /api/file-columns')[0]!.body).toEqual({
      kind: 'sales',
      headHash: 'a'.repeat(64),
      fields: ['sku', 'units', 'day'],
    })
  })

  it('are remembered without the file, which is then chosen again', async () => {
    const { user } = open(unknown, { 'PUT /api/file-columns': { saved: true } })
    await user.selectOptions(await screen.findByLabelText('Read Part as'), 'SKU')
    await user.selectOptions(screen.getByLabelText('Read Count as'), 'Units sold')
    await user.click(screen.getByRole('button', { name: 'Read the file again' }))
    expect(await screen.findByText('Choose the file again to read it with these columns.')).toBeTruthy()
    expect(screen.getByText('Choose file')).toBeTruthy()
  })

  it('have each field once: the column that had it before loses it', async () => {
    const { user } = open(anImport({ columns: [column('Count', 'units', []), column('Sold', null, [])] }))
    await user.selectOptions(await screen.findByLabelText('Read Sold as'), 'Units sold')
    expect(screen.getByLabelText('Read Count as')).toHaveProperty('value', '')
  })
})
