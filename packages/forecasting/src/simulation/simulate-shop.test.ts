import { inCases } from '@stockcast/testkit/for-all'
import { noise } from '@stockcast/testkit/random-numbers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideAlerts, type OpenAlert } from '../decisions/alerting.ts'
import { SERVICE_LEVELS } from '../decisions/service-levels.ts'
import { riskEpisodes } from './episodes.ts'
import { simulateShop, simulationDays } from './simulate-shop.ts'
import type { SimulationInput, SimulationVariant } from './simulation-input.ts'
import { receiptsOn } from './variant-days.ts'

const ORIGIN = 20_000
const HISTORY = 200

/** Returns a product that is restocked to `full` when stock has fallen to `refillAt`. */
function shelf(id: string, args: { rate: number; full: number; refillAt: number }): SimulationVariant {
  const unitsSold = new Float64Array(HISTORY)
  const closingStock = new Float64Array(HISTORY)
  let stock = args.full
  for (let day = 0; day < HISTORY; day++) {
    if (stock <= args.refillAt && noise(day + 7 * args.rate) < 0.2) stock = args.full
    const sold = Math.min(stock, Math.round(2 * args.rate * noise(day * args.rate + id.length)))
    stock -= sold
    unitsSold[day] = sold
    closingStock[day] = stock
  }
  const outOfStock = Uint8Array.from(closingStock, (units) => (units <= 0 ? 1 : 0))
  return { id, firstDay: ORIGIN - HISTORY + 1, unitsSold, closingStock, outOfStock, leadTimeDays: 7 }
}

/** Adds units on the way for the four days before each restock, and a recorded order in between. */
function withReceipts(variant: SimulationVariant): SimulationVariant {
  const { closingStock, firstDay } = variant
  const incoming = new Float64Array(HISTORY)
  closingStock.forEach((stock, day) => {
    if (day > 4 && stock > (closingStock[day - 1] as number)) incoming.fill(30, day - 4, day)
  })
  const orders = [
    { recordedOn: firstDay + 140, closedOn: firstDay + 149, expectedOn: firstDay + 146, units: 25 },
    { recordedOn: firstDay + 180, closedOn: null, expectedOn: firstDay + 190, units: 25 },
  ]
  return { ...variant, incoming, orders }
}

function shop(): SimulationInput {
  const series = [
    shelf('never out', { rate: 3, full: 120, refillAt: 60 }),
    shelf('often out', { rate: 5, full: 90, refillAt: 0 }),
    shelf('close', { rate: 2, full: 40, refillAt: 9 }),
    shelf('slow', { rate: 0.6, full: 12, refillAt: 0 }),
    withReceipts(shelf('on the way', { rate: 4, full: 60, refillAt: 4 })),
  ]
  return { origin: ORIGIN, days: 90, series }
}

/** Returns the same shop with different sales, stock and orders on every day after `day`. */
function withOtherFuture(input: SimulationInput, day: number, seed: number): SimulationInput {
  const series = input.series.map((variant, i) => {
    const after = Math.max(0, day - variant.firstDay + 1)
    const change = (values: Float64Array, scale: number) =>
      values.map((value, t) => (t < after ? value : Math.floor(scale * noise(seed + t + 31 * i))))
    const closingStock = change(variant.closingStock, 30)
    return {
      ...variant,
      unitsSold: change(variant.unitsSold, 40),
      closingStock,
      outOfStock: Uint8Array.from(closingStock, (units) => (units <= 0 ? 1 : 0)),
      ...(variant.incoming && { incoming: change(variant.incoming, 50) }),
      orders: [
        ...(variant.orders ?? []).map((order) => ({
          ...order,
          closedOn: order.closedOn !== null && order.closedOn <= day ? order.closedOn : day + 1 + (seed % 9),
        })),
        { recordedOn: day + 1, closedOn: null, expectedOn: day + 3, units: 1 + seed },
      ],
    }
  })
  return { ...input, series }
}

