import { forAll } from '@stockcast/testkit/for-all'
import { randomNumbers } from '@stockcast/testkit/random-numbers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { meanDemand } from '../distribution/demand-distribution.ts'
import { dailyQuantile, demandQuantile } from '../distribution/read-distribution.ts'
import { forecastSeries } from '../forecast-series.ts'
import type { SeriesInput, ToldEvent } from '../types.ts'
import { daysAhead } from './days-ahead.ts'
import { allTimes } from './event-times.ts'
import { learnShop } from './learn-shop.ts'

/** 2026-10-31. */
const ORIGIN = 20_757
const DAY_MS = 86_400_000
const toDate = (day: number) => new Date(day * DAY_MS)

const days = fc.integer({ min: ORIGIN - 1000, max: ORIGIN + 1000 })
const lengths = fc.integer({ min: 1, max: 364 })
const event = fc.record({ from: days, length: lengths }).map(({ from, length }) => ({
  kind: 'sale' as const,
  from,
  to: from + length - 1,
}))

describe('an event that repeats', () => {
  it('each year begins on the same date, lasts as long, and never overlaps itself', () => {
    forAll(event, (one) => {
      const times = allTimes({ ...one, repeats: 'yearly' }, ORIGIN + 365).sort((a, b) => a.from - b.from)
      expect(times.map(({ from }) => from)).toContain(one.from)
      times.forEach(({ from, to }, i) => {
        expect(to - from).toBe(one.to - one.from)
        if (i > 0) expect(from).toBeGreaterThan(times[i - 1]!.to)
        const [date, first] = [toDate(from), toDate(one.from)]
        const isLeapDay = first.getUTCMonth() === 1 && first.getUTCDate() === 29
        const same = date.getUTCMonth() === first.getUTCMonth() && date.getUTCDate() === first.getUTCDate()
        expect(same || (isLeapDay && date.getUTCMonth() === 2 && date.getUTCDate() === 1)).toBe(true)
      })
    })
  })

  it('on the same weekday begins 52 weeks apart', () => {
    forAll(event, (one) => {
      const times = allTimes({ ...one, repeats: 'yearly_weekday' }, ORIGIN + 365)
      for (const { from, to } of times) {
        expect(Math.abs(from - one.from) % 364).toBe(0)
        expect(to - from).toBe(one.to - one.from)
      }
    })
  })
})

describe('events that overlap', () => {
  const getAhead = (told: readonly ToldEvent[]) =>
    daysAhead({
      told,
      periods: [],
      running: null,
      salesOfSome: [],
      getRatio: () => null,
      firstDay: ORIGIN - 700,
      origin: ORIGIN,
      horizonDays: 30,
    })?.ratios ?? new Float64Array(30).fill(1)

  const told = fc.record({
    kind: fc.constantFrom('sale' as const, 'closed' as const),
    start: fc.integer({ min: 1, max: 30 }),
    length: fc.integer({ min: 1, max: 30 }),
    effect: fc.double({ min: 0, max: 10, noNaN: true }),
  })

  it('multiply up to ten times the usual sales, in any order, and a closing sells nothing whatever the sale', () => {
    forAll(fc.array(told, { maxLength: 6 }), (drawn) => {
      const events = drawn.map(
        ({ kind, start, length, effect }): ToldEvent => ({
          kind,
          from: ORIGIN + start,
          to: ORIGIN + start + length - 1,
          ...(kind === 'sale' && { effect }),
        }),
      )
      const [ahead, reversed] = [getAhead(events), getAhead(events.toReversed())]
      ahead.forEach((ratio, i) => {
        const day = ORIGIN + 1 + i
        const on = events.filter(({ from, to }) => from <= day && to >= day)
        expect(ratio).toBeLessThanOrEqual(10)
        if (on.some(({ kind }) => kind === 'closed')) expect(ratio).toBe(0)
        else if (on.length === 1) expect(ratio).toBeCloseTo(on[0]!.effect!, 9)
        else if (on.length === 0) expect(ratio).toBe(1)
        const product = on.reduce((all, { effect = 0 }) => all * effect, 1)
        if (product < 1 && on.every(({ effect = 0 }) => effect <= 1)) expect(ratio).toBeCloseTo(product, 9)
        if (on.length <= 2) expect(ratio).toBeCloseTo(reversed[i]!, 9)
      })
    })
  })
})

const ON_SALE = 4

