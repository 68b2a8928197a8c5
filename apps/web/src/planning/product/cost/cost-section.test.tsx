import type { ProductCost } from '@stockcast/contract'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { somePlans } from '../../../testing/action-fixtures.ts'
import { openApp } from '../../../testing/render-app.tsx'
import { aCost, aDetail } from '../../../testing/stock-fixtures.ts'

async function getFacts(cost: Partial<ProductCost>, changes: Parameters<typeof aDetail>[0] = {}) {
  openApp('/products/1', {
    'GET /api/products/1': aDetail({ cost: aCost(cost), ...changes }),
    'GET /api/variants/1/plans': somePlans(),
  })
  const section = (await screen.findByRole('heading', { name: 'Cost and margin' })).closest('section')!
  const terms = within(section).getAllByRole('term')
  return Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent]))
}

const unknown = { unitCostMinor: null, landedCostMinor: null, marginMinor: null, stockValueMinor: null }

describe('Cost and margin of a product', () => {
  it('are shown with where the cost comes from, the share of the price, and the stock at cost', async () => {
    expect(await getFacts({})).toEqual({
      'Unit cost': '$11.40price of the preferred supplier',
      Price: '$26.00',
      Margin: '$14.6056% of the price',
      'Stock at cost': '$2,440',
    })
  })

  it('have no stock at cost for a bundle whose parts have the stock', async () => {
    const bundle = {
      kind: 'virtual',
      makeDays: 0,
      isIncomplete: false,
      canMake: null,
      limitedBy: null,
      firstOut: null,
      parts: [],
    }
    expect(await getFacts({}, { bundle: bundle as never })).not.toHaveProperty('Stock at cost')
  })

  it('are at landed cost where an order had freight, duty or other costs, and name that order', async () => {
    const facts = await getFacts({
      sharedCostMinor: 90,
      sharedBy: { orderId: 12, number: 'PO-0012' },
      landedCostMinor: 1230,
      marginMinor: 1370,
    })
    expect(facts).toMatchObject({
      'Freight, duty and other': '$0.90per unit, from PO-0012',
      'Landed cost': '$12.30',
      Margin: '$13.7053% of the price',
    })
    expect(screen.getByRole('link', { name: 'PO-0012' }).getAttribute('href')).toBe('/order/orders/12')
  })

  it('are unknown without a cost, and never zero', async () => {
    expect(await getFacts({ ...unknown, currency: null, source: null })).toEqual({
      'Unit cost': 'unknownAdd it at a supplier',
      Price: '$26.00',
      Margin: 'unknown',
      'Stock at cost': 'unknown',
    })
  })

  it('stay unknown in the shop’s currency while no order has fixed a rate', async () => {
    expect(await getFacts({ ...unknown, unitCostMinor: 1500, currency: 'JPY' })).toMatchObject({
      'Unit cost': '¥1,500price of the preferred supplier',
      'Landed cost': 'unknownno rate for JPY',
      Margin: 'unknown',
    })
  })

  it('below zero are a loss with its sign', async () => {
    expect(await getFacts({ marginMinor: -260 })).toMatchObject({ Margin: '-$2.60-10% of the price' })
  })
})
