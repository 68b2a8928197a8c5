import { isIncoming } from '@stockcast/contract'
import { inCases } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cancelled,
  closed,
  fewestUnits,
  getShares,
  type LineUnits,
  landedUnitCostMinor,
  type OrderUnits,
  obstacleToCancel,
  obstacleToClose,
  obstacleToOrder,
  obstacleToReceive,
  obstacleToReopen,
  type ReceivedUnits,
  remainingUnits,
  reopened,
  sharedCosts,
  stateOfUnits,
  unitCostFor,
  withReceipt,
} from './order-rules.ts'

const RUNS = { numRuns: 1000 }

interface Line extends LineUnits {
  id: number
}

function line(change: Partial<Line> = {}): Line {
  return {
    id: 1,
    ordered: 10,
    confirmed: null,
    received: 0,
    rejected: 0,
    replaced: 0,
    cancelled: 0,
    ...change,
  }
}

const order = (...lines: Line[]): OrderUnits<Line> => ({ status: 'ordered', lines })
const receive = (before: OrderUnits<Line>, units: Partial<ReceivedUnits>, id = 1) =>
  withReceipt(before, (each) =>
    each.id === id ? { accepted: 0, rejected: 0, replaced: 0, ...units } : undefined,
  )

describe('an order that is placed', () => {
  it('is partly received until every line has come, and then received', () => {
    const part = receive(order(line(), line({ id: 2 })), { accepted: 10 })
    expect(part.status).toBe('partly_received')
    expect(receive(part, { accepted: 10 }, 2).status).toBe('received')
  })

  it('expects rejected units again only if the supplier replaces them', () => {
    expect(remainingUnits(receive(order(line()), { accepted: 6, rejected: 4 }).lines[0]!)).toBe(0)
    const replaced = receive(order(line()), { accepted: 6, rejected: 4, replaced: 4 })
    expect([replaced.status, remainingUnits(replaced.lines[0]!)]).toEqual(['partly_received', 4])
  })

  it('expects what the supplier confirmed, less or more than was ordered', () => {
    expect(remainingUnits(line({ confirmed: 7 }))).toBe(7)
    expect(remainingUnits(line({ confirmed: 12, received: 5 }))).toBe(7)
  })

  it('takes more than was ordered, and expects nothing more then', () => {
    const surplus = receive(order(line()), { accepted: 13 })
    expect([surplus.status, remainingUnits(surplus.lines[0]!)]).toEqual(['received', 0])
  })

  it('may not be changed below the units that were received or rejected for good', () => {
    expect(fewestUnits(line({ received: 3, rejected: 2, replaced: 1 }))).toBe(4)
  })
})

describe('a step', () => {
  it.each([
    ['draft', null, 'wrong_state', 'wrong_state', null, 'wrong_state'],
    ['ordered', 'wrong_state', null, null, null, null],
    ['partly_received', 'wrong_state', null, null, 'has_receipts', 'has_receipts'],
    ['received', 'wrong_state', null, 'wrong_state', 'wrong_state', 'wrong_state'],
    ['closed', 'wrong_state', 'wrong_state', 'wrong_state', 'wrong_state', null],
    ['cancelled', 'wrong_state', 'wrong_state', 'wrong_state', 'wrong_state', 'wrong_state'],
  ] as const)('from %s is allowed or refused as the states say', (status, ...wanted) => {
    const units = { status, lines: [line(status === 'partly_received' ? { received: 1 } : {})] }
    const steps = [obstacleToOrder, obstacleToReceive, obstacleToClose, obstacleToCancel, obstacleToReopen]
    expect(steps.map((step) => step(units))).toEqual(wanted)
  })

  it('orders no draft without lines', () => {
    expect(obstacleToOrder({ status: 'draft', lines: [] })).toBe('no_lines')
  })

  it('that closes an order cancels what remains, and reopening brings it back', () => {
    const part = receive(order(line()), { accepted: 4 })
    const ended = closed(part.lines)
    expect([ended.status, ended.lines[0]!.cancelled, remainingUnits(ended.lines[0]!)]).toEqual([
      'closed',
      6,
      0,
    ])
    expect(reopened(ended)).toEqual(part)
  })

  it('that reopens an order without receipts makes it a draft', () => {
    expect(reopened(order(line())).status).toBe('draft')
  })
})

const anyLine = fc.record({
  ordered: fc.integer({ min: 1, max: 500 }),
  confirmed: fc.option(fc.integer({ min: 0, max: 500 })),
})
const anyOrder = fc
  .array(anyLine, { minLength: 1, maxLength: 5 })
  .map((lines) => order(...lines.map((each, index) => line({ id: index, ...each }))))
const anyUnits = fc
  .tuple(fc.nat(300), fc.nat(30), fc.boolean())
  .map(([accepted, rejected, isReplaced]) => ({ accepted, rejected, replaced: isReplaced ? rejected : 0 }))
const anyReceipts = fc.array(fc.record({ key: fc.nat(6), line: fc.nat(4), units: anyUnits }), {
  maxLength: 12,
})

type AnyReceipt = { key: number; line: number; units: ReceivedUnits }

/** Applies receipts as the server does: one key counts once. */
function applyAll(start: OrderUnits<Line>, receipts: readonly AnyReceipt[]): OrderUnits<Line> {
  const seen = new Set<number>()
  return receipts.reduce((state, { key, line: id, units }) => {
    if (seen.has(key)) return state
    seen.add(key)
    return receive(state, units, id)
  }, start)
}

