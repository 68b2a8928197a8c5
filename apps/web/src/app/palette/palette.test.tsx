import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { failure } from '../../testing/fake-server.ts'
import { aSession, withoutStore } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/render-app.tsx'
import { someSettings } from '../../testing/settings-fixtures.ts'
import { aList, aRow } from '../../testing/stock-fixtures.ts'

const base = {
  'GET /api/settings': someSettings,
  'GET /api/alerts': { alerts: [], total: 0, page: 1, pageSize: 50 },
}

async function openPalette(replies: Record<string, unknown> = {}) {
  const { server, ...app } = openApp('/settings', { ...base, ...replies })
  const button = await screen.findByRole('button', { name: 'Search' })
  fireEvent.keyDown(document.documentElement, { key: 'k', code: 'KeyK', ctrlKey: true })
  const field = await screen.findByRole('combobox', { name: /Search products/ })
  await waitFor(() => expect(document.activeElement).toBe(field))
  const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
  const pointedAt = () =>
    document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent
  return { ...app, server, button, field, options, pointedAt }
}

describe('The global search:', () => {
  it('Ctrl+K opens it, Cmd+K closes it, and the focus returns to where it was', async () => {
    const { user } = openApp('/settings', base)
    const button = await screen.findByRole('button', { name: 'Search' })
    button.focus()
    fireEvent.keyDown(button, { key: 'k', code: 'KeyK', ctrlKey: true })
    expect(await screen.findByRole('dialog', { name: 'Search' })).toBeDefined()
    fireEvent.keyDown(document.activeElement!, { key: 'k', code: 'KeyK', metaKey: true })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(button)

    await user.click(button)
    await screen.findByRole('dialog', { name: 'Search' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(button)
  })

  it('what is typed before its field has the focus is kept for it', async () => {
    const { user } = openApp('/settings', base)
    await screen.findByRole('button', { name: 'Search' })
    await user.keyboard('{Control>}k{/Control}accou')
    const field = await screen.findByRole('combobox', { name: /Search products/ })
    await waitFor(() => expect(field).toHaveProperty('value', 'accou'))
    await user.keyboard('nt')
    expect(field).toHaveProperty('value', 'account')
  })

  it('arrow keys highlight an option and wrap at both ends, while the field keeps the focus', async () => {
    const { user, field, pointedAt } = await openPalette()
    await user.type(field, 'settings')
    expect(pointedAt()).toBe('Global Settings')
    await user.keyboard('{ArrowDown}')
    expect(pointedAt()).toBe('Per-Product Settings')
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(pointedAt()).toBe('Account')
    await user.keyboard('{ArrowDown}')
    expect(pointedAt()).toBe('Global Settings')
    expect(document.activeElement).toBe(field)
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Global Settings')
  })

  it.each([
    [1, []],
    [2, ['Transfers', 'Locations']],
  ])('a shop with %i locations finds %j', async (count, found) => {
    const locations = ['Main warehouse', 'Shop floor']
      .slice(0, count)
      .map((name, id) => ({ id, name, role: 'shop', unitsSold: null }))
    const { user, field, server, options } = await openPalette({
      'GET /api/locations': { locations, lanes: [], alertsByLocation: false, leastTransferMinor: 0 },
    })
    await waitFor(() => expect(server.of('GET /api/locations')).not.toEqual([]))
    await user.type(field, 'location')
    expect(options()).toEqual(found)
  })

  it('Enter goes to the typed screen, whose heading takes the focus', async () => {
    const { user, field, path } = await openPalette()
    await user.type(field, 'alert hist{Enter}')
    const heading = await screen.findByRole('heading', { level: 1, name: 'Alert History' })
    expect(path()).toBe('/alerts')
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('the server finds products by title or SKU once the typing pauses', async () => {
    const { user, field, server, path } = await openPalette({
      'GET /api/products': aList([aRow(), aRow({ variantId: 2, title: 'Espresso cup', sku: 'NF-CUP' })]),
      'GET /api/products/2': failure(404, 'not_found', 'Product not found.'),
    })
    await user.type(field, 'espresso')
    const group = await screen.findByRole('group', { name: 'Products' })
    expect(
      within(group)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['House Espresso, 1 kgNF-ESP-1000Low Stock', 'Espresso cupNF-CUPLow Stock'])
    const asked = server.of('GET /api/products').map(({ query }) => query.search)
    expect(asked).toEqual(['espresso'])
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(path()).toBe('/products/2'))
  })

  it('screens and actions are found while products cannot be searched, and the failure is shown', async () => {
    const { user, field, options } = await openPalette({
      'GET /api/products': failure(400, 'invalid_input', 'search: too long.'),
    })
    await user.type(field, 'export')
    expect(await screen.findByText('Failed to load products')).toBeDefined()
    expect(options()).toEqual(['Export CSV', 'Export Excel workbook'])
  })

  it('an empty result says so', async () => {
    const { user, field } = await openPalette({ 'GET /api/products': aList([], { total: 0 }) })
    await user.type(field, 'zzz')
    expect(await screen.findByText('Nothing is called “zzz”.')).toBeDefined()
    expect(field.getAttribute('aria-expanded')).toBe('false')
  })

  it('actions run from anywhere, such as a sync', async () => {
    const { user, field, server } = await openPalette({
      'POST /functions/shopify-sync-inventory': { success: true, syncRunId: 4 },
    })
    await user.type(field, 'sync from{Enter}')
    await waitFor(() => expect(server.of('POST /functions/shopify-sync-inventory')).toHaveLength(1))
  })

  it('without a store there is nothing to sync, forecast or export', async () => {
    const { options } = await openPalette({
      'GET /api/session': aSession({ merchant: withoutStore, connection: null }),
    })
    expect(options()).toContain('Import')
    expect(options().join()).not.toMatch(/Sync|Run Forecasts|Export/)
  })
})
