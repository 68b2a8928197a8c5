import { forAll, inCases } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { epochDay } from '../../../kernel/calendar.ts'
import type { OpenLine } from '../../../planning/incoming/open-line-queries.ts'
import { countedUnits } from '../../../planning/incoming/scheduled-receipts.ts'
import { arrival } from '../orders/arrival.ts'
import { followLines } from './follow-lines.ts'

const today = epochDay('2026-11-20')

function order(change: Partial<OpenLine> = {}): OpenLine {
  return {
    id: 1,
    order_id: 1,
    variant_id: 7,
    is_noted: true,
    remaining_units: 100,
    seen_units: 0,
    awaited_units: 0,
    not_in_store: 0,
    booked_units: 0,
    sold_since: 0,
    is_matched: false,
    expected_on: '2026-12-01',
    available_seen: 20,
    incoming_seen: 0,
    ...change,
  }
}

function follow(now: { available: number; incoming: number }, orders = [order()], day = today) {
  return followLines(orders, now, day).map((line) => [countedUnits(line), line.closed])
}

describe('a noted order', () => {
  it.each([
    ['stays whole while units are only sold', { available: 5, incoming: 0 }, [100, null]],
    ['has arrived when the stock rose by it', { available: 120, incoming: 0 }, [0, 'arrived']],
    ['is smaller by what arrived', { available: 60, incoming: 0 }, [60, null]],
    [
      'is closed once the store counts its units in a transfer',
      { available: 20, incoming: 100 },
      [0, 'arrived'],
    ],
  ])('%s', (_, now, left) => {
    expect(follow(now)).toEqual([left])
  })

  it('is not reduced by the arrival of a transfer that the store knew before', () => {
    const beside = order({ incoming_seen: 50 })
    expect(follow({ available: 70, incoming: 0 }, [beside])).toEqual([[100, null]])
  })

  it('that is expected first is reduced first', () => {
    const later = order({ id: 2, remaining_units: 40, expected_on: '2026-12-09' })
    expect(follow({ available: 140, incoming: 0 }, [order(), later])).toEqual([
      [0, 'arrived'],
      [20, null],
    ])
  })

  it('is closed more than a week after the day it was expected', () => {
    const late = epochDay('2026-12-08')
    expect(follow({ available: 20, incoming: 0 }, [order()], late)).toEqual([[100, null]])
    expect(follow({ available: 20, incoming: 0 }, [order()], late + 1)).toEqual([[100, 'overdue']])
  })

  it('stays the same when it is updated twice', () => {
    const units = fc.integer({ min: 0, max: 300 })
    const anyOrders = fc.array(fc.record({ remaining_units: fc.integer({ min: 1, max: 200 }) }), {
      maxLength: 4,
    })
    forAll(anyOrders, units, units, (changes, available, incoming) => {
      const orders = changes.map((change, index) => order({ id: index, ...change }))
      const once = followLines(orders, { available, incoming }, today)
      const open = once.filter((each) => each.closed === null)
      expect(followLines(open, { available, incoming }, today)).toEqual(open)
    })
  })
})

