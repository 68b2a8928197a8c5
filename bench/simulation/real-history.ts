import { seriesAt } from '../../apps/cli/src/series-at.ts'
import { type DataSet, loadSet } from '../forecast/data-sets.ts'
import type { StockedSeries } from './sandbox-history.ts'

/**
 * Least days of a series: simulated days, history before them, and days until simulated stock is realistic.
 */
const LEAST_DAYS = 240
/** Most series of each set, chosen evenly. */
const MOST_SERIES = 600
/** Least units sold in the last 120 days before the simulation; slower sellers have too few stockouts. */
const LEAST_UNITS = 30
const LEAD_TIMES = [7, 10, 14, 21]
const RATE_DAYS = 30
/** Days of sales that one delivery is for. */
const REVIEW_PERIOD_DAYS = 28

/**
 * Returns real sales with simulated stock. The merchant orders up to a level when stock and open orders fall
 * to the reorder point, by the mean of the last 30 days and a buffer that differs by product. Deliveries take
 * from one day less to three days more than the supplier's lead time, and one in ten up to ten days more.
 * Units out of stock are not sold.
 */
export function realHistory(
  set: DataSet,
  simulationDays: number,
): { origin: number; series: StockedSeries[] } {
  const sales = loadSet(set)
  const origin = sales.firstDay + sales.days - 1
  const wanted = sales.ids.flatMap((id, row) => {
    const { firstDay, unitsSold: units } = seriesAt(sales, row)
    const before = units.subarray(0, units.length - simulationDays).slice(-120)
    const sold = before.reduce((sum, each) => sum + each, 0)
    return units.length >= LEAST_DAYS && sold >= LEAST_UNITS ? [{ id, row, units, firstDay }] : []
  })
  const every = Math.max(1, wanted.length / MOST_SERIES)
  const chosen = wanted.filter((_, i) => Math.floor(i / every) !== Math.floor((i - 1) / every))
  return {
    origin,
    series: chosen.map(({ id, row, units, firstDay }) => ({ id, firstDay, ...stocked(units, row) })),
  }
}

function stocked(demand: Float64Array, seed: number): Omit<StockedSeries, 'id' | 'firstDay'> {
  const random = randomFrom(seed)
  const leadTimeDays = LEAD_TIMES[Math.floor(random() * LEAD_TIMES.length)] as number
  const buffer = 0.9 + 0.9 * random()
  const unitsSold = new Float64Array(demand.length)
  const closingStock = new Float64Array(demand.length)
  const incoming = new Float64Array(demand.length)
  const arrivals = new Map<number, number>()
  let stock = Math.ceil(rateBefore(demand, RATE_DAYS) * (leadTimeDays + REVIEW_PERIOD_DAYS))
  let onTheWay = 0
  for (let day = 0; day < demand.length; day++) {
    const arrived = arrivals.get(day) ?? 0
    stock += arrived
    onTheWay -= arrived
    unitsSold[day] = Math.min(stock, demand[day] as number)
    stock -= unitsSold[day] as number
    const rate = rateBefore(unitsSold, day + 1)
    const reorderPoint = buffer * rate * leadTimeDays
    if (stock + onTheWay <= reorderPoint) {
      const units = Math.max(1, Math.ceil(reorderPoint + rate * REVIEW_PERIOD_DAYS - stock - onTheWay))
      const late = random() < 0.1 ? random() * 10 : random() * 4 - 1
      const on = day + Math.max(1, Math.round(leadTimeDays + late))
      arrivals.set(on, (arrivals.get(on) ?? 0) + units)
      onTheWay += units
    }
    closingStock[day] = stock
    incoming[day] = onTheWay
  }
  return { unitsSold, closingStock, incoming, leadTimeDays }
}

function rateBefore(units: Float64Array, end: number): number {
  const recent = units.subarray(Math.max(0, end - RATE_DAYS), end)
  return recent.reduce((sum, each) => sum + each, 0) / Math.max(1, recent.length)
}

/** Returns a Mulberry32 generator. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