describe('over 1,000 cases', () => {
  it('receipts in any order, and any of them repeated, give one state', () => {
    fc.assert(
      fc.property(anyOrder, anyReceipts, fc.infiniteStream(fc.nat()), (start, receipts, random) => {
        const once = [...new Map(receipts.map((each) => [each.key, each])).values()]
        const mixed = once
          .flatMap((each) => ((random.next().value ?? 0) % 2 === 0 ? [each] : [each, each]))
          .map((each) => ({ each, place: random.next().value ?? 0 }))
          .sort((a, b) => a.place - b.place)
          .map(({ each }) => each)
        expect(applyAll(start, mixed)).toEqual(applyAll(start, once))
      }),
      RUNS,
    )
  })

  it('a counter-receipt restores the state before the receipt, whatever came between', () => {
    fc.assert(
      fc.property(anyOrder, anyReceipts, anyUnits, fc.nat(4), (start, receipts, units, id) => {
        const without = applyAll(start, receipts)
        const undone = receive(
          applyAll(receive(start, units, id), receipts),
          { accepted: -units.accepted, rejected: -units.rejected, replaced: -units.replaced },
          id,
        )
        expect(undone.lines.map((each) => ({ ...each }))).toEqual(without.lines.map((each) => ({ ...each })))
        expect(undone.status).toBe(stateOfUnits(without.lines))
      }),
      RUNS,
    )
  })

  it('only an order that is placed and not finished has units to come', () => {
    fc.assert(
      fc.property(anyOrder, anyReceipts, (start, receipts) => {
        const state = applyAll(start, receipts)
        const remaining = (units: OrderUnits<Line>) =>
          units.lines.reduce((sum, each) => sum + remainingUnits(each), 0)
        if (state.status === 'received') expect(remaining(state)).toBe(0)
        if (!isIncoming(state.status)) expect(remaining(state)).toBe(0)
        expect(remaining(closed(state.lines))).toBe(0)
        expect(remaining(cancelled(state.lines))).toBe(0)
        expect(remaining(reopened(closed(state.lines)))).toBe(remaining(state))
        for (const each of state.lines) expect(remainingUnits(each)).toBeGreaterThanOrEqual(0)
      }),
      RUNS,
    )
  })
})

describe('a price', () => {
  const prices = {
    unitCostMinor: 500,
    priceBreaks: [
      { fromUnits: 10, unitCostMinor: 450 },
      { fromUnits: 50, unitCostMinor: 400 },
    ],
  }

  it.each([
    [9, 500],
    [10, 450],
    [49, 450],
    [50, 400],
  ])('of %i units is that of the last price break that they reach', (units, cost) => {
    expect(unitCostFor(units, prices)).toBe(cost)
  })

  it('that is unknown stays unknown, and is not zero', () => {
    expect(unitCostFor(5, { unitCostMinor: null, priceBreaks: [] })).toBeNull()
  })
})

describe('shared costs', () => {
  it('give the remaining cents to the largest line', () => {
    expect(getShares(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(getShares(100, [1, 2, 3])).toEqual([16, 33, 51])
  })

  it('go by value, by units, or nowhere', () => {
    const lines = [
      { units: 1, unitCostMinor: 900 },
      { units: 9, unitCostMinor: 11 },
    ]
    expect(sharedCosts(1000, 'units', lines)).toEqual([100, 900])
    expect(sharedCosts(1000, 'value', lines)[0]).toBeGreaterThan(890)
    expect(sharedCosts(1000, 'none', lines)).toEqual([0, 0])
  })

  it('are shared by units if no line has a cost', () => {
    const lines = [
      { units: 3, unitCostMinor: null },
      { units: 1, unitCostMinor: null },
    ]
    expect(sharedCosts(100, 'value', lines)).toEqual([75, 25])
  })

  it('leave every other line its exact share, rounded down, and the largest line at least that', () => {
    const line = fc.record({
      units: fc.integer({ min: 1, max: 10 ** 6 }),
      unitCostMinor: fc.option(fc.nat(10 ** 9)),
    })
    const lines = fc.array(line, { minLength: 1, maxLength: 30 })
    inCases(1000, fc.nat(10 ** 12), fc.constantFrom('value', 'units'), lines, (extra, sharing, all) => {
      const values = all.map(({ units, unitCostMinor }) => BigInt(units) * BigInt(unitCostMinor ?? 0))
      const isByUnits = sharing === 'units' || values.every((value) => value === 0n)
      const weights = isByUnits ? all.map(({ units }) => BigInt(units)) : values
      const total = weights.reduce((sum, weight) => sum + weight, 0n)
      const largest = weights.reduce((best, weight, i) => (weight > weights[best]! ? i : best), 0)
      sharedCosts(extra, sharing, all).forEach((share, i) => {
        const exact = Number((BigInt(extra) * weights[i]!) / total)
        if (i === largest) expect(share).toBeGreaterThanOrEqual(exact)
        else expect(share).toBe(exact)
      })
    })
  })

  it('are part of the landed cost of a unit, which is unknown without a unit cost', () => {
    expect(landedUnitCostMinor({ units: 3, unitCostMinor: 100 }, 100)).toBe(133)
    expect(landedUnitCostMinor({ units: 3, unitCostMinor: null }, 100)).toBeNull()
    expect(landedUnitCostMinor({ units: 0, unitCostMinor: 100 }, 0)).toBe(100)
  })

  it('always add up to the amount, each rounded by less than the number of lines', () => {
    inCases(
      1000,
      fc.nat(10 ** 12),
      fc.array(fc.nat(10 ** 9), { minLength: 1, maxLength: 30 }),
      (amount, weights) => {
        const shares = getShares(amount, weights)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
        expect(shares.every((share) => Number.isInteger(share) && share >= 0)).toBe(true)
      },
    )
  })
})
