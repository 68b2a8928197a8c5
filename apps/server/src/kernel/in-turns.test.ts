import { expect, it } from 'vitest'
import { inParts, inTurns } from './in-turns.ts'

it('items in turns let other work run after every few of them, by their size', async () => {
  const seen: (number | string)[] = []
  const other = () => setImmediate(() => seen.push('other'))
  for await (const item of inTurns([1, 2, 3, 4, 5], { getSize: (size) => size, most: 4 })) {
    if (seen.length === 0) other()
    seen.push(item)
  }
  expect(seen).toEqual([1, 2, 3, 'other', 4, 5])
})

it('items in parts are all there, in order, each part as large as it takes to reach the size', () => {
  expect([...inParts([1, 2, 3, 4, 5], { getSize: (size) => size, most: 4 })]).toEqual([[1, 2, 3], [4], [5]])
  expect([...inParts([])]).toEqual([])
})
