import { backtestShop } from './backtest.ts'
import { learnShop, requireShop } from './fitting/learn-shop.ts'
import { forecastHistory } from './forecast-series.ts'
import { EarlierHistories } from './histories.ts'
import { regularOrders } from './shop-days/regular-orders.ts'
import type { SeriesForecast, SeriesInput, ShopInput, ShopPeriod } from './types.ts'

/**
 * Learns from all series of a shop together, forecasts each one, and scores each on its own past. The same
 * input gives the same output. A shop without series gives an empty list.
 */
export function forecastShop(shop: ShopInput): SeriesForecast[] {
  return [...forecastEach(shop)]
}

/**
 * Yields what `forecastShop` returns, in the same order, without keeping it, and returns the detected closings and sales of the
 * shop, which the merchant may confirm or deny.
 */
export function* forecastEach(shop: ShopInput): Generator<SeriesForecast, readonly ShopPeriod[]> {
  requireShop(shop)
  const score = backtestShop(shop)
  const { knowledge, trained } = learnShop(shop)
  const earlier = new EarlierHistories(knowledge)
  for (let i = 0; i < shop.series.length; i++) {
    const series = shop.series.at(i) as SeriesInput
    const orders = regularOrders(series)
    earlier.read(series, orders)
    const forecast = forecastHistory({
      series,
      orders,
      history: earlier.whole(),
      knowledge,
      trained: trained[i],
      explains: shop.explains,
    })
    yield { ...forecast, accuracy: score(series, earlier) }
  }
  return knowledge.periods.filter(({ isTold }) => !isTold)
}
