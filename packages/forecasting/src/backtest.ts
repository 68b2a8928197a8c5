import { demandQuantile } from './distribution/read-distribution.ts'
import { pooledSeasonalIndices } from './fitting/annual-seasonal-index.ts'
import { learnFrom, type ShopKnowledge } from './fitting/learn-shop.ts'
import { distributionOf, plainMean } from './forecast-series.ts'
import { type History, prepareHistory } from './history.ts'
import type { Accuracy, SeriesInput, ShopInput } from './types.ts'

const HORIZON = 14
const ORIGINS = 6
/** Least days of history that a series needs to be scored at an origin. */
const LEAST_HISTORY_DAYS = 60

type Outcome = Accuracy['origins'][number]

/**
 * Runs a rolling-origin back-test. At 6 origins 14 days apart, it forecasts demand over the next 14 days from
 * earlier days only, and compares the forecast and the plain 30-day mean with actual sales. The parameters
 * shared by all series are learned before the first origin. Origins whose 14 days include a day out of stock
 * are not scored. Returns null for a series without a scored origin.
 */
export function backtestShop({ origin, series }: ShopInput): (Accuracy | null)[] {
  const scored: Outcome[][] = series.map(() => [])
  const oldest = HORIZON * ORIGINS
  const first = series.map((one) => cutBack(one, oldest))
  const { knowledge: learned } = learnFrom(first, origin - oldest, HORIZON)
  for (let back = oldest; back > 0; back -= HORIZON) {
    const histories = back === oldest ? first : series.map((one) => cutBack(one, back))
    const seasonalIndices = learned.seasonalIndices && pooledSeasonalIndices(histories, 0)
    const knowledge = {
      ...learned,
      origin: origin - back,
      seasonalIndices,
      drift: back === oldest ? learned.drift : null,
    }
    for (let i = 0; i < series.length; i++) {
      const outcome = outcomeAt(series[i] as SeriesInput, histories[i] as History, knowledge)
      if (outcome) scored[i]?.push(outcome)
    }
  }
  return scored.map(accuracyOf)
}

function cutBack(series: SeriesInput, back: number): History {
  const days = Math.max(0, series.unitsSold.length - back)
  const unitsSold = series.unitsSold.subarray(0, days)
  const { id, firstDay, outOfStock } = series
  return prepareHistory({
    id,
    firstDay,
    unitsSold,
    ...(outOfStock && { outOfStock: outOfStock.subarray(0, days) }),
  })
}

function outcomeAt(series: SeriesInput, history: History, knowledge: ShopKnowledge): Outcome | null {
  if (history.n < LEAST_HISTORY_DAYS) return null
  const until = history.n + HORIZON
  if (series.outOfStock?.subarray(history.n, until).includes(1)) return null
  let actual = 0
  for (let t = history.n; t < until; t++) actual += series.unitsSold[t] as number
  const { distribution } = distributionOf(history, knowledge)
  return {
    day: knowledge.origin,
    p10: demandQuantile(distribution, HORIZON, 0.1),
    p50: demandQuantile(distribution, HORIZON, 0.5),
    p90: demandQuantile(distribution, HORIZON, 0.9),
    actual,
    plainMean: plainMean(history) * HORIZON,
  }
}

function accuracyOf(origins: readonly Outcome[]): Accuracy | null {
  if (origins.length === 0) return null
  let sold = 0
  let error = 0
  let plainError = 0
  let covered = 0
  for (const { actual, p10, p50, p90, plainMean: plain } of origins) {
    sold += actual
    error += Math.abs(actual - p50)
    plainError += Math.abs(actual - plain)
    if (actual >= p10 && actual <= p90) covered++
  }
  return {
    horizonDays: HORIZON,
    origins,
    wape: ratio(error, sold),
    plainMeanWape: ratio(plainError, sold),
    coverage: covered / origins.length,
  }
}

/** Returns error ÷ units sold. Without sales it is 0 for no error, otherwise 1. */
function ratio(error: number, sold: number): number {
  return sold > 0 ? error / sold : error > 0 ? 1 : 0
}
