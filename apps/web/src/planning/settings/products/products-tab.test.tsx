import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { failure, type Received } from '../../../testing/fake-server.ts'
import { openApp } from '../../../testing/render-app.tsx'
import { aVariant, aVariantList } from '../../../testing/settings-fixtures.ts'

const rows = [
  aVariant({ variantId: 1, title: 'Apron', safetyStock: 7 }),
  aVariant({ variantId: 2, title: 'Bag', sku: null }),
  aVariant({ variantId: 3, title: 'Cup' }),
]
const base = { 'GET /api/settings/variants': aVariantList(rows) }
const saveKey = 'PUT /api/variants/2/settings'
const kept = ({ body }: Received) => ({ ...rows[1], ...(body as object) })

async function open(replies: Record<string, unknown> = {}) {
  const { server, ...app } = openApp('/settings?tab=products', { ...base, ...replies })
  const input = (label: string) => screen.getByLabelText(label) as HTMLInputElement
  return { server, ...app, input }
}

const stockOfBag = 'Safety stock of Bag'
const saveBag = { name: 'Save Bag' }

describe('Per-product settings:', () => {
  it('G-03 a row shows title, SKU and its own settings, with the defaults as placeholders', async () => {
    const { input } = await open()
    expect((await screen.findByLabelText('Safety stock of Apron')).getAttribute('value')).toBe('7')
    expect(input(stockOfBag).value).toBe('')
    expect(input(stockOfBag).placeholder).toBe('5')
    expect(input('Lead time of Bag').placeholder).toBe('14')
    expect(screen.getByText('SKU-1')).toBeDefined()
  })

  it('a row names its supplier with the lead time that applies without its own', async () => {
    const usual = { leadTimeDays: 21, leadTimeSource: 'learned', coverDays: 7, supplier: 'Acme' } as const
    const { input } = await open({
      'GET /api/settings/variants': aVariantList([aVariant({ variantId: 1, title: 'Apron', usual })]),
    })
    expect(await screen.findByText('SKU-1 · Acme: 21 days, learned')).toBeDefined()
    expect(input('Lead time of Apron').placeholder).toBe('21')
    expect(input('Cover of Apron').placeholder).toBe('7')
  })

  it('G-03 Enter saves one product, with null for the missing number', async () => {
    const { server, user } = await open({ [saveKey]: kept })
    await user.type(await screen.findByLabelText(stockOfBag), '12{Enter}')
    expect(await screen.findByText('Product settings saved successfully')).toBeDefined()
    expect(server.of(saveKey)[0]?.body).toEqual({
      safetyStock: 12,
      leadTimeDays: null,
      coverDays: null,
    })
    await waitFor(() => expect(screen.queryByRole('button', saveBag)).toBeNull())
  })

  it('G-03 the Save button appears only while something is not saved', async () => {
    const { server, user, input } = await open({ 'PUT /api/variants/1/settings': rows[0] })
    await screen.findByLabelText(stockOfBag)
    expect(screen.queryByRole('button', { name: 'Save Apron' })).toBeNull()
    await user.clear(input('Safety stock of Apron'))
    expect(screen.getByText('1 product not saved yet.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Save Apron' }))
    expect(await server.bodyOf('PUT /api/variants/1/settings')).toEqual({
      safetyStock: null,
      leadTimeDays: null,
      coverDays: null,
    })
  })

  it('G-03 Escape discards what was typed', async () => {
    const { user, input } = await open()
    await user.type(await screen.findByLabelText(stockOfBag), '9{Escape}')
    expect(input(stockOfBag).value).toBe('')
    expect(screen.queryByRole('button', saveBag)).toBeNull()
  })

  it.each(['-1', '1.5', 'ten', '1000000'])('G-03 %s is refused in place, nothing is sent', async (typed) => {
    const { server, user, input } = await open()
    await user.type(await screen.findByLabelText(stockOfBag), `${typed}{Enter}`)
    expect(screen.getByText('Enter a whole number from 0 to 999,999.')).toBeDefined()
    expect(input(stockOfBag).getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByRole('button', saveBag)).toBeNull()
    expect(server.of(saveKey)).toHaveLength(0)
  })

  it('G-03 a failed save says so, also in place, and keeps what was typed', async () => {
    const { user, input } = await open({ [saveKey]: failure(500, 'internal', 'The database is away.') })
    await user.type(await screen.findByLabelText(stockOfBag), '12{Enter}')
    expect(await screen.findByText('Failed to save product settings')).toBeDefined()
    expect(screen.getAllByText('The database is away.').length).toBeGreaterThan(1)
    expect(input(stockOfBag).value).toBe('12')
    expect(screen.getByRole('button', saveBag)).toBeDefined()
  })

  it('G-03 a value that is half typed stays with its product and keeps the focus while the list scrolls', async () => {
    const getPage = (page: number) => {
      const all = Array.from({ length: 100 }, (_, i) => (page - 1) * 100 + i + 1)
      return all.map((variantId) => aVariant({ variantId, title: `Product ${variantId}` }))
    }
    const { user, input } = await open({
      'GET /api/settings/variants': ({ query }: Received) =>
        aVariantList(getPage(Number(query.page)), { total: 1_000, page: Number(query.page) }),
    })
    await user.type(await screen.findByLabelText('Safety stock of Product 2'), '1')
    Object.defineProperty(window, 'scrollY', { value: 500 * 56, configurable: true })
    fireEvent.scroll(window)
    expect((await screen.findByLabelText<HTMLInputElement>('Safety stock of Product 501')).value).toBe('')
    expect(document.activeElement).toBe(input('Safety stock of Product 2'))
    await user.keyboard('2')
    expect(input('Safety stock of Product 2').value).toBe('12')
    expect(screen.getByText('1 product not saved yet.')).toBeDefined()
    Object.defineProperty(window, 'scrollY', { value: 0, configurable: true })
  })

  it('G-03 an empty list says how to get products', async () => {
    await open({ 'GET /api/settings/variants': aVariantList([]) })
    expect(
      await screen.findByText('No products found. Connect your Shopify store to get started.'),
    ).toBeDefined()
    expect(screen.getByRole('link', { name: 'Connect Store' }).getAttribute('href')).toBe('/connect-shopify')
  })

  it('G-03 a failed answer can be tried again', async () => {
    let isDown = true
    const { user } = await open({
      'GET /api/settings/variants': () => (isDown ? failure(500, 'internal', 'Away.') : aVariantList(rows)),
    })
    expect(await screen.findByText('Failed to load settings')).toBeDefined()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByLabelText(stockOfBag)).toBeDefined()
  })

  it('G-03 the server searches and filters', async () => {
    const { server, user } = await open()
    await user.type(await screen.findByLabelText('Search products'), 'bag')
    await user.click(screen.getByRole('radio', { name: 'Own settings 1' }))
    await waitFor(() =>
      expect(server.of('GET /api/settings/variants').at(-1)?.query).toMatchObject({
        search: 'bag',
        only: 'overridden',
      }),
    )
  })

  it('G-03 the document contains few of ten thousand rows', async () => {
    const many = Array.from({ length: 100 }, (_, i) => aVariant({ variantId: i + 1 }))
    await open({ 'GET /api/settings/variants': aVariantList(many, { total: 10_000 }) })
    await screen.findByLabelText('Safety stock of Product 1')
    const table = screen.getByRole('table')
    expect(table.getAttribute('aria-rowcount')).toBe('10001')
    expect(within(table).getAllByRole('row').length).toBeLessThan(60)
  })
})

