import { describe, expect, it } from 'vitest'
import { meanDemand } from '../distribution/demand-distribution.ts'
import { demandQuantile } from '../distribution/read-distribution.ts'
import { learnShop } from '../fitting/learn-shop.ts'
import { forecastSeries } from '../forecast-series.ts'
import type { Likeness, SeriesInput } from '../types.ts'
import { levelOfNewProduct } from './level-of-new-product.ts'
import { similarity } from './similar-products.ts'

const ORIGIN = 20_000

function series(id: string, units: number[], likeness?: Likeness): SeriesInput {
  const firstDay = ORIGIN - units.length + 1
  return { id, firstDay, unitsSold: Float64Array.from(units), ...(likeness && { likeness }) }
}

const steady = (id: string, units: number, likeness?: Likeness) =>
  series(
    id,
    Array.from({ length: 200 }, (_, t) => units + ((t * 7) % 3) - 1),
    likeness,
  )

/** Ten mugs sell about 4 a day, ten posters about 40. */
const catalogue = Array.from({ length: 10 }, (_, i) => [
  steady(`mug ${i}`, 4 + (i % 2), { type: 'Mug' }),
  steady(`poster ${i}`, 40 + (i % 2), { type: 'Poster' }),
]).flat()

function getThirtyDays(newcomer: SeriesInput, expectsFirstSales = false) {
  const { knowledge } = learnShop({ origin: ORIGIN, series: [...catalogue, newcomer], expectsFirstSales })
  const { distribution, basis } = forecastSeries(newcomer, knowledge)
  const at = (p: number) => demandQuantile(distribution, 30, p)
  return { mean: meanDemand(distribution, 30), spread: (at(0.95) - at(0.05)) / at(0.5), basis }
}

describe('a new product', () => {
  it('starts from the products of its type', () => {
    const mug = getThirtyDays(series('new', [5, 4, 4], { type: 'Mug' })).mean
    const poster = getThirtyDays(series('new', [30, 41, 44], { type: 'Poster' })).mean
    expect(mug).toBeGreaterThan(100)
    expect(mug).toBeLessThan(180)
    expect(poster).toBeGreaterThan(1000)
  })

  it('is less uncertain after more days and with a known type', () => {
    const wide = getThirtyDays(series('new', [4]), true).spread
    const typed = getThirtyDays(series('new', [4, 5, 3, 4, 4, 5, 3], { type: 'Mug' })).spread
    expect(typed).toBeLessThan(wide)
  })

  it('has no demand without a sale, except where first sales are expected', () => {
    const unsold = series('new', [0, 0], { type: 'Mug' })
    expect(getThirtyDays(unsold)).toMatchObject({ mean: 0, basis: 'no_demand' })
    expect(getThirtyDays(unsold, true).mean).toBeGreaterThan(0)
  })
})

describe('levelOfNewProduct', () => {
  const products = {
    levels: Float64Array.of(1, 2, 4, 8),
    likeness: [undefined, undefined, undefined, undefined],
  }
  const levelOf = (sold: number, exposure: number) =>
    levelOfNewProduct({ sold, exposure, likeness: undefined, products, varianceToMean: () => 2 })

  it('rises with the units sold, and comes nearer to the product’s own mean with each day', () => {
    expect(levelOf(20, 7).mean).toBeGreaterThan(levelOf(7, 7).mean)
    expect(Math.abs(levelOf(84, 28).mean - 3)).toBeLessThan(Math.abs(levelOf(3, 1).mean - 3) + 1)
    expect(levelOf(84, 28).relativeVariance).toBeLessThan(levelOf(3, 1).relativeVariance)
  })

  it('is the product’s own mean if there is no other product, and zero without either', () => {
    const none = { levels: new Float64Array(), likeness: [] }
    const alone = { likeness: undefined, products: none, varianceToMean: () => 2 }
    expect(levelOfNewProduct({ ...alone, sold: 14, exposure: 7 }).mean).toBeCloseTo(2, 12)
    expect(levelOfNewProduct({ ...alone, sold: 0, exposure: 7 })).toEqual({ mean: 0, relativeVariance: 0 })
  })
})

describe('similarity', () => {
  it('falls with another type, another vendor and another price', () => {
    const wanted = { type: 'Mug', vendor: 'A', price: 10 }
    const weights = [
      wanted,
      { ...wanted, price: 20 },
      { ...wanted, vendor: 'B' },
      { ...wanted, type: 'Poster' },
      { type: 'Poster', vendor: 'B', price: 1000 },
    ].map((other) => similarity(wanted, other))
    expect(weights[0]).toBe(1)
    expect(weights).toEqual([...weights].sort((a, b) => b - a))
    expect(weights.at(-1)).toBeGreaterThan(0)
  })

  it('is not lowered by unknown properties', () => {
    expect(similarity({ type: 'Mug' }, { vendor: 'B', price: 3 })).toBe(1)
    expect(similarity(undefined, { type: 'Poster' })).toBe(1)
  })
})
