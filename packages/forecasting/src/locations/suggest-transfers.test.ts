import { inCases } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stockoutProbability } from '../decisions/stockout.ts'
import { meanDemand } from '../distribution/demand-distribution.ts'
import { steadyDistribution } from '../distribution/example-distributions.ts'
import { demandQuantile, fillDemandQuantiles } from '../distribution/read-distribution.ts'
import {
  type StockPlace,
  suggestTransfers,
  type TransferLane,
  type TransferPolicy,
} from './suggest-transfers.ts'

const policy: TransferPolicy = {
  leadTimeDays: 14,
  reviewPeriodDays: 7,
  serviceLevel: 0.9,
  packSize: 1,
  margin: 10,
}

/** Returns lanes of two days from each place to each other. */
function getLanes(places: readonly StockPlace[], part: Partial<TransferLane> = {}): TransferLane[] {
  return places.flatMap(({ locationId: from }) =>
    places.flatMap(({ locationId: to }) =>
      from === to ? [] : [{ from, to, days: 2, minimumUnits: 1, unitCost: 0, ...part }],
    ),
  )
}

function place(locationId: number, available: number, dailyMean: number | null): StockPlace {
  const distribution = dailyMean === null ? null : steadyDistribution(dailyMean, 1.8)
  return { locationId, available, incoming: [], distribution, sells: true }
}

const suggest = (
  places: StockPlace[],
  part: Partial<TransferPolicy> = {},
  lane: Partial<TransferLane> = {},
) => suggestTransfers({ places, lanes: getLanes(places, lane), policy: { ...policy, ...part } })

describe('a suggested transfer', () => {
  it('moves spare stock to the location that runs out', () => {
    const [only, ...others] = suggest([place(1, 200, 1), place(2, 2, 1)])
    expect(others).toEqual([])
    expect(only).toMatchObject({ from: 1, to: 2, days: 2 })
    expect(only!.units).toBeGreaterThan(14)
    expect(only!.units).toBeLessThan(40)
    expect(only!.stockoutBefore).toBeGreaterThan(0.95)
    expect(only!.stockoutAfter).toBeLessThan(0.1)
  })

  it('moves few units to a slow seller, however much the giver has', () => {
    const units = suggest([place(1, 5000, 1), place(2, 0, 0.2)])[0]?.units
    expect(units).toBeGreaterThan(3)
    expect(units).toBeLessThan(15)
  })

  it('moves nothing if all locations have enough, or none has units to spare', () => {
    expect(suggest([place(1, 60, 1), place(2, 60, 1)])).toEqual([])
    expect(suggest([place(1, 20, 1), place(2, 2, 1)])).toEqual([])
  })

  it('ends an outage: a location without stock sells what arrives, from that day on', () => {
    const [only] = suggest([place(1, 200, 1), place(2, 0, 1)])
    expect(only!.stockoutBefore).toBe(1)
    expect(only!.stockoutAfter).toBeLessThan(0.2)
  })

  it('takes all of a warehouse, and nothing of a shop that has sold nothing so far', () => {
    const taker = place(2, 0, 5)
    const warehouse = { ...place(1, 40, 0), sells: false }
    expect(suggest([warehouse, taker])[0]?.units).toBe(40)
    expect(suggest([{ ...warehouse, distribution: null }, taker])[0]?.units).toBe(40)
    expect(suggest([place(1, 40, 0), taker])).toEqual([])
    expect(suggest([place(1, 40, null), taker])).toEqual([])
  })

  it('is in whole packs, not below the minimum of its lane, and not on a lane that is off or slower than an order', () => {
    const places = () => [place(1, 200, 1), place(2, 2, 1)]
    expect(suggest(places(), { packSize: 6 })[0]!.units % 6).toBe(0)
    expect(suggest(places(), {}, { minimumUnits: 100 })).toEqual([])
    expect(suggest(places(), {}, { days: 21 })).toEqual([])
    expect(suggestTransfers({ places: places(), lanes: [], policy })).toEqual([])
  })

  it('is smaller the more moving costs, and is left out if it costs more than it earns', () => {
    const units = [0, 4, 8, 10].map(
      (unitCost) => suggest([place(1, 200, 1), place(2, 2, 1)], {}, { unitCost })[0]?.units ?? 0,
    )
    expect(units).toEqual(units.toSorted((a, b) => b - a))
    expect(units[3]).toBe(0)
  })

  it('takes units on the way into account', () => {
    const covered = { ...place(2, 5, 1), incoming: [{ day: 1, units: 60 }] }
    expect(suggest([place(1, 200, 1), covered])).toEqual([])
  })

  it('is whole: of many units none is left for another suggestion', () => {
    for (const dailyMean of [10, 20, 35]) {
      const [first] = suggest([place(1, 2000, 1), place(2, 0, dailyMean)])
      const moving = { ...place(2, 0, dailyMean), incoming: [{ day: 2, units: first!.units }] }
      expect(suggest([place(1, 60, 1), moving])).toEqual([])
    }
  })

  it('is not repeated a day later for what the longer view adds, while what is on its way covers an order’s lead time', () => {
    const [first] = suggest([place(1, 200, 1), place(2, 0, 1)])
    const next = { ...place(2, 0, 1), incoming: [{ day: 1, units: first!.units }] }
    expect(suggest([place(1, 200 - first!.units, 1), next])).toEqual([])
  })
})