describe('simulateShop', () => {
  it('uses no later data: other sales, stock and orders after a day change no earlier fact or decision', () => {
    const input = shop()
    const { all, firstDay } = simulationDays(input)
    inCases(12, fc.integer({ min: 0, max: 88 }), fc.nat(1000), (last, seed) => {
      const other = simulationDays(withOtherFuture(input, firstDay + last, seed))
      all.forEach((days, i) => {
        const changed = other.all[i]!
        // The morning after `last` uses the stock of that evening.
        for (const key of ['available', 'probability', 'plainDays'] as const) {
          expect(changed[key].subarray(0, last + 2)).toEqual(days[key].subarray(0, last + 2))
        }
        for (const level of [0.5, 0.9, 0.98]) {
          const until = (episodes: ReturnType<typeof riskEpisodes>) =>
            episodes
              .filter(({ openedOn }) => openedOn <= last + 1)
              .map(({ openedOn, closedOn }) => [
                openedOn,
                closedOn !== null && closedOn <= last + 1 ? closedOn : null,
              ])
          expect(until(riskEpisodes(changed, level))).toEqual(until(riskEpisodes(days, level)))
        }
      })
    })
  })

  it('W-03 opens and closes as the live rule does, morning by morning', () => {
    const { series } = shop()
    const { all, distributions, firstDay } = simulationDays(shop())
    all.forEach((days, variantId) => {
      for (const serviceLevel of [0.5, 0.9]) {
        let open: OpenAlert[] = []
        const live: [number, number | null][] = []
        for (let day = 0; day < days.available.length; day++) {
          const facts = {
            variantId,
            available: days.available[day]!,
            incoming: receiptsOn(series[variantId]!, firstDay + day),
            policy: { leadTimeDays: 7, safetyStock: 0, serviceLevel, reviewPeriodDays: 30 },
            distribution: distributions(variantId, firstDay + day),
            averageDailySales: 1,
            isQuiet: false,
          }
          for (const change of decideAlerts({ facts: [facts], open, settled: [] })) {
            if (change.type !== 'stockout_risk') continue
            if (change.kind === 'resolve') live.at(-1)![1] = day
            if (change.kind === 'open') live.push([day, null])
            open =
              change.kind === 'resolve'
                ? []
                : [{ ...change, severity: 'severity' in change ? change.severity : 0 }]
          }
        }
        const simulated = riskEpisodes(days, serviceLevel).map(({ openedOn, closedOn }) => [
          openedOn,
          closedOn,
        ])
        expect(simulated).toEqual(live)
      }
    })
  })

  it('W-03 counts units on the way from the evening they are known until they arrive or are given up', () => {
    const { firstDay, ...variant } = withReceipts(shelf('a', { rate: 3, full: 60, refillAt: 5 }))
    const on = (day: number, incoming: number[] = []) => {
      const known = Float64Array.from({ length: HISTORY }, (_, at) => incoming[at] ?? Number.NaN)
      return receiptsOn({ ...variant, firstDay, incoming: known }, firstDay + day)
    }
    expect(on(3, [0, 0, 40, 50])).toEqual([{ day: 4, units: 40 }])
    expect(on(5, [0, 0, 40, 50])).toEqual([])
    expect(on(140)).toEqual([])
    expect(on(141)).toEqual([{ day: 5, units: 25 }])
    // A late delivery is expected every following day.
    expect(on(149)).toEqual([{ day: 1, units: 25 }])
    expect(on(150)).toEqual([])
    expect(on(199)).toEqual([{ day: 1, units: 25 }])
    expect(receiptsOn({ ...variant, firstDay, orders: [] }, firstDay)).toEqual([])
  })

  it('raises fewer alerts for a product with a delivery on the way', () => {
    const input = shop()
    const plain = input.series.find(({ id }) => id === 'close')!
    const ordered = { ...plain, id: 'ordered', incoming: plain.closingStock.map(() => 500) }
    const { steps } = simulateShop({ ...input, series: [...input.series, ordered] })
    const getAlerts = (id: string) => {
      const variant = [...input.series, ordered].findIndex((one) => one.id === id)
      return steps
        .find(({ serviceLevel }) => serviceLevel === 0.9)!
        .alerts.filter((alert) => alert.variant === variant).length
    }
    expect(getAlerts('ordered')).toBeLessThan(getAlerts('close'))
  })

  it('finds the stockouts, scores every service level, and warns of no fewer at the highest than at the lowest', () => {
    const { stockouts, steps, ids } = simulateShop(shop())
    const often = stockouts.filter(({ variant }) => ids[variant] === 'often out')
    expect(often.length).toBeGreaterThan(2)
    expect(stockouts.some(({ variant }) => ids[variant] === 'never out')).toBe(false)
    expect(steps.map(({ serviceLevel }) => serviceLevel)).toEqual(SERVICE_LEVELS)
    for (const { warningDays } of steps) expect(warningDays).toHaveLength(stockouts.length)
    const warned = (at: number) => steps[at]!.warningDays.filter((days) => days !== null).length
    expect(warned(steps.length - 1)).toBeGreaterThanOrEqual(warned(0))
  })

  it('returns the same for the same input, and nothing for a shop without series', () => {
    expect(simulateShop(shop())).toEqual(simulateShop(shop()))
    const { stockouts, plain, calibration } = simulateShop({ origin: ORIGIN, days: 90, series: [] })
    expect(stockouts).toEqual([])
    expect(plain.alerts).toEqual([])
    expect(calibration.every(({ cases }) => cases === 0)).toBe(true)
  })

  it('simulates a product that went on sale the day before and one with unknown stock as far as possible', () => {
    const young: SimulationVariant = {
      id: 'young',
      firstDay: ORIGIN,
      unitsSold: Float64Array.of(2),
      closingStock: Float64Array.of(5),
      leadTimeDays: 7,
    }
    const known = shelf('a', { rate: 3, full: 60, refillAt: 20 })
    const unknown = { ...known, id: 'unknown', closingStock: known.closingStock.map(() => Number.NaN) }
    const { all } = simulationDays({ origin: ORIGIN, days: 90, series: [young, unknown, known] })
    expect(all[0]!.available.every(Number.isNaN)).toBe(true)
    expect(all[1]!.available.every(Number.isNaN)).toBe(true)
    expect(riskEpisodes(all[1]!, 0.98)).toEqual([])
  })

  it('refuses series that do not end at the origin or lack days of stock', () => {
    const [first] = shop().series
    const of = (change: Partial<SimulationVariant>) => () =>
      simulateShop({ origin: ORIGIN, days: 90, series: [{ ...first!, ...change }] })
    expect(of({ firstDay: 1 })).toThrow(/end on the origin/)
    expect(of({ closingStock: new Float64Array(3) })).toThrow(/closingStock/)
    expect(of({ incoming: new Float64Array(3) })).toThrow(/incoming/)
    expect(of({ leadTimeDays: -1 })).toThrow(/leadTimeDays/)
  })

  it('predicts probabilities close to the observed shares', () => {
    const { calibration } = simulateShop(shop())
    for (const { cases, predicted, observed, from, to } of calibration) {
      if (predicted === null || observed === null) continue
      expect(predicted).toBeGreaterThanOrEqual(from)
      expect(predicted).toBeLessThanOrEqual(to)
      expect(observed).toBeGreaterThanOrEqual(0)
      expect(observed).toBeLessThanOrEqual(1)
      expect(cases).toBeGreaterThan(0)
    }
    const cases = calibration.reduce((sum, bin) => sum + bin.cases, 0)
    const expected = calibration.reduce((sum, bin) => sum + bin.cases * (bin.predicted ?? 0), 0)
    const came = calibration.reduce((sum, bin) => sum + bin.cases * (bin.observed ?? 0), 0)
    expect(Math.abs(expected - came) / cases).toBeLessThan(0.1)
  })
})
