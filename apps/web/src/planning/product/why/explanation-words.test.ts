import type { AnswerMove, Explanation } from '@stockcast/contract'
import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aForecast, TODAY } from '../../../testing/stock-fixtures.ts'
import { medianWords, moveWords, partSteps, partsCaption } from './explanation-words.ts'

const explanation = aForecast().explanation!

const sentence = (move: AnswerMove) => {
  const { key, after } = moveWords(move, TODAY)
  return key + after
}
const aMove = (changes: Partial<AnswerMove> = {}): AnswerMove => ({
  answer: 'days_until_stockout',
  since: '2026-11-19',
  days: -5,
  cause: { input: 'available', from: 1300, to: 40, part: null },
  ...changes,
})

describe('The parts of a forecast:', () => {
  it('each part has a name and an amount, and what rounds to nothing is left out', () => {
    expect(partSteps(explanation)).toEqual({
      steps: [
        { name: 'Level of past sales', amount: 541, shown: '541' },
        { name: 'Days out of stock', amount: 25, shown: '+25' },
        { name: 'Latest weeks', amount: 31, shown: '+31' },
        { name: 'Time of year', amount: -19, shown: '−19' },
        { name: 'Weekdays', amount: 5, shown: '+5' },
      ],
      total: '583',
    })
    expect(partsCaption(explanation)).toBe('Units in 30 days from Nov 20')
  })

  it('the amounts add up to the total as shown, whatever the parts are', () => {
    const part = fc.record({
      part: fc.constantFrom<Explanation['parts'][number]['part']>(
        'level',
        'recent',
        'season',
        'trees',
        'weekday',
      ),
      units: fc.double({ min: -40, max: 400, noNaN: true }),
    })
    forAll(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
      const units = parts.reduce((sum, one) => sum + one.units, 0)
      fc.pre(units > 0)
      const { steps, total } = partSteps({ parts, units })
      const sum = steps.reduce((all, { amount }) => all + amount, 0)
      expect(sum).toBeCloseTo(Number(total.replaceAll(',', '')), 6)
    })
  })

  it('a sentence says how the median differs from the mean, and by how much recalibration moved it', () => {
    expect(medianWords(explanation)).toBe(
      'Half of all futures sell less than 572 in 30 days, 7 fewer because past forecasts were too high.',
    )
    expect(medianWords({ ...explanation, recalibrationUnits: 0 })).toBe(
      'Half of all futures sell less than 572 in 30 days; a few busy ones lift the average.',
    )
    expect(medianWords({ ...explanation, medianUnits: 583 })).toBeNull()
  })
})

describe('An answer that moved overnight:', () => {
  it('the sentence says by how much it moved, and what moved it most', () => {
    expect(sentence(aMove())).toBe(
      'Runs out 5 days sooner than yesterday, mostly because the stock fell from 1,300 to 40.',
    )
    expect(sentence(aMove({ answer: 'order_by', days: 4, since: '2026-11-17', cause: null }))).toBe(
      'The next order is due 4 days later than expected on Nov 17, by several changes together.',
    )
  })

  it.each([
    [{ input: 'incoming', from: 0, to: 60, part: null }, 'the units on the way rose from 0 to 60'],
    [
      { input: 'dailyDemand', from: 0.25, to: 4.92, part: { part: 'recent', units: 80 } },
      'the forecast rose from 0.25 to 4.9 a day after the latest sales',
    ],
    [
      { input: 'dailyDemand', from: 5, to: 4, part: { part: 'season', units: -20 } },
      'the forecast fell from 5.0 to 4.0 a day because of the time of year',
    ],
    [{ input: 'leadTimeDays', from: 7, to: 20, part: null }, 'a restock now takes 20 days, not 7'],
    [{ input: 'safetyStock', from: 5, to: 40, part: null }, 'the safety stock rose from 5 to 40'],
    [{ input: 'serviceLevel', from: 0.9, to: 0.95, part: null }, 'the service level rose from 90% to 95%'],
  ] as const)('the sentence names each cause: %o', (cause, words) => {
    expect(sentence(aMove({ cause }))).toContain(words)
  })
})
