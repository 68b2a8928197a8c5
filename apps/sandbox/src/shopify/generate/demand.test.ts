import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../random.ts'
import { type DemandKind, type DemandPattern, expectedUnits, unitsWanted } from './demand.ts'

function pattern(kind: DemandKind, change: Partial<DemandPattern> = {}): DemandPattern {
  return {
    kind,
    unitsPerDay: 2,
    weekday: [1, 1, 1, 1, 1, 1, 1],
    annualAmplitude: 0,
    annualPeak: 0,
    saleChance: 0.1,
    firstDay: 0,
    endDay: Number.POSITIVE_INFINITY,
    trendDays: 50,
    ...change,
  }
}

function sales(each: DemandPattern, days: number): number[] {
  const random = randomFrom(7)
  return Array.from({ length: days }, (_, day) => unitsWanted(each, day, random))
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('demand', () => {
  it.each(['steady', 'weekly', 'intermittent', 'lumpy', 'often_out'] as const)(
    '%s has the mean it is asked for',
    (kind) => {
      expect(mean(sales(pattern(kind), 20_000))).toBeCloseTo(2, 0)
    },
  )

  it('seasonal keeps its mean over whole years and peaks at its day', () => {
    const each = pattern('seasonal', { annualAmplitude: 1, annualPeak: 100 })
    const year = Array.from({ length: 1461 }, (_, day) => expectedUnits(each, day))
    expect(mean(year)).toBeCloseTo(2, 3)
    expect(year.indexOf(Math.max(...year)) % 365).toBe(100)
  })

  it('intermittent and lumpy sell on few days, lumpy many at once', () => {
    const lumpy = sales(pattern('lumpy', { saleChance: 0.05 }), 20_000)
    expect(lumpy.filter((units) => units > 0).length / lumpy.length).toBeCloseTo(0.05, 1)
    expect(Math.max(...lumpy)).toBeGreaterThan(60)
  })

  it('dying halves in its trend days, new grows to its rate, never is zero', () => {
    expect(expectedUnits(pattern('dying'), 50)).toBeCloseTo(1, 12)
    expect(expectedUnits(pattern('new'), 0)).toBeCloseTo(0.5, 12)
    expect(expectedUnits(pattern('new'), 60)).toBe(2)
    expect(sales(pattern('never'), 100).every((units) => units === 0)).toBe(true)
  })

  it('is nothing before the first day and from the end day on', () => {
    const each = pattern('steady', { firstDay: 10, endDay: 20 })
    expect([9, 10, 19, 20].map((day) => expectedUnits(each, day))).toEqual([0, 2, 2, 0])
  })
})
