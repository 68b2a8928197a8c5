import { describe, expect, it } from 'vitest'
import { steadyDistribution } from '../distribution/example-distributions.ts'
import { estimateStock, fullCover } from './estimate-stock.ts'
import type { SimulationVariant } from './simulation-input.ts'

const FIRST = 1000

function variant(sold: readonly number[], recorded: Readonly<Record<number, number>>): SimulationVariant {
  return {
    id: 'a',
    firstDay: FIRST,
    unitsSold: Float64Array.from(sold),
    closingStock: Float64Array.from(sold, (_, day) => recorded[day] ?? Number.NaN),
    leadTimeDays: 7,
  }
}

function estimated(
  one: SimulationVariant,
  args: { rate?: number; variants?: number; fullDays?: number } = {},
) {
  const { rate = 2, variants = 100, fullDays = 60 } = args
  const distributions = () => steadyDistribution(rate, 1.3)
  const { stock, isEstimated } = estimateStock({
    variant: one,
    index: 0,
    firstDay: FIRST + 1,
    distributions,
    fullDays,
    variants,
  })
  return { stock: [...stock], isEstimated: [...isEstimated] }
}

describe('estimateStock', () => {
  it('counts backwards from the first record over the sales', () => {
    const { stock, isEstimated } = estimated(variant([1, 2, 3, 1, 2], { 4: 5 }))
    expect(stock).toEqual([13, 11, 8, 7, 5])
    expect(isEstimated).toEqual([1, 1, 1, 1, 0])
  })

  it('prefers recorded days', () => {
    const { stock } = estimated(variant([1, 2, 3, 1, 2], { 2: 40, 4: 5 }))
    expect(stock).toEqual([45, 43, 40, 7, 5])
  })

  it('treats a run without sales that chance cannot explain as out of stock, and counts backwards from it', () => {
    const sold = [2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]
    expect(estimated(variant(sold, { 12: 30 })).stock).toEqual([4, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32, 30])
  })

  it('ignores a run that chance may explain: of a slow seller, a short one, or one among very many products', () => {
    const sold = [2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]
    const isFound = (...args: Parameters<typeof estimated>) => estimated(...args).stock.includes(0)
    expect(isFound(variant(sold, { 12: 30 }), { rate: 0.3 })).toBe(false)
    expect(isFound(variant([2, 2, 0, 0, 2], { 4: 30 }))).toBe(false)
    expect(isFound(variant(sold, { 12: 30 }), { variants: 10_000_000 })).toBe(false)
  })

  it('estimates no more than the shop usually holds, unless more was recorded', () => {
    const sold = new Array(50).fill(2)
    expect(Math.max(...estimated(variant(sold, { 49: 5 }), { fullDays: 10 }).stock)).toBe(20)
    expect(estimated(variant(sold, { 49: 80 }), { fullDays: 10 }).stock[10]).toBe(80)
  })

  it('leaves days after the last record unknown', () => {
    const { stock } = estimated(variant([1, 1, 1], { 0: 9 }))
    expect(stock).toEqual([9, Number.NaN, Number.NaN])
  })
})

it('fullCover is the 90 % quantile over the products, and two months for too few products', () => {
  const one = (stock: number) => variant([1], { 0: stock })
  const distributions = () => steadyDistribution(2, 1)
  const ten = Array.from({ length: 11 }, (_, i) => one(20 * (i + 1)))
  expect(fullCover(ten, distributions, FIRST)).toBe(100)
  expect(fullCover([one(900)], distributions, FIRST)).toBe(60)
})
