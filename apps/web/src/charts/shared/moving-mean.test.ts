import { expect, it } from 'vitest'
import { getRuns, movingMean } from './moving-mean.ts'

const inStock = (unitsSold: number) => ({ unitsSold, outOfStock: false })
const out = { unitsSold: 0, outOfStock: true }

it('the 7-day mean begins once seven days are known', () => {
  const means = movingMean([1, 2, 3, 4, 5, 6, 7, 15].map(inStock))
  expect(means).toEqual([null, null, null, null, null, null, 4, 6])
})

it('days out of stock do not count as days without demand, and the mean is interrupted there', () => {
  const means = movingMean([...[6, 6, 6, 6, 6, 6].map(inStock), out, inStock(6)])
  expect(means.slice(6)).toEqual([null, 6])
})

it('neighbouring days form one stretch', () => {
  const isOut = [false, true, true, false, true]
  expect(getRuns(isOut.length, (i) => isOut[i] ?? false)).toEqual([
    { first: 1, last: 2 },
    { first: 4, last: 4 },
  ])
})
