import { describe, expect, it } from 'vitest'
import { epochDay } from '../../../kernel/calendar.ts'
import { type SampleProduct, sampleProducts } from './products.ts'
import { sampleUnits } from './sample-sales.ts'

const called = (sku: string): SampleProduct => sampleProducts.find((each) => each.sku === sku)!
const mean = (product: SampleProduct, from: string, days: number) => {
  const first = epochDay(from)
  const units = Array.from({ length: days }, (_, i) => sampleUnits(product, first + i))
  return units.reduce((sum, each) => sum + each, 0) / days
}

describe('the sales of the sample shop', () => {
  it('are of sixty products with names of their own', () => {
    expect(sampleProducts).toHaveLength(60)
    for (const name of ['sku', 'title'] as const)
      expect(new Set(sampleProducts.map((each) => each[name])).size).toBe(60)
    expect(sampleProducts.every(({ price, cost }) => cost < price)).toBe(true)
  })

  it('are the same whenever they are asked for, and near the mean of the product', () => {
    const espresso = called('NF-ESP-1000')
    expect(sampleUnits(espresso, 20_000)).toBe(sampleUnits(espresso, 20_000))
    expect(mean(espresso, '2025-01-01', 365)).toBeCloseTo(9 * 1.05, 0)
  })

  it('follow the season: summer, winter and the weeks of gifts', () => {
    const ofMonths = (sku: string) =>
      ['2025-01-01', '2025-07-01', '2025-12-01'].map((from) => mean(called(sku), from, 31))
    const [january, july] = ofMonths('NF-CLD-750') as [number, number, number]
    expect(july).toBeGreaterThan(3 * january)
    const [cold, warm] = ofMonths('NF-XMAS-250') as [number, number, number]
    expect(cold).toBeGreaterThan(2 * warm)
    const gifts = ofMonths('NF-GFT-3') as [number, number, number]
    expect(gifts[2]).toBeGreaterThan(3 * gifts[1])
  })

  it('are higher in a sale', () => {
    const filters = called('NF-FLT-02')
    const sale = ['2024-02-10', '2024-08-11', '2025-05-12', '2025-11-10'].map((day) => mean(filters, day, 5))
    expect(sale.reduce((sum, each) => sum + each, 0) / 4).toBeGreaterThan(1.5 * filters.unitsPerDay)
  })

  it('are rare and large for cafés and offices', () => {
    const units = Array.from({ length: 730 }, (_, i) => sampleUnits(called('NF-FLT-CAFE'), 20_000 + i))
    const sold = units.filter((each) => each > 0)
    expect(sold.length).toBeLessThan(40)
    expect(Math.min(...sold)).toBeGreaterThan(4)
  })
})