/** Twenty products, of which the first four had a sale of a week with three times the sales every ten weeks. */
function shopWithSales(seed: number, { sinceSale }: { sinceSale: number }) {
  const random = randomNumbers(seed)
  const poisson = (mean: number) => {
    let units = 0
    for (let product = random(); product > Math.exp(-mean); product *= random()) units++
    return units
  }
  const ids = Array.from({ length: 20 }, (_, i) => `p${i}`)
  const onSale = ids.slice(0, ON_SALE)
  const length = 730
  const starts: number[] = []
  for (let last = ORIGIN - sinceSale; last > ORIGIN - length + 30; last -= 70) starts.push(last - 6)
  const next = starts[0]! + 70
  const isSale = (day: number) => [next, ...starts].some((start) => day >= start && day < start + 7)
  const means = ids.map((_, i) => 4 + (i % 5) * 4)
  const draw = (i: number, day: number) => poisson(means[i]! * (i < ON_SALE && isSale(day) ? 3 : 1))
  const series = ids.map(
    (id, i): SeriesInput => ({
      id,
      firstDay: ORIGIN - length + 1,
      unitsSold: Float64Array.from({ length }, (_, t) => draw(i, ORIGIN - length + 1 + t)),
    }),
  )
  const told = [next, ...starts].map(
    (from): ToldEvent => ({ kind: 'sale', from, to: from + 6, series: onSale }),
  )
  const ahead = (i: number) => Array.from({ length: 60 }, (_, d) => draw(i, ORIGIN + 1 + d))
  return { series, told, isSale, actual: ids.map((_, i) => ahead(i)) }
}

function forecasts(series: readonly SeriesInput[], shopEvents: readonly ToldEvent[] = []) {
  const { knowledge, trained } = learnShop({ origin: ORIGIN, series, horizonDays: 60, shopEvents })
  return series.map((one, i) => forecastSeries(one, knowledge, trained[i]).distribution)
}

const LEVELS = [0.1, 0.25, 0.5, 0.75, 0.9]

/** Returns the sums of the pinball losses of single days, on days of a sale and on the others, of products that have sales. */
function losses(shop: ReturnType<typeof shopWithSales>, told: readonly ToldEvent[]) {
  const loss = { sale: 0, usual: 0 }
  forecasts(shop.series, told)
    .slice(0, ON_SALE)
    .forEach((distribution, i) => {
      shop.actual[i]!.forEach((units, d) => {
        for (const level of LEVELS) {
          const error = units - dailyQuantile(distribution, d + 1, level)
          loss[shop.isSale(ORIGIN + 1 + d) ? 'sale' : 'usual'] += Math.max(level * error, (level - 1) * error)
        }
      })
    })
  return loss
}

describe('sales of some products', () => {
  it('that the merchant enters lower the pinball loss by 10 % on other days and by 25 % on their own', () => {
    const unknown = { sale: 0, usual: 0 }
    const known = { sale: 0, usual: 0 }
    for (const [seed, sinceSale] of [
      [1, 2],
      [2, 8],
      [3, 16],
      [4, 4],
      [5, 30],
    ] as const) {
      const shop = shopWithSales(seed, { sinceSale })
      for (const [sums, one] of [
        [unknown, losses(shop, [])],
        [known, losses(shop, shop.told)],
      ] as const) {
        sums.sale += one.sale
        sums.usual += one.usual
      }
    }
    expect(known.sale / unknown.sale).toBeLessThan(0.75)
    expect(known.usual / unknown.usual).toBeLessThan(0.9)
  })

  it('are learned for the next sale of the same products, and change no other product', () => {
    const { series, told } = shopWithSales(6, { sinceSale: 40 })
    const next = told[0]!
    const [plain, known] = [forecasts(series, told.slice(1)), forecasts(series, told)]
    const getRatio = (i: number) => {
      const sold = (all: typeof plain) =>
        meanDemand(all[i]!, next.to - ORIGIN) - meanDemand(all[i]!, next.from - 1 - ORIGIN)
      return sold(known) / sold(plain)
    }
    for (let i = 0; i < ON_SALE; i++) expect(getRatio(i)).toBeCloseTo(2.8, 0)
    for (let i = ON_SALE; i < 20; i++) expect(getRatio(i)).toBe(1)
  })

  it('widen the range if no earlier sale shows their effect, and change nothing with the usual effect', () => {
    const { series } = shopWithSales(7, { sinceSale: 500 })
    const sale: ToldEvent = { kind: 'sale', from: ORIGIN + 3, to: ORIGIN + 9, series: ['p12'] }
    const [plain, unknown, none] = [
      forecasts(series)[12]!,
      forecasts(series, [sale])[12]!,
      forecasts(series, [{ ...sale, effect: 1 }])[12]!,
    ]
    const width = (distribution: typeof plain) =>
      demandQuantile(distribution, 9, 0.9) - demandQuantile(distribution, 9, 0.1)
    expect(width(unknown)).toBeGreaterThan(1.5 * width(plain))
    expect(meanDemand(unknown, 9)).toBe(meanDemand(plain, 9))
    expect(none).toEqual(plain)
  })
})
