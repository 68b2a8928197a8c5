import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { epochDay } from '../../calendar.ts'
import { followOrders } from './follow-actions.ts'
import type { OrderToFollow } from './order-queries.ts'

const today = epochDay('2026-11-20')

function order(change: Partial<OrderToFollow> = {}): OrderToFollow {
  return {
    id: 1,
    variant_id: 7,
    units_left: 100,
    expected_on: '2026-12-01',
    available_seen: 20,
    incoming_seen: 0,
    ...change,
  }
}

function follow(now: { available: number; incoming: number }, orders = [order()], day = today) {
  return followOrders(orders, now, day).map(({ units_left, closed }) => [units_left, closed])
}

describe('an open order', () => {
  it.each([
    ['stays whole while stock only sells', { available: 5, incoming: 0 }, [100, null]],
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
    const later = order({ id: 2, units_left: 40, expected_on: '2026-12-09' })
    expect(follow({ available: 140, incoming: 0 }, [order(), later])).toEqual([
      [0, 'arrived'],
      [20, null],
    ])
  })

  it('is closed a week after the day it was expected', () => {
    const late = epochDay('2026-12-08')
    expect(follow({ available: 20, incoming: 0 }, [order()], late)).toEqual([[100, null]])
    expect(follow({ available: 20, incoming: 0 }, [order()], late + 1)).toEqual([[100, 'overdue']])
  })

  it('stays the same when it is updated twice', () => {
    const units = fc.integer({ min: 0, max: 300 })
    const anyOrders = fc.array(fc.record({ units_left: fc.integer({ min: 1, max: 200 }) }), { maxLength: 4 })
    fc.assert(
      fc.property(anyOrders, units, units, (changes, available, incoming) => {
        const orders = changes.map((change, index) => order({ id: index, ...change }))
        const once = followOrders(orders, { available, incoming }, today)
        const open = once.filter((each) => each.closed === null)
        expect(followOrders(open, { available, incoming }, today)).toEqual(open)
      }),
    )
  })
})