describe('Many products at once:', () => {
  const bulk = 'PUT /api/settings/variants'

  it('G-03 a number is set for the selected products, their count is shown, and the change can be undone', async () => {
    const { server, user } = await open({
      [bulk]: { matched: 2, changed: 2, undoId: 5 },
      'POST /api/settings/changes/5/undo': { restored: 2 },
    })
    await user.click(await screen.findByLabelText('Select Bag'))
    await user.click(screen.getByLabelText('Select Cup'))
    await user.click(screen.getByRole('button', { name: 'Change settings' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('heading', { name: 'Change 2 products' })).toBeDefined()
    await user.click(dialog.getAllByText('Set to')[0]!)
    await user.type(dialog.getByLabelText('New safety stock, units'), '30')
    await user.click(dialog.getByRole('button', { name: 'Change 2 products' }))
    expect(await screen.findByText('2 products changed')).toBeDefined()
    expect(server.of(bulk)[0]?.body).toEqual({
      target: { kind: 'chosen', variantIds: [2, 3] },
      set: { safetyStock: 30 },
    })
    expect(screen.queryByText('2 products selected')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(/2 products restored to their previous values/)).toBeDefined()
  })

  it('G-03 a number is cleared for all products that match', async () => {
    const { server, user } = await open({ [bulk]: { matched: 2, changed: 0, undoId: null } })
    await user.click(await screen.findByLabelText('Select all 3 products'))
    await user.click(screen.getByLabelText('Select Apron'))
    await user.click(screen.getByRole('button', { name: 'Change settings' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByText('Default (14)'))
    await user.click(dialog.getByRole('button', { name: 'Change 2 products' }))
    expect(await screen.findByText('0 products changed')).toBeDefined()
    expect(server.of(bulk)[0]?.body).toEqual({
      target: { kind: 'matching', search: '', only: 'all', except: [1] },
      set: { leadTimeDays: null },
    })
  })

  it('G-03 a failed change stays open with what was chosen', async () => {
    const { user } = await open({ [bulk]: failure(500, 'internal', 'The database is away.') })
    await user.click(await screen.findByLabelText('Select Bag'))
    await user.click(screen.getByRole('button', { name: 'Change settings' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('button', { name: 'Change 1 product' }).hasAttribute('disabled')).toBe(true)
    await user.click(dialog.getAllByText('Set to')[1]!)
    await user.type(dialog.getByLabelText('New lead time, days'), 'soon')
    await user.click(dialog.getByRole('button', { name: 'Change 1 product' }))
    expect(dialog.getByText('Enter a whole number from 0 to 3,650.')).toBeDefined()
    await user.fill(dialog.getByLabelText('New lead time, days'), '40')
    await user.click(dialog.getByRole('button', { name: 'Change 1 product' }))
    expect(await dialog.findByText('The database is away.')).toBeDefined()
    expect((dialog.getByLabelText('New lead time, days') as HTMLInputElement).value).toBe('40')
    expect(screen.getByText('1 product selected')).toBeDefined()
  })
})
