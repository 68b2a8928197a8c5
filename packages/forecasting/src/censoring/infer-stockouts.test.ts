import { describe, expect, it } from 'vitest'
import { daysInferred, inferStockouts } from './infer-stockouts.ts'

const DAYS = 200
const FIRST_DAY = 20_000

/** Sells one unit on each `every`-th day, and nothing from day 100 for `quiet` days. */
function series(every: number, quiet: number, stockKnownFrom?: number) {
  const unitsSold = Float64Array.from({ length: DAYS }, (_, t) =>
    t % every === 0 && (t < 100 || t >= 100 + quiet) ? 1 : 0,
  )
  return { id: 'a', firstDay: FIRST_DAY, unitsSold, ...(stockKnownFrom !== undefined && { stockKnownFrom }) }
}

const daysOut = (one: Parameters<typeof inferStockouts>[0]) =>
  [...(inferStockouts(one).outOfStock ?? [])].flatMap((flag, t) => (flag ? [t] : []))

describe('inferStockouts', () => {
  const unknown = FIRST_DAY + DAYS

  it('a week without sales of a product that sells daily is a stockout, from its last sale on', () => {
    expect(daysOut(series(1, 7, unknown))).toEqual([99, 100, 101, 102, 103, 104, 105, 106])
  })

  it('the same week of a product that sells each third day is not', () => {
    const rare = series(3, 7, unknown)
    expect(inferStockouts(rare)).toBe(rare)
  })

  it('nothing is inferred if the stock was recorded, or if it was not requested', () => {
    for (const one of [series(1, 7, FIRST_DAY), series(1, 7, FIRST_DAY + 90), series(1, 7)])
      expect(inferStockouts(one)).toBe(one)
  })

  it('a product that stopped selling does not count as out of stock', () => {
    const ended = series(1, 100, unknown)
    expect(inferStockouts(ended)).toBe(ended)
  })

  it('a product without stock when its stock was first recorded has sold its last unit with its last sale', () => {
    const before = series(1, 10, FIRST_DAY + 110)
    const soldOut = { ...before, unitsSold: before.unitsSold.subarray(0, 110), wasEmptyWhenRecorded: true }
    expect(daysOut(soldOut)).toEqual([99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109])
    expect(daysInferred(soldOut)).toBe(11)
    const recorded = {
      ...soldOut,
      outOfStock: new Uint8Array(110).fill(1, 107),
      stockKnownFrom: FIRST_DAY + 107,
    }
    expect(daysOut(recorded)).toEqual(daysOut(soldOut))
    expect(daysInferred(recorded)).toBe(8)
  })

  it('a product that sold nothing for months, or never, before its stock was first recorded has no stockout', () => {
    const ended = { ...series(1, 100, unknown), wasEmptyWhenRecorded: true }
    const never = { ...ended, unitsSold: new Float64Array(DAYS) }
    for (const one of [ended, never]) expect(inferStockouts(one)).toBe(one)
  })

  it('recorded days out of stock stay, and are not counted as inferred', () => {
    const outOfStock = Uint8Array.from({ length: DAYS }, (_, t) => (t === 103 || t === 150 ? 1 : 0))
    const one = { ...series(1, 7, FIRST_DAY + 140), outOfStock }
    expect(daysOut(one)).toEqual([99, 100, 101, 102, 103, 104, 105, 106, 150])
    expect(daysInferred(one)).toBe(7)
  })
})
