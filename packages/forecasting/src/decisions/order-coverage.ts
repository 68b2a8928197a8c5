import { dropElapsedDays } from '../distribution/demand-distribution.ts'
import { arrivalsAfter, type Incoming, laterBy, type StockPath, unitsWithin } from './stock-path.ts'
import { stockoutFutures, stockoutFuturesAfterArrival } from './stockout.ts'

/**
 * Returns `count` equally likely days, ascending, on which stock runs out once an order has arrived: what the order lasts for. A
 * future that runs out before the arrival loses its demand until then, and starts again with the units of the order that
 * no customer waits for; it meets the same low or high demand after the arrival as before. Null is a day after the
 * horizon. Where owed units take the whole order, the days are those of `stockoutFuturesAfterArrival`.
 */
export function futuresOfOrder(
  path: StockPath & { order: Pick<Incoming, 'day' | 'units'>; count?: number },
): (number | null)[] {
  const { distribution, available, incoming = [], order, count } = path
  const asked = count === undefined ? {} : { count }
  const owed = Math.min(0, unitsWithin({ available, incoming }, order.day + 1))
  const futures = stockoutFuturesAfterArrival({
    distribution,
    available,
    incoming: [...incoming, order],
    ...asked,
  })
  if (order.units + owed <= 0) return futures
  const fresh = stockoutFutures({
    distribution: dropElapsedDays(distribution, order.day),
    available: order.units + owed,
    incoming: arrivalsAfter(incoming, order.day),
    ...asked,
  })
  return futures
    .map((day, i) => (day === null || day > order.day ? day : laterBy(order.day, fresh[i] as number | null)))
    .toSorted((a, b) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY))
}
