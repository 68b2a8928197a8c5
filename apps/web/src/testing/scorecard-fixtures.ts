import type { Scorecard, ScorecardScore } from '@stockcast/contract'
import { addDays } from '../ui/format/days.ts'

const firstDay = '2026-08-22'
const week = { ranOut: 0, averted: 0, falseAlarms: 0, undecided: 0 }

/** Returns an outcome with the given days of warning and number of false alarms. */
export function aScore(warningDays: readonly (number | null)[], falseAlarms: number): ScorecardScore {
  const ranOut = warningDays.filter((days) => days !== null).length
  const weeks = Array.from({ length: 13 }, () => ({ ...week }))
  weeks[2] = { ...week, ranOut, falseAlarms, averted: 1 }
  weeks[12] = { ...week, undecided: 2 }
  return { warningDays: [...warningDays], weeks }
}

const names = ['House Espresso', 'Gooseneck Kettle', 'Oat Barista 1 l', 'Filter Paper', 'Decaf', 'Grinder']

export function aScorecard(overrides: Partial<Scorecard> = {}): Scorecard {
  const stockouts = names.map((title, i) => ({
    variantId: 100 + i,
    title,
    sku: `SKU-${i}`,
    day: addDays(firstDay, 10 + 12 * i),
    isEstimated: i === 0,
  }))
  return {
    serviceLevel: 0.9,
    simulation: {
      firstDay,
      lastDay: '2026-11-19',
      computedAt: '2026-11-20T10:00:00.000Z',
      products: 420,
      recordedSince: '2026-10-01',
      estimatedShare: 0.4,
      stockouts,
      steps: [
        { serviceLevel: 0.2, ...aScore([1, null, null, null, 2, null], 0) },
        { serviceLevel: 0.5, ...aScore([3, null, null, 2, 4, 3], 0) },
        { serviceLevel: 0.9, ...aScore([9, 6, null, 5, 8, 7], 3) },
        { serviceLevel: 0.98, ...aScore([14, 11, 6, 9, 12, 13], 12) },
      ],
      plain: aScore([8, 4, null, 5, 7, 6], 14),
      calibration: [
        { from: 0, to: 0.2, cases: 900, predicted: 0.12, observed: 0.13, low: 0.09, high: 0.17 },
        { from: 0.2, to: 0.4, cases: 800, predicted: 0.31, observed: 0.34, low: 0.3, high: 0.38 },
        { from: 0.4, to: 0.6, cases: 700, predicted: 0.5, observed: 0.53, low: 0.49, high: 0.57 },
        { from: 0.6, to: 0.8, cases: 600, predicted: 0.7, observed: 0.71, low: 0.67, high: 0.75 },
        { from: 0.8, to: 1, cases: 40, predicted: 0.9, observed: 0.6, low: 0.56, high: 0.64 },
      ],
    },
    live: null,
    ...overrides,
  }
}
