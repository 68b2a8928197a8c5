import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openApp } from '../testing/render-app.tsx'
import { aDetail, aList, aRow } from '../testing/stock-fixtures.ts'

/** Goes from the list to a product, whose answer arrives when the test calls `answer`. */
async function goToProduct() {
  const detail = Promise.withResolvers()
  const { user } = openApp('/products', {
    'GET /api/products': aList([aRow()]),
    'GET /api/products/1': () => detail.promise,
  })
  const link = await screen.findByRole('link', { name: 'House Espresso, 1 kg' })
  link.focus()
  await user.keyboard('{Enter}')
  await screen.findByText('Loading product...')
  return { user, answer: () => act(async () => detail.resolve(aDetail())) }
}

describe('The focus after a change of page', () => {
  it('waits on the page, and moves to its heading once the heading is there', async () => {
    const { answer } = await goToProduct()
    await waitFor(() => expect(document.activeElement).toBe(document.getElementById('main')))
    await answer()
    const heading = await screen.findByRole('heading', { level: 1, name: 'House Espresso, 1 kg' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })

  it('stays where the person has moved it in the meantime', async () => {
    const { answer } = await goToProduct()
    await waitFor(() => expect(document.activeElement).toBe(document.getElementById('main')))
    const search = screen.getByRole('button', { name: 'Search' })
    search.focus()
    await answer()
    await screen.findByRole('heading', { level: 1, name: 'House Espresso, 1 kg' })
    expect(document.activeElement).toBe(search)
  })
})
