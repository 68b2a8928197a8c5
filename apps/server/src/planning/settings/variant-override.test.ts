import { describe, expect, it } from 'vitest'
import { keptNumbers } from './change-overrides.ts'

describe('keptNumbers', () => {
  it.each([
    [null, null],
    [0, null],
    [null, 0],
    [0, 0],
  ])('G-03 removes the override for %j units and %j days', (safetyStock, leadTimeDays) => {
    expect(keptNumbers({ safetyStock, leadTimeDays, coverDays: null })).toEqual({
      safetyStock: null,
      leadTimeDays: null,
      coverDays: null,
    })
  })

  it.each([
    [3, null],
    [null, 30],
    [0, 30],
    [3, 0],
    [3, 30],
  ])('G-03 keeps %j units and %j days, with a missing one as unset', (safetyStock, leadTimeDays) => {
    const wanted = { safetyStock, leadTimeDays, coverDays: null }
    expect(keptNumbers(wanted)).toEqual(wanted)
  })

  it('G-03 keeps days of cover on their own', () => {
    const wanted = { safetyStock: null, leadTimeDays: null, coverDays: 60 }
    expect(keptNumbers(wanted)).toEqual(wanted)
  })
})