const anyPlaces = fc
  .array(
    fc.record({
      available: fc.integer({ min: -5, max: 200 }),
      dailyMean: fc.option(fc.double({ min: 0, max: 8, noNaN: true })),
      sells: fc.boolean(),
    }),
    { minLength: 2, maxLength: 6 },
  )
  .map((all) =>
    all.map(({ available, dailyMean, sells }, i) => ({ ...place(i, available, dailyMean), sells })),
  )

const anyCase = fc.record({
  places: anyPlaces,
  packSize: fc.integer({ min: 1, max: 12 }),
  days: fc.integer({ min: 0, max: 10 }),
  unitCost: fc.double({ min: 0, max: 3, noNaN: true }),
})

/** Returns the expected lost sales of a location within lead time and review period, of the demand from `from` on. */
function lost({ distribution, available }: StockPlace, from: number, moved: number): number {
  if (!distribution) return 0
  const probabilities = Float64Array.from({ length: 400 }, (_, i) => (i + 0.5) / 400)
  const demands = new Float64Array(400)
  const left = Math.max(0, available - meanDemand(distribution, from)) + moved
  fillDemandQuantiles(distribution, 21 - from, probabilities, demands)
  return demands.reduce((sum, demand) => sum + Math.max(0, demand - left), 0) / 400
}

describe('suggested transfers of any shop', () => {
  it('leave every giver at or below 1 − service level, take no more than it has, and never go both ways', () => {
    inCases(300, anyCase, ({ places, packSize, days, unitCost }) => {
      const moves = suggest(places, { packSize }, { days, unitCost })
      const givers = new Set(moves.map(({ from }) => from))
      const takers = new Set(moves.map(({ to }) => to))
      expect([...givers].filter((id) => takers.has(id))).toEqual([])
      for (const id of givers) {
        const { distribution, available } = places[id]!
        const given = moves.filter(({ from }) => from === id).reduce((sum, { units }) => sum + units, 0)
        expect(given).toBeLessThanOrEqual(available)
        expect(given % packSize).toBe(0)
        if (!distribution || meanDemand(distribution, 21) === 0) continue
        const left = { distribution, available: available - given }
        expect(stockoutProbability({ ...left, withinDays: 21 })).toBeLessThanOrEqual(0.1 + 1e-9)
        expect(left.available).toBeGreaterThan(demandQuantile(distribution, 21, 0.9))
      }
    })
  })

  it('leave nothing to suggest once they are on their way', () => {
    inCases(300, anyCase, ({ places, packSize, days, unitCost }) => {
      const moves = suggest(places, { packSize }, { days, unitCost })
      const after = places.map((each) => ({
        ...each,
        available: moves.reduce(
          (left, { from, units }) => left - (from === each.locationId ? units : 0),
          each.available,
        ),
        incoming: moves.flatMap(({ to, units, days: day }) =>
          to === each.locationId ? [{ day, units }] : [],
        ),
      }))
      expect(suggest(after, { packSize }, { days, unitCost })).toEqual([])
    })
  })

  it('never increase the expected lost sales of all locations together', () => {
    inCases(300, anyCase, ({ places, packSize, days, unitCost }) => {
      const moves = suggest(places, { packSize }, { days, unitCost })
      let gain = 0
      for (const giver of places) {
        const given = moves
          .filter(({ from }) => from === giver.locationId)
          .reduce((sum, { units }) => sum + units, 0)
        if (given > 0)
          gain -= lost({ ...giver, available: giver.available - given }, 0, 0) - lost(giver, 0, 0)
      }
      for (const taker of places) {
        const taken = moves
          .filter(({ to }) => to === taker.locationId)
          .reduce((sum, { units }) => sum + units, 0)
        if (taken > 0) gain += lost(taker, days, 0) - lost(taker, days, taken)
      }
      const value = moves.reduce((sum, move) => sum + move.value, 0)
      const cost = moves.reduce((sum, { units }) => sum + units * unitCost, 0)
      expect(gain * policy.margin - cost).toBeGreaterThanOrEqual(value - 1e-6 - 0.02 * Math.abs(value))
      expect(gain).toBeGreaterThanOrEqual(-1e-9)
    })
  })
})

