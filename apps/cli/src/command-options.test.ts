import { describe, expect, it } from 'vitest'
import { readOptions } from './command-options.ts'

const GOOD = ['--input', 'a.csv', '--origin', '2024-02-29', '--horizon', '30', '--out', 'b.csv']

describe('readOptions', () => {
  it('reads the options, with one thread and no stock by default', () => {
    expect(readOptions(GOOD)).toEqual({
      input: 'a.csv',
      out: 'b.csv',
      stock: null,
      stockHistory: null,
      events: null,
      origin: 19_782,
      horizonDays: 30,
      country: null,
      threads: 1,
    })
    const more = ['--stock', 's.csv', '--stock-history', 'h.csv.gz', '--country', 'GB', '--threads', '4']
    expect(readOptions([...GOOD, ...more])).toMatchObject({
      stock: 's.csv',
      stockHistory: 'h.csv.gz',
      country: 'GB',
      threads: 4,
    })
  })

  it.each([
    ['a missing option', GOOD.slice(2), /--input is missing/],
    ['an unknown option', [...GOOD, '--model', 'x'], /--model/],
    ['an impossible date', [...GOOD, '--origin', '2023-02-29'], /--origin is 2023-02-29/],
    ['a horizon of zero', [...GOOD, '--horizon', '0'], /--horizon is 0; .* 1 to 365/],
    ['a horizon past a year', [...GOOD, '--horizon', '366'], /--horizon is 366/],
    ['half a thread', [...GOOD, '--threads', '0.5'], /--threads is 0.5/],
  ])('refuses %s', (_, args, message) => {
    expect(() => readOptions(args)).toThrow(message)
  })
})
