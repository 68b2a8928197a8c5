import { describe, expect, it } from 'vitest'
import { forecastShop } from '../forecast-shop.ts'

/** Returns what the forecast of a product says about the season, in a shop with this many days of sales. */
function toldAfter(days: number, ofProduct = days) {
  const getSeries = (id: string, length: number) => ({
    id,
    firstDay: days - length,
    unitsSold: Float64Array.from({ length }, (_, day) => 4 + ((day * 7919) % 5)),
  })
  const series = [getSeries('a', days), getSeries('b', ofProduct)]
  return forecastShop({ origin: days - 1, series, horizonDays: 30, explains: true })[1]!.evidence.season
}

describe('toldSeason', () => {
  it('tells a shop in its first 13 months that it has not seen the season', () => {
    expect(toldAfter(300)).toBe('unseen')
  })

  it('tells a shop in its second year that last year counts more, for products that were sold then', () => {
    expect(toldAfter(450)).toBe('seen_once')
    expect(toldAfter(450, 200)).toBeUndefined()
  })

  it('says nothing about a product that never sold', () => {
    const sold = { id: 'a', firstDay: 0, unitsSold: new Float64Array(300).fill(4) }
    const unsold = { id: 'b', firstDay: 0, unitsSold: new Float64Array(300) }
    const forecasts = forecastShop({ origin: 299, series: [sold, unsold], explains: true })
    expect(forecasts.map(({ evidence }) => evidence.season)).toEqual(['unseen', undefined])
  })

  it('says nothing about a product that starts from similar ones, nor in an older shop', () => {
    expect(toldAfter(300, 40)).toBeUndefined()
    expect(toldAfter(1100)).toBeUndefined()
  })
})
