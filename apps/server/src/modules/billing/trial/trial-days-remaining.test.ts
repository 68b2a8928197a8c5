import { describe, expect, it } from 'vitest'
import { trialDaysRemaining } from './trial-days-remaining.ts'

const end = new Date('2026-12-04T10:00:00Z')

describe('trialDaysRemaining', () => {
  it.each([
    ['2026-11-20T10:00:00Z', 14],
    ['2026-11-20T10:00:01Z', 14],
    ['2026-11-20T09:59:59Z', 15],
    ['2026-12-03T10:00:00Z', 1],
    ['2026-12-04T09:59:59Z', 1],
    ['2026-12-04T10:00:00Z', 0],
    ['2027-01-01T00:00:00Z', 0],
  ])('D-02 counts at %s %i days, begun days whole', (now, days) => {
    expect(trialDaysRemaining(end, new Date(now))).toBe(days)
  })
})
