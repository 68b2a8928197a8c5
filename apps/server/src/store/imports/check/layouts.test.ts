import { describe, expect, it } from 'vitest'
import { readHeader } from './layouts.ts'

describe('a first line', () => {
  it('of 60,000 columns is recognised, and a name that appears twice is found', () => {
    const names = ['sku', '2026-11-01', ...Array.from({ length: 60_000 }, (_, n) => `column ${n}`)]
    expect(readHeader('sales', names)).toMatchObject({ header: { layout: 'sales_days' } })
    expect(readHeader('sales', [...names, 'SKU'])).toMatchObject({
      faults: [{ column: 'SKU', reason: 'this column appears twice' }],
    })
  })

  it('of very long names is shown shortened', () => {
    const reading = readHeader('sales', ['sku', 'day', 'units', 'x'.repeat(30_000)])
    expect(reading).toMatchObject({
      header: { layout: 'sales_rows', at: new Map(Object.entries({ sku: 0, day: 1, units: 2 })) },
    })
    expect('header' in reading && reading.header.names[3]).toBe(`${'x'.repeat(100)}…`)
  })
})
