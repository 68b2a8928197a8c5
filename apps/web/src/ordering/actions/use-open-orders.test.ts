import { describe, expect, it } from 'vitest'
import { restOf, stillToCome } from './use-open-orders.ts'

const now = '2026-11-20T15:32:00.000Z'

describe('restOf:', () => {
  it.each([
    { until: '2026-11-27T15:31:00.000Z', days: 7 },
    { until: '2026-11-24T03:00:00.000Z', days: 3 },
    { until: '2026-11-20T16:00:00.000Z', days: 1 },
  ])('a snooze until $until has $days days left', ({ until, days }) => {
    expect(restOf({ kind: 'until_time', until }, now)).toEqual({ kind: 'until_time', days })
  })

  it.each(['until_restock', 'muted'] as const)('%s has no days', (kind) => {
    expect(restOf({ kind, until: null }, now)).toEqual({ kind })
  })
})

describe('stillToCome:', () => {
  it.each([
    { expectedOn: '2026-12-03', today: '2026-11-20', again: '2026-12-03' },
    { expectedOn: '2026-11-20', today: '2026-11-20', again: '2026-11-20' },
    { expectedOn: '2026-11-19', today: '2026-11-20', again: '2026-11-20' },
  ])('an order that was expected $expectedOn is expected $again', ({ expectedOn, today, again }) => {
    expect(stillToCome({ unitsLeft: 20, expectedOn }, today)).toEqual({ units: 20, expectedOn: again })
  })
})
