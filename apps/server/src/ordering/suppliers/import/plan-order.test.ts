import { describe, expect, it } from 'vitest'
import { type OrderRow, planOrder } from './plan-order.ts'
import { type ImportedOrder, planUpdate } from './plan-update.ts'

const TODAY = '2026-11-20'

/** Returns a row that counts how often it is looked at. */
function countedRow(line: number, variantId: number, count: () => void): OrderRow {
  return {
    named: { line, supplier: 'Altura', sku: `S${variantId}`, variantId, matchedBy: 'sku' },
    order: '1001',
    supplierName: 'Altura',
    currency: 'USD',
    get variantId() {
      count()
      return variantId
    },
    units: 5,
    received: 5,
    rejected: 0,
    cancelled: 0,
    unitCostMinor: null,
    orderedOn: '2026-11-01',
    expectedOn: null,
    receivedOn: '2026-11-10',
    end: 'open',
  }
}

describe('an order of very many rows', () => {
  it('has a thousand lines planned and the others as faults, and each row is looked at only a few times', () => {
    let looks = 0
    const rows = Array.from({ length: 30_000 }, (_, n) => countedRow(n + 2, n, () => looks++))
    const { planned, faults } = planOrder(rows, TODAY)
    expect(planned?.lines).toHaveLength(1000)
    expect(faults).toHaveLength(29_000)
    expect(faults[0]).toEqual({
      row: rows[1000],
      reason: 'An order has 1,000 lines at most. Split it into several.',
    })
    expect(looks).toBeLessThan(10 * rows.length)
  })

  it('adds up the rows of one product without a search through all of them', () => {
    let looks = 0
    const rows = Array.from({ length: 30_000 }, (_, n) => countedRow(n + 2, n % 900, () => looks++))
    const { planned, faults } = planOrder(rows, TODAY)
    expect(planned?.lines).toHaveLength(900)
    expect(planned?.lines.reduce((sum, { units }) => sum + units, 0)).toBe(150_000)
    expect(faults).toEqual([])
    expect(looks).toBeLessThan(10 * rows.length)
  })

  it('is compared with what was imported before without a search through all of its lines', () => {
    let looks = 0
    const rows = Array.from({ length: 1000 }, (_, n) => countedRow(n + 2, n, () => undefined))
    const known: ImportedOrder = {
      orderId: 1,
      status: 'ordered',
      orderedOn: '2026-11-01',
      expectedOn: null,
      isConfirmed: false,
      currency: 'USD',
      lines: Array.from({ length: 1000 }, (_, n) => ({
        lineId: n + 1,
        get variantId() {
          looks++
          return n
        },
        units: 5,
        received: 0,
        rejected: 0,
        cancelled: 0,
        unitCostMinor: null,
        confirmed: null,
        receipts: [],
      })),
    }
    const { updates, change } = planUpdate(known, planOrder(rows, TODAY).planned!)
    expect(updates.every(({ reason }) => reason === null)).toBe(true)
    expect(change?.receipts).toHaveLength(1000)
    expect(looks).toBeLessThan(10 * known.lines.length)
  })
})