describe('a purchase order', () => {
  const own = (change: Partial<OpenLine> = {}) => order({ is_noted: false, ...change })

  it('stays open when its units arrive in the stock, and counts them once', () => {
    const [line] = followLines([own()], { available: 120, incoming: 0 }, today)
    expect(line).toMatchObject({ seen_units: 100, remaining_units: 100, closed: null })
    expect(countedUnits(line!)).toBe(0)
  })

  it('stays open however late it is', () => {
    expect(follow({ available: 20, incoming: 0 }, [own()], today + 300)).toEqual([[100, null]])
  })

  it('whose units were received before the stock shows them takes none from the next order', () => {
    const received = own({ remaining_units: 0, ...awaiting(60) })
    const next = own({ id: 2, order_id: 2, expected_on: '2026-12-20' })
    const lines = followLines([received, next], { available: 80, incoming: 0 }, today)
    expect(lines.map((line) => [line.awaited_units, countedUnits(line)])).toEqual([
      [0, 0],
      [0, 100],
    ])
  })

  it('counts nothing of the stock at its first update as arrived', () => {
    const fresh = own({ available_seen: null, incoming_seen: null })
    expect(follow({ available: 500, incoming: 70 }, [fresh])).toEqual([[100, null]])
  })

  it('counts no unit twice in 1,000 random sequences of transfers, arrivals, receipts and syncs', () => {
    const step = fc.record({
      kind: fc.constantFrom('transfer', 'transfer_arrives', 'adjust', 'receive'),
      line: fc.nat(1),
      units: fc.integer({ min: 1, max: 40 }),
      isSynced: fc.boolean(),
    })
    inCases(1000, fc.array(step, { maxLength: 20 }), (steps) => {
      const ordered = 200
      let lines = [own(), own({ id: 2, order_id: 2, expected_on: '2026-12-20' })]
      const store = { available: 20, incoming: 0 }
      // Units that the store has booked, and those that were received here.
      let booked = 0
      for (const { kind, line, units, isSynced } of steps) {
        if (kind === 'transfer' || kind === 'adjust') {
          const left = Math.min(units, ordered - booked)
          booked += left
          if (kind === 'transfer') store.incoming += left
          else store.available += left
        } else if (kind === 'transfer_arrives') {
          const left = Math.min(units, store.incoming)
          store.incoming -= left
          store.available += left
        } else {
          lines = lines.map((each, index) => (index === line ? received(each, units) : each))
        }
        // The store is read after each of its own changes.
        if (kind !== 'receive' || isSynced) lines = followLines(lines, store, today)
        const counted = lines.reduce((sum, each) => sum + countedUnits(each) + each.not_in_store, 0)
        expect(store.available + store.incoming + counted).toBeLessThanOrEqual(20 + ordered)
        for (const each of lines) expect(each.seen_units).toBeLessThanOrEqual(each.remaining_units)
      }
    })
  })
})

describe('units that were received and are not in the store yet', () => {
  const received = (change: Partial<OpenLine> = {}) =>
    order({ is_noted: false, remaining_units: 0, ...awaiting(24), ...change })
  const left = (lines: OpenLine[], available: number, incoming = 0) =>
    followLines(lines, { available, incoming }, today).map((line) => line.not_in_store)

  it.each([
    ['stay while the stock stays', 20, 24],
    ['stay when the stock is corrected downward', 12, 24],
    ['leave in the part that was booked', 30, 14],
    ['leave once all is booked', 44, 0],
    ['leave once more than all is booked', 60, 0],
  ])('%s', (_, available, stays) => {
    expect(left([received()], available)).toEqual([stays])
  })

  it('end with a booking even if some of its units were sold at once, but never because of a sale alone', () => {
    const sold = received({ sold_since: 3 })
    expect(left([sold], 41)).toEqual([0])
    expect(left([sold], 17)).toEqual([24])
    expect(left([sold], 20)).toEqual([24])
  })

  it('of several receipts leave the oldest first', () => {
    const first = received({ ...awaiting(10) })
    const second = received({ id: 2, order_id: 2, ...awaiting(24) })
    expect(left([first, second], 20 + 18)).toEqual([0, 16])
  })

  it('do not leave when a transfer that the store knew arrives', () => {
    expect(left([received({ incoming_seen: 24 })], 44, 0)).toEqual([24])
  })

  it('are not added if the store counted them before the receipt, for another order', () => {
    const other = order({ id: 2, order_id: 2, is_noted: false, remaining_units: 50, seen_units: 24 })
    const lines = followLines([received(), other], { available: 20, incoming: 0 }, today)
    expect(lines.map((line) => [line.not_in_store, countedUnits(line)])).toEqual([
      [0, 0],
      [0, 50],
    ])
  })

  it('are not taken from what the store has on its way', () => {
    const other = order({ id: 2, order_id: 2, is_noted: false, seen_units: 24, incoming_seen: 24 })
    expect(left([received({ incoming_seen: 24 }), other], 20, 24)).toEqual([24, 0])
    const matched = { ...other, incoming_seen: 0, is_matched: true }
    expect(left([received(), matched], 20)).toEqual([24, 0])
  })

  it('leave no more than once, however often the store is read', () => {
    const [once] = followLines([received({ sold_since: 3 })], { available: 30, incoming: 0 }, today)
    expect(once).toMatchObject({ awaited_units: 11, not_in_store: 11, booked_units: 0 })
    expect(followLines([once!], { available: 30, incoming: 0 }, today)).toEqual([once])
  })
})

function awaiting(units: number) {
  return { awaited_units: units, not_in_store: units }
}

function received(line: OpenLine, units: number): OpenLine {
  const accepted = Math.min(units, line.remaining_units)
  const left = { ...line, remaining_units: line.remaining_units - accepted }
  const after = arrival(line, { accepted, remaining: left.remaining_units })
  return { ...left, ...after, not_in_store: after.awaited_units }
}
