import { describe, expect, it } from 'vitest'
import { readStock } from './read-stock.ts'

const read = (text: string) => readStock(new TextEncoder().encode(text), 'stock.csv', ['a', 'b,c'])

describe('readStock', () => {
  it('keeps the order of the file, also with several lines for a series', () => {
    expect(read('series_id,on_hand\n"b,c",3\na,0\n"b,c",2.5\n')).toEqual([
      { row: 1, onHand: 3 },
      { row: 0, onHand: 0 },
      { row: 1, onHand: 2.5 },
    ])
    expect(read('series_id,on_hand\n')).toEqual([])
  })

  it.each([
    ['another header', 'id,stock\na,1\n', /line 1: the header must be series_id,on_hand/],
    ['no header', '', /line 1: the header/],
    ['an unknown series', 'series_id,on_hand\na,1\nz,1\n', /line 3: series z is not in the input/],
    ['a negative stock', 'series_id,on_hand\na,-1\n', /line 2: on_hand is -1/],
    ['no stock', 'series_id,on_hand\na\n', /line 2: on_hand is empty/],
    ['a third cell', 'series_id,on_hand\na,1,2\n', /line 2: on_hand is 1,2/],
  ])('reports %s with its line', (_, text, message) => {
    expect(() => read(text)).toThrow(message)
  })
})
