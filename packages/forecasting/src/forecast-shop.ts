import { backtestShop } from './backtest.ts'
import { learnShop } from './fitting/learn-shop.ts'
import { forecastSeries } from './forecast-series.ts'
import type { SeriesForecast, ShopInput } from './types.ts'

/**
 * Fits and forecasts every series of a shop, what they have in common learned together, and scores each on its own past.
 * The same input gives the same output. An empty shop gives an empty list.
 */
export function forecastShop(shop: ShopInput): SeriesForecast[] {
  const { knowledge, trained } = learnShop(shop)
  const accuracies = backtestShop(shop)
  return shop.series.map((series, i) => ({
    ...forecastSeries(series, knowledge, trained[i]),
    accuracy: accuracies[i] ?? null,
  }))
}
