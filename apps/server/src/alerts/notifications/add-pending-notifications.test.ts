import { describe, expect, it } from 'vitest'
import { takesAlert } from './add-pending-notifications.ts'

describe('the alerts that a channel takes', () => {
  const both = ['low_stock', 'stockout_risk'] as const
  it.each([
    ['all', 'low_stock', 1, true],
    ['all', 'stockout_risk', 1, true],
    ['likely', 'low_stock', 1, false],
    ['likely', 'low_stock', 2, true],
    ['likely', 'stockout_risk', 1, false],
    ['likely', 'stockout_risk', 2, true],
    ['out_of_stock', 'low_stock', 2, true],
    ['out_of_stock', 'stockout_risk', 2, false],
    ['out_of_stock', 'stockout_risk', 3, true],
  ] as const)('W-05 with urgency %s include %s of class %i: %s', (urgency, type, severity, isTaken) => {
    expect(takesAlert({ types: both, urgency }, { type, severity })).toBe(isTaken)
  })

  it('W-05 do not include a type that was not chosen', () => {
    const choice = { types: ['low_stock'], urgency: 'all' } as const
    expect(takesAlert(choice, { type: 'stockout_risk', severity: 3 })).toBe(false)
  })
})
