import { inCases } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forecastShop } from '../forecast-shop.ts'
import { meanDemand, meanOfDay } from '../index.ts'
import type { CalendarEvent, SeriesInput, ShopInput } from '../types.ts'
import { SEGMENTS } from './segments.ts'

const ORIGIN = 20_000
const DAYS = 800

/** Holidays that move by a few days from year to year, and one that is new. */
const holidays = ['Easter', 'May Day', 'Harvest', 'Founding Day'].flatMap((name, i) =>
  [-2, -1, 0].map((year) => event(name, 20 + 9 * i + 364 * year + 3 * year)),
)
const coronation = event('Coronation', 75)

function event(name: string, afterOrigin: number, kind: CalendarEvent['kind'] = 'holiday'): CalendarEvent {
  return { name, day: ORIGIN + afterOrigin, kind }
}

/** Returns a shop of twelve products that sells this share of a usual day on the days of events. */
function getShop(events: readonly CalendarEvent[], share: number): ShopInput {
  const shareOn = new Map(events.map(({ day }) => [day, share]))
  const series = Array.from({ length: 12 }, (_, i): SeriesInput => {
    const firstDay = ORIGIN - DAYS + 1
    const unitsSold = Float64Array.from({ length: DAYS }, (_, t) => {
      const usual = 4 + ((7 * t + 5 * i + ((t * t) % 11)) % 9) + (t % 7 === 0 ? 4 : 0)
      return Math.round(usual * (shareOn.get(firstDay + t) ?? 1))
    })
    return { id: `${i}`, firstDay, unitsSold }
  })
  return { origin: ORIGIN, series }
}

/** Returns the expected sales of the whole shop some days after the origin. */
function expectedOn(shop: ShopInput, afterOrigin: number): number {
  return forecastShop(shop).reduce((sum, one) => sum + meanOfDay(one.distribution, afterOrigin), 0)
}

describe('the forecast of an event', () => {
  const closed = getShop(holidays, 0)

  it('is near nothing in a shop that was closed on the holidays before, on their new dates', () => {
    for (const day of [20, 29, 38, 47]) {
      const usual = expectedOn(closed, day)
      const known = expectedOn({ ...closed, events: holidays }, day)
      expect(known).toBeLessThan(0.1 * usual)
    }
  })

  it('is that of other holidays for one that the shop has never seen', () => {
    const events = [...holidays, coronation]
    expect(expectedOn({ ...closed, events }, 75)).toBeLessThan(0.15 * expectedOn(closed, 75))
  })

  it('is that of a usual day in a shop that sells on holidays as on other days', () => {
    const open = getShop([], 1)
    const ratio = expectedOn({ ...open, events: holidays }, 20) / expectedOn(open, 20)
    expect(ratio).toBeGreaterThan(0.85)
    expect(ratio).toBeLessThan(1.15)
  })

  it('is learned for shopping days apart from holidays', () => {
    const friday = [-728, -364, 0].map((day) => event('Black Friday', 55 + day, 'shopping'))
    const shop = getShop(friday, 3)
    const events = [...holidays, ...friday]
    const [usual, known] = [expectedOn(shop, 55), expectedOn({ ...shop, events }, 55)]
    expect(known / usual).toBeGreaterThan(2)
  })

  it('moves to the days around it: the sum of a segment stays, unless most of its days are events', () => {
    const [usual, known] = [closed, { ...closed, events: holidays }].map((shop) => forecastShop(shop))
    usual!.forEach(({ distribution }, i) => {
      for (const { end } of SEGMENTS) {
        const ratio = meanDemand(known![i]!.distribution, end) / meanDemand(distribution, end)
        expect(ratio).toBeCloseTo(1, 4)
      }
    })
    const week = Array.from({ length: 5 }, (_, day) => event(`Day ${day}`, day + 1))
    const shut = forecastShop({ ...closed, events: [...holidays, ...week] })[0]!
    const sum = meanDemand(shut.distribution, 7)
    expect(sum).toBeLessThan(0.6 * meanDemand(usual![0]!.distribution, 7))
  })

  it('changes nothing if the past of the shop has no event', () => {
    const events = [event('Easter', 20), event('Easter', -DAYS - 5)]
    expect(forecastShop({ ...closed, events })).toEqual(forecastShop(closed))
  })

  it('is listed in the evidence only if its sales clearly differ from a usual day', () => {
    const [known] = forecastShop({ ...closed, events: holidays, explains: true })
    expect(known!.evidence.events!.map(({ name }) => name)).toEqual([
      'Easter',
      'May Day',
      'Harvest',
      'Founding Day',
    ])
    const [open] = forecastShop({ ...getShop([], 1), events: holidays, explains: true })
    expect(open!.evidence.events).toEqual([])
  })

  it('is finite and not negative for any events and sales', () => {
    const day = fc.integer({ min: -DAYS - 10, max: 120 })
    const names = fc.constantFrom('a', 'b', 'c', 'd')
    const kinds = fc.constantFrom('holiday' as const, 'shopping' as const)
    const events = fc.uniqueArray(fc.tuple(names, day, kinds), { selector: ([, one]) => one, maxLength: 60 })
    inCases(25, events, fc.constantFrom(0, 0.3, 1, 5), fc.constantFrom(0, 1, 2), (all, share, scale) => {
      const known = all.map(([name, at, kind]) => event(name, at, kind))
      const { series, ...shop } = getShop(known, share)
      const scaled = Array.from({ length: series.length }, (_, i) => {
        const one = series.at(i)!
        return { ...one, unitsSold: one.unitsSold.map((units) => units * scale) }
      })
      for (const { distribution } of forecastShop({ ...shop, series: scaled, events: known })) {
        for (let after = 1; after <= 90; after++) {
          const mean = meanOfDay(distribution, after)
          expect(Number.isFinite(mean) && mean >= -1e-9).toBe(true)
        }
      }
    })
  })
})
