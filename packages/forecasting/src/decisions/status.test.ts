import { describe, expect, it } from 'vitest'
import { stockStatus } from './status.ts'

const inDays = (days: number) => ({ kind: 'days', daysUntilStockout: days, low: days, high: days }) as const

describe('stockStatus', () => {
  it.each([
    [0, 'critical'],
    [7, 'critical'],
    [8, 'warning'],
    [14, 'warning'],
    [15, 'healthy'],
  ] as const)('T-02 for %i days until stockout is %s', (days, status) => {
    expect(stockStatus({ available: 10, projection: inDays(days) })).toBe(status)
  })

  it('T-02 is out_of_stock without stock, whatever the projection, and healthy without sales', () => {
    expect(stockStatus({ available: 0, projection: { kind: 'no_demand' } })).toBe('out_of_stock')
    expect(stockStatus({ available: -1, projection: inDays(30) })).toBe('out_of_stock')
    expect(stockStatus({ available: 5, projection: { kind: 'no_demand' } })).toBe('healthy')
    expect(stockStatus({ available: 5, projection: { kind: 'beyond', horizonDays: 90, low: 3 } })).toBe(
      'healthy',
    )
  })
})
