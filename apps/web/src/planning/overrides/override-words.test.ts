import type { ForecastOverride } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { anOverride } from '../../testing/override-fixtures.ts'
import {
  judgementWords,
  overrideDays,
  overrideScope,
  overrideTitle,
  overrideUnits,
  valueAddedWords,
  valueWords,
} from './override-words.ts'

const getTitle = (kind: ForecastOverride['kind'], amount: number) =>
  overrideTitle(anOverride({ kind, amount, likeName: 'Kettle' }))

describe('a change of the forecast', () => {
  it('says what is changed, and for whom', () => {
    expect(getTitle('percent', 50)).toBe('+50%')
    expect(getTitle('percent', -100)).toBe('−100%')
    expect(getTitle('per_day', 10)).toBe('+10 units a day')
    expect(getTitle('per_day', -1)).toBe('−1 unit a day')
    expect(getTitle('total', 1200)).toBe('1,200 units in total')
    expect(getTitle('like', 100)).toBe('like Kettle')
    expect(getTitle('like', 40)).toBe('40% of Kettle')
    expect(overrideScope(anOverride())).toBe('')
    expect(overrideScope(anOverride({ scope: 'supplier', scopeName: 'Acme', products: 12 }))).toBe(
      'supplier Acme, 12 products',
    )
    expect(overrideScope(anOverride({ scope: 'vendor', scopeName: 'Acme', products: 0 }))).toBe(
      'vendor Acme, no product left',
    )
  })

  it('says on which days, and whether they are over', () => {
    expect(overrideDays(anOverride())).toBe('Nov 24 to Nov 30')
    expect(overrideDays(anOverride({ state: 'ended' }))).toBe('Nov 24 to Nov 30, ended')
    expect(overrideUnits(anOverride())).toBe('Forecast 119, yours 179 units')
  })

  it('says after its end whether it made the forecast better, and that nobody knows where it sold out', () => {
    const judged = (products: number, baselineError: number, changedError: number) =>
      judgementWords(anOverride({ state: 'ended', judgement: { products, baselineError, changedError } }))
    expect(judgementWords(anOverride())).toBe('')
    expect(judgementWords(anOverride({ isIdle: true }))).toMatch(/^It no longer counts/)
    expect(judgementWords(anOverride({ state: 'ended' }))).toMatch(/known with the next forecast/)
    expect(judged(14, 100, 92)).toBe('It made the forecast 8% better on 14 products.')
    expect(judged(1, 100, 120)).toBe('It made the forecast 20% worse on 1 product.')
    expect(judged(1, 10, 70)).toBe('It made the forecast 7 times as wrong on 1 product.')
    expect(judged(2, 5, 5)).toBe('It made the forecast neither better nor worse on 2 products.')
    expect(judged(2, 0, 5)).toBe('It made the forecast worse on 2 products: it was exact.')
    expect(judged(0, 0, 0)).toMatch(/sold out on some of these days, so nobody can tell/)
  })

  it('sums up the changes of a year by author', () => {
    const of = { products: 14, baselineError: 100, changedError: 92 }
    expect(valueWords(of)).toBe('made the forecast 8% better on 14 products')
    const bob = { author: 'bob@shop.example', ...of, changedError: 110 }
    expect(valueAddedWords([], 'ann@shop.example')).toEqual([])
    expect(valueAddedWords([{ author: 'ann@shop.example', ...of }, bob], 'ann@shop.example')).toEqual([
      'Your changes of the last year made the forecast 8% better on 14 products.',
      'Changes by bob@shop.example of the last year made the forecast 10% worse on 14 products.',
    ])
  })
})
