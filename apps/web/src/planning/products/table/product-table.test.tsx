import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { failure, type fakeServer, type Received } from '../../../testing/fake-server.ts'
import { openApp } from '../../../testing/render-app.tsx'
import { aList, aRow } from '../../../testing/stock-fixtures.ts'

const open = (products: (request: Received) => unknown) =>
  openApp('/products', { 'GET /api/products': products })

describe('The table while the store sells:', () => {
  it('a sale that moves a row highlights its figures, and keeps its menu open and its focus', async () => {
    const espresso = aRow({ variantId: 1, title: 'Espresso', currentStock: 90 })
    const filter = aRow({ variantId: 2, title: 'Filter', currentStock: 80 })
    let rows = [espresso, filter]
    const { user, queryClient } = open(() => aList(rows))
    const button = await screen.findByRole('button', { name: 'Actions for Espresso' })
    await user.click(button)
    expect(await screen.findByRole('menuitem', { name: 'Open product' })).toBeTruthy()
    const focused = document.activeElement
    rows = [filter, { ...espresso, currentStock: 87 }]
    await act(() => queryClient.invalidateQueries({ queryKey: ['products'] }))
    const stock = await screen.findByText('87')
    expect(stock.hasAttribute('data-changed')).toBe(true)
    expect(screen.getByText('80').hasAttribute('data-changed')).toBe(false)
    expect(stock.closest('tr')!.getAttribute('aria-rowindex')).toBe('3')
    expect(screen.getByRole('menuitem', { name: 'Open product' })).toBeTruthy()
    expect(document.activeElement).toBe(focused)
  })

  it('a product that is on two pages for a moment is shown on both', async () => {
    open(() => aList([aRow({ variantId: 1, title: 'Espresso' }), aRow({ variantId: 1, title: 'Espresso' })]))
    expect(await screen.findAllByText('Espresso')).toHaveLength(2)
  })
})

it('a bundle that is put together when sold leads to its parts instead of an order', async () => {
  open(() => aList([aRow({ recommendation: null, orderBy: null, isPutTogether: true })]))
  expect(await screen.findByText('See its parts')).toBeTruthy()
})

