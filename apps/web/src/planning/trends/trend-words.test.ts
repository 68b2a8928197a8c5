import type { Trends } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { changeWords, knownHistory, soldNote } from './trend-words.ts'

describe('The change of a figure:', () => {
  it.each([
    [120, 96, '+25%'],
    [88, 96, '−8%'],
    [0, 96, '−100%'],
    [100, 100, 'no change'],
    [1001, 1000, 'no change'],
    [12_000, 100, '+11,900%'],
    [3, 0, 'new'],
    [0, 0, ''],
  ])('%i after %i is %s', (units, before, words) => {
    expect(changeWords(units, before)).toBe(words)
  })

  it.each([
    [120, 96, '+25% on the 90 days before'],
    [100, 100, 'the same as the 90 days before'],
    [3, 0, 'nothing in the 90 days before'],
    [0, 0, 'none in the 90 days before'],
  ])('the note on %i after %i is "%s"', (unitsSold, unitsSoldBefore, note) => {
    const totals = { unitsSold, unitsSoldBefore } as Trends['totals']
    expect(soldNote({ period: 90, totals })).toBe(note)
  })
})

describe('The past days of a chart', () => {
  const history = [0, 0, 4, 0].map((unitsSold) => ({ unitsSold })) as Trends['history']
  it.each([
    ['begin with the first known sale', history, 0, [4, 0]],
    ['are all known after an earlier sale', history, 9, [0, 0, 4, 0]],
    ['are zero where nothing was sold on any', history.slice(0, 2), 0, [0, 0]],
  ])('%s', (_, days, unitsSoldBefore, known) => {
    const totals = { unitsSoldBefore } as Trends['totals']
    expect(knownHistory({ history: days, totals }).map(({ unitsSold }) => unitsSold)).toEqual(known)
  })
})
