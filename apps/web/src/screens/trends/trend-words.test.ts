import { describe, expect, it } from 'vitest'
import { changeWords } from './trend-words.ts'

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
})
