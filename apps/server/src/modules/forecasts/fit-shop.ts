import {
  encodeDistribution,
  forecastShop,
  type SeriesForecast,
  type SeriesInput,
} from '@stockcast/forecasting'
import type { ShopHistory } from './shop-history.ts'

/** A forecast as it is stored, in texts that PostgreSQL reads as `real[]` and `jsonb`. */
export interface FittedForecast {
  variantId: number
  basis: SeriesForecast['basis']
  model: string
  demandClass: string
  distribution: string
  evidence: string
  accuracy: string | null
}

export interface FittedShop {
  forecasts: FittedForecast[]
  /**
   * The demand distribution of the whole shop, fitted to its total; null for a shop without a day of sales
   * data.
   */
  demandDistribution: string | null
}

/** Fits the forecasts of a shop. Runs in a worker thread. */
export function fitShop(history: ShopHistory): FittedShop {
  const series = seriesOf(history)
  const forecasts = forecastShop({ origin: history.origin, series })
  return { forecasts: forecasts.map(fittedForecast), demandDistribution: fitTotal(history) }
}

function seriesOf({ variantIds, firstDays, starts, unitsSold, outOfStock }: ShopHistory): SeriesInput[] {
  return Array.from(variantIds, (id, i) => ({
    id: String(id),
    firstDay: firstDays[i]!,
    unitsSold: unitsSold.subarray(starts[i], starts[i + 1]),
    outOfStock: outOfStock.subarray(starts[i], starts[i + 1]),
  }))
}

/**
 * Fits the shop's demand as a series of its own. Its variance includes what moves many products on the same
 * day, which adding the variants' variances as if they were independent would miss. Its mean may differ a
 * little from the sum of the variants'.
 */
function fitTotal({ origin, firstDays, starts, unitsSold }: ShopHistory): string | null {
  const firstDay = firstDays.reduce((least, day) => Math.min(least, day), origin + 1)
  if (firstDay > origin) return null
  const total = new Float64Array(origin + 1 - firstDay)
  firstDays.forEach((first, i) => {
    const offset = first - firstDay - starts[i]!
    for (let at = starts[i]!; at < starts[i + 1]!; at++) total[at + offset]! += unitsSold[at]!
  })
  const [forecast] = forecastShop({ origin, series: [{ id: 'total', firstDay, unitsSold: total }] })
  return forecast ? distributionText(forecast) : null
}

function fittedForecast(forecast: SeriesForecast): FittedForecast {
  const { id, basis, model, demandClass, evidence, accuracy } = forecast
  return {
    variantId: Number(id),
    basis,
    model,
    demandClass,
    distribution: distributionText(forecast),
    evidence: JSON.stringify(evidence),
    accuracy: accuracy && JSON.stringify(accuracy),
  }
}

/**
 * Returns numbers with the precision of `real`: seven digits, and nothing so small that it would be refused.
 */
function distributionText({ distribution }: SeriesForecast): string {
  return `{${encodeDistribution(distribution)
    .map((n) => String(Number(Math.fround(n).toPrecision(7))))
    .join(',')}}`
}