describe('The table of a whole catalogue', () => {
  const ROW_PX = 60
  const TOTAL = 10_000
  const pageOfRows = ({ query }: Received) => {
    const page = Number(query.page)
    const rows = Array.from({ length: 100 }, (_, i) => {
      const place = (page - 1) * 100 + i + 1
      return aRow({ variantId: place, title: `Product ${place}` })
    })
    return aList(rows, { total: TOTAL, page })
  }
  const pagesAsked = (server: ReturnType<typeof fakeServer>) =>
    [...new Set(server.of('GET /api/products').map(({ query }) => Number(query.page)))].toSorted(
      (a, b) => a - b,
    )
  const scrollTo = (row: number) => {
    Object.defineProperty(window, 'scrollY', { value: row * ROW_PX, configurable: true })
    fireEvent.scroll(window)
  }
  beforeEach(() => {
    Object.defineProperty(window, 'scrollY', { value: 0, configurable: true })
    // The rows begin under their heads.
    vi.spyOn(HTMLTableSectionElement.prototype, 'getBoundingClientRect').mockImplementation(
      () => new DOMRect(0, 38 - window.scrollY, 900, TOTAL * ROW_PX),
    )
  })

  it('T-01 contains only the rows near the window, and says which of the rows are visible', async () => {
    const { server } = open(pageOfRows)
    expect(await screen.findByText('Product 1')).toBeTruthy()
    const table = screen.getByRole('table', { name: 'Products' })
    expect(table.getAttribute('aria-rowcount')).toBe(String(TOTAL + 1))
    expect(within(table).getAllByRole('row').length).toBeLessThan(100)
    expect(screen.getByText('Product 1').closest('tr')!.getAttribute('aria-rowindex')).toBe('2')
    expect(screen.getByText('1 to 12 of 10,000')).toBeTruthy()
    expect(pagesAsked(server)).toEqual([1])
  })

  it('T-01 loads the page of the rows that come into view, and the next one ahead', async () => {
    const { server } = open(pageOfRows)
    await screen.findByText('Product 1')
    scrollTo(5_070)
    expect(screen.getByText('5,071 to 5,082 of 10,000')).toBeTruthy()
    expect(screen.getAllByText('Loading').length).toBeGreaterThan(12)
    const link = await screen.findByText('Product 5071')
    expect(link.closest('tr')!.getAttribute('aria-rowindex')).toBe('5072')
    expect(screen.queryByText('Product 1')).toBeNull()
    await waitFor(() => expect(pagesAsked(server)).toEqual([1, 51, 52]))
  })

  it('renders rows ahead while at rest, so that scrolling among them changes nothing in the document', async () => {
    open(pageOfRows)
    await screen.findByText('Product 1')
    const rows = () =>
      within(screen.getByRole('table', { name: 'Products' }))
        .getAllByRole('row')
        .map((row) => row.getAttribute('aria-rowindex'))
    await waitFor(() => expect(rows()).toHaveLength(66))
    const before = rows()
    scrollTo(20)
    expect(rows()).toEqual(before)
  })

  it('the row with the focus stays in the document, and in its place, when it is scrolled out of view', async () => {
    open(pageOfRows)
    const link = await screen.findByText('Product 3')
    act(() => link.focus())
    scrollTo(5_070)
    await screen.findByText('Product 5071')
    expect(document.activeElement).toBe(link)
    expect(link.textContent).toBe('Product 3')
    expect(link.closest('tr')!.getAttribute('aria-rowindex')).toBe('4')
    expect(screen.queryByText('Product 4')).toBeNull()
    act(() => link.blur())
    scrollTo(8_000)
    await screen.findByText('Product 8001')
    expect(screen.queryByText('Product 3')).toBeNull()
  })

  it('an open menu stays open for its own product when that is scrolled out of view', async () => {
    const { user } = open(pageOfRows)
    await user.click(await screen.findByRole('button', { name: 'Actions for Product 3' }))
    const item = await screen.findByRole('menuitem', { name: 'Open product' })
    scrollTo(5_070)
    await screen.findByText('Product 5071')
    expect(item.isConnected).toBe(true)
    const button = screen.getByRole('button', { name: 'Actions for Product 3' })
    expect(button.getAttribute('aria-expanded')).toBe('true')
    expect(screen.queryByRole('button', { name: 'Actions for Product 5071', expanded: true })).toBeNull()
  })

  it('loads nothing ahead when the browser is set to save data', async () => {
    vi.stubGlobal('navigator', Object.assign(navigator, { connection: { saveData: true } }))
    const { server } = open(pageOfRows)
    await screen.findByText('Product 1')
    scrollTo(5_070)
    await screen.findByText('Product 5071')
    expect(pagesAsked(server)).toEqual([1, 51])
    Object.assign(navigator, { connection: undefined })
  })

  it('T-05 says beside the count that a page cannot be loaded, and asks for it again', async () => {
    let isBroken = true
    const { user } = open((request) =>
      isBroken && request.query.page !== '1' ? failure(500, 'internal', 'x') : pageOfRows(request),
    )
    await screen.findByText('Product 1')
    scrollTo(5_070)
    expect(await screen.findByText('Failed to load products')).toBeTruthy()
    isBroken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Product 5071')).toBeTruthy()
    expect(screen.queryByText('Failed to load products')).toBeNull()
  })

  it('keeps the last rows, marked as busy, until those in the new order have loaded', async () => {
    let answer: (() => void) | undefined
    const { user } = open((request) =>
      request.query.sort === 'title'
        ? new Promise((resolve) => {
            answer = () => resolve(aList([aRow({ title: 'Apron' })]))
          })
        : pageOfRows(request),
    )
    await screen.findByText('Product 1')
    await user.click(screen.getByRole('button', { name: 'Product' }))
    const table = screen.getByRole('table', { name: 'Products' })
    await waitFor(() => expect(table.getAttribute('aria-busy')).toBe('true'))
    expect(screen.getByText('Product 1')).toBeTruthy()
    await waitFor(() => expect(answer).toBeTruthy())
    act(() => answer!())
    expect(await screen.findByText('Apron')).toBeTruthy()
    expect(screen.getByText('1 to 1 of 1')).toBeTruthy()
    expect(table.getAttribute('aria-busy')).toBe('false')
  })
})
