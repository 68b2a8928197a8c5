import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chanceOfArrival, lastCountedAge, usualLeadTime } from './chance-of-arrival.ts'

describe('the chance that an order still comes', () => {
  const usual = usualLeadTime(14)
  const at = (ageDays: number) => chanceOfArrival(usual, { ageDays, expectedDays: 14 })

  it('is one up to its expected day, falls with each day after it, and ends at twice the expected time', () => {
    expect([at(0), at(14)]).toEqual([1, 1])
    expect(at(15)).toBeGreaterThan(0.9)
    expect(at(21)).toBeLessThan(0.85)
    expect(at(28)).toBeLessThan(0.6)
    expect([at(28) > 0, at(29)]).toEqual([true, 0])
  })

  it('falls faster if the supplier is punctual', () => {
    const punctual = { ...usual, scale: 0.05, degrees: 40 }
    expect(chanceOfArrival(punctual, { ageDays: 18, expectedDays: 14 })).toBeLessThan(0.01)
    expect(at(18)).toBeGreaterThan(0.8)
  })

  it('is not over for an order of a day before it is a week late', () => {
    const short = (ageDays: number) => chanceOfArrival(usualLeadTime(1), { ageDays, expectedDays: 1 })
    expect(short(8)).toBeGreaterThan(0)
    expect(short(9)).toBe(0)
    expect(chanceOfArrival(usualLeadTime(0), { ageDays: 3, expectedDays: 0 })).toBeGreaterThan(0)
  })

  it('never rises with the age, whatever the supplier', () => {
    forAll(
      fc.integer({ min: 0, max: 200 }),
      fc.double({ min: 0.02, max: 1, noNaN: true }),
      fc.integer({ min: 4, max: 60 }),
      (expectedDays, scale, degrees) => {
        let before = 1
        for (let ageDays = 0; ageDays <= lastCountedAge(expectedDays) + 1; ageDays++) {
          const chance = chanceOfArrival({ degrees, centre: 0, scale }, { ageDays, expectedDays })
          expect(chance).toBeLessThanOrEqual(before)
          before = chance
        }
        expect(before).toBe(0)
      },
    )
  })
})