/** Returns reproducible numbers in 0–1. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Draws a Poisson–gamma demand of a day with variance-to-mean ratio 1.8, by inversion of its quantiles. */
function drawDemand(dailyMean: number, random: () => number): number {
  return dailyMean === 0
    ? 0
    : demandQuantile(steadyDistribution(dailyMean, 1.8), 1, Math.min(0.999, random()))
}

/**
 * Sells 200 products at 5 locations for 120 days. Every 28 days each product gets what it is expected to sell, divided among the
 * locations without knowing their exact shares: the same units on the same days, with transfers and without.
 */
function lostSales(areMoved: boolean): number {
  const random = randomFrom(7)
  let lostUnits = 0
  for (let product = 0; product < 200; product++) {
    const dailyMean = 0.5 + 4 * random() ** 2
    const weights = Array.from({ length: 5 }, () => 0.2 + random())
    const getShares = (values: number[]) =>
      values.map((value) => value / values.reduce((sum, each) => sum + each, 0))
    const shares = getShares(weights)
    const bought = getShares(weights.map((weight) => weight * (0.5 + random())))
    const stock = shares.map(() => 0)
    const arriving: { day: number; to: number; units: number }[] = []
    const laws = shares.map((share) => steadyDistribution(dailyMean * share, 1.8))
    const getDemand = randomFrom(1000 + product)
    for (let day = 0; day < 120; day++) {
      if (day % 28 === 0)
        for (const [i, share] of bought.entries()) stock[i]! += Math.round(share * dailyMean * 31)
      for (const move of arriving.filter((each) => each.day === day)) stock[move.to]! += move.units
      if (areMoved && day % 7 === 3) {
        const places = stock.map((available, i): StockPlace => {
          const coming = arriving.filter((each) => each.to === i && each.day > day)
          const incoming = coming.map((each) => ({ day: each.day - day, units: each.units }))
          return { locationId: i, available, incoming, distribution: laws[i]!, sells: true }
        })
        const daysToNext = 28 - (day % 28)
        const moves = suggest(places, { leadTimeDays: daysToNext, reviewPeriodDays: 0 })
        for (const { from, to, units, days } of moves) {
          stock[from]! -= units
          arriving.push({ day: day + days, to, units })
        }
      }
      for (const [i, share] of shares.entries()) {
        const demand = drawDemand(dailyMean * share, getDemand)
        lostUnits += Math.max(0, demand - stock[i]!)
        stock[i] = Math.max(0, stock[i]! - demand)
      }
    }
  }
  return lostUnits
}

it('transfers lower the lost sales of 200 products at 5 locations by at least 20 % with the same purchases', () => {
  const without = lostSales(false)
  const withTransfers = lostSales(true)
  expect(without).toBeGreaterThan(1000)
  expect(withTransfers).toBeLessThan(0.8 * without)
})
