import { backtestShop } from './backtest.ts'
import { learnShop } from './fitting/learn-shop.ts'
import { forecastSeries } from './forecast-series.ts'
import type { SeriesForecast, ShopInput } from './types.ts'

/**
 * Learns from all series of a shop together, forecasts each one, and scores each on its own past. The same
 * input gives the same output. A shop without series gives an empty list.
 */
export function forecastShop(shop: ShopInput): SeriesForecast[] {
  const { knowledge, trained } = learnShop(shop)
  const accuracies = backtestShop(shop)
  return shop.series.map((series, i) => ({
    ...forecastSeries(series, knowledge, trained[i]),
    accuracy: accuracies[i] ?? null,
  }))
}
