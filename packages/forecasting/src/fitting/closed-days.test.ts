import { describe, expect, it } from 'vitest'
import { forecastShop } from '../forecast-shop.ts'
import { prepareHistory } from '../history.ts'
import { meanDemand, meanOfDay } from '../index.ts'
import { ShopDays } from './closed-days.ts'

const epochDay = (text: string) => Date.parse(text) / 86_400_000
const ORIGIN = epochDay('2018-12-10')

/** Returns a product that sells 2 to 4 units a day, but none on these days. */
function getSeries(id: string, days: number, isClosed: (day: number) => boolean) {
  const firstDay = ORIGIN - days + 1
  const unitsSold = Float64Array.from({ length: days }, (_, t) =>
    isClosed(firstDay + t) ? 0 : 2 + ((t * t + id.length + 3 * t) % 3),
  )
  return { id, firstDay, unitsSold }
}

const monthDay = (day: number) => new Date(day * 86_400_000).toISOString().slice(5, 10)
const isChristmas = (day: number) => monthDay(day) === '12-25'

function getClosed(days: number, isClosed: (day: number) => boolean): string[] {
  const shop = new ShopDays()
  shop.add(prepareHistory(getSeries('a', days, isClosed)))
  return shop.closedAfter(ORIGIN).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
}

describe('ShopDays', () => {
  it('expects a shop to be closed on dates without a sale in most of the years before', () => {
    expect(getClosed(1150, isChristmas)).toEqual(['2018-12-25'])
    const mostYears = (day: number) => isChristmas(day) && day !== epochDay('2016-12-25')
    expect(getClosed(1150, mostYears)).toEqual(['2018-12-25'])
  })

  it('expects no closed day from one year alone, or from dates that fell on a weekday on which it is always shut', () => {
    expect(getClosed(500, isChristmas)).toEqual([])
    expect(getClosed(1150, (day) => day === epochDay('2017-12-25'))).toEqual([])
    expect(getClosed(1150, (day) => day % 7 === 0)).toEqual([])
  })

  it('expects none in a shop that often sells nothing', () => {
    expect(getClosed(1150, (day) => isChristmas(day) || day % 5 !== 0)).toEqual([])
  })

  it('joins what the parts of a shop sold', () => {
    const [all, other] = [new ShopDays(), new ShopDays()]
    all.add(prepareHistory(getSeries('a', 1150, isChristmas)))
    other.add(prepareHistory(getSeries('b', 1150, () => false)))
    all.addAll(other)
    expect(all.closedAfter(ORIGIN)).toEqual([])
  })
})

it('the forecast of a closed day is zero, for established and new products, and its parts still add up', () => {
  const series = ['a', 'bb', 'ccc', 'dddd'].map((id) => getSeries(id, 1150, isChristmas))
  const shop = { origin: ORIGIN, series: [...series, getSeries('new', 40, () => false)], explains: true }
  for (const { distribution, evidence } of forecastShop(shop)) {
    expect(meanOfDay(distribution, 15)).toBeCloseTo(0, 9)
    expect(meanOfDay(distribution, 14)).toBeGreaterThan(1)
    const sum = Object.values(evidence.parts!).reduce((total, units) => total + units, 0)
    expect(sum).toBeCloseTo(meanDemand(distribution, 30), 9)
  }
})
