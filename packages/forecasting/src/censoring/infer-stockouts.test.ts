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

  it('recorded days out of stock stay, and are not counted as inferred', () => {
    const outOfStock = Uint8Array.from({ length: DAYS }, (_, t) => (t === 103 || t === 150 ? 1 : 0))
    const one = { ...series(1, 7, FIRST_DAY + 140), outOfStock }
    expect(daysOut(one)).toEqual([99, 100, 101, 102, 103, 104, 105, 106, 150])
    expect(daysInferred(one)).toBe(7)
  })
})
