import {
  type DemandDistribution,
  demandQuantile,
  expectedUnits,
  fillDemandQuantiles,
  type Incoming,
} from '@stockcast/forecasting/decisions'
import type { StockBand, StockPoint } from '../../charts/projection/projection-series.ts'

interface Projection {
  distribution: DemandDistribution
  available: number
  incoming: readonly Incoming[]
  days: number
}

/** Demand quantiles; high demand means low stock, so the order is reversed. */
const LEVELS = [0.1, 0.25, 0.5, 0.75, 0.9]

/**
 * Returns the units in stock from now to `days` ahead along each quantile of demand; demand without stock
 * is lost.
 */
export function stockBands({ distribution, available, incoming, days }: Projection): StockBand[] {
  const demand = new Float64Array(LEVELS.length)
  const sold = new Float64Array(LEVELS.length)
  const stock = new Float64Array(LEVELS.length).fill(available + unitsArriving(incoming, 0))
  const bands = [toBand(0, stock)]
  for (let day = 1; day <= days; day += 1) {
    fillDemandQuantiles(distribution, day, LEVELS, demand)
    for (const level of LEVELS.keys()) {
      const left = stock[level]! - (demand[level]! - sold[level]!)
      stock[level] = Math.max(0, left) + unitsArriving(incoming, day)
    }
    sold.set(demand)
    bands.push(toBand(day, stock))
  }
  return bands
}

/** Returns the most likely stock with the order, from the day before it arrives. */
export function stockWithOrder({
  order,
  ...projection
}: Projection & { order: { day: number; units: number } }): StockPoint[] {
  const { distribution, available, days } = projection
  const incoming = [...projection.incoming, order]
  const points: StockPoint[] = []
  let units = available + unitsArriving(incoming, 0)
  let sold = 0
  for (let day = 0; day <= days; day += 1) {
    if (day > 0) {
      const demand = demandQuantile(distribution, day, 0.5)
      units = Math.max(0, units - (demand - sold)) + unitsArriving(incoming, day)
      sold = demand
    }
    if (day >= order.day - 1) points.push({ day, units })
    if (units <= 0 && day >= order.day) break
  }
  return points
}

function unitsArriving(incoming: readonly Incoming[], day: number): number {
  return incoming.reduce(
    (sum, arrival) => sum + (arrival.day === day ? Math.round(expectedUnits(arrival)) : 0),
    0,
  )
}

/** Sorts the band: paths that lost sales at different times can cross by a few units after a receipt. */
function toBand(day: number, stock: Float64Array): StockBand {
  const [p10, p25, p50, p75, p90] = stock.toSorted()
  return { day, p10: p10!, p25: p25!, p50: p50!, p75: p75!, p90: p90! }
}
