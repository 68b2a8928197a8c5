import { on } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import {
  type CalendarEvent,
  type DemandParts,
  encodeDistribution,
  forecastEach,
  forecastShop,
  isDeadStock,
  type SeriesForecast,
  type XyzClass,
  xyzClass,
} from '@stockcast/forecasting'
import { HistorySeries, type ShopHistory, type VariantSeries } from './shop-history.ts'

/** A forecast as it is stored, in texts that PostgreSQL reads as `real[]` and `jsonb`. */
export interface FittedForecast {
  variantId: number
  basis: SeriesForecast['basis']
  model: string
  demandClass: string
  distribution: string
  evidence: string
  accuracy: string | null
  /** How even the sales of the last 52 weeks are; null with too few weeks in stock. */
  xyz: XyzClass | null
  /** Whether nothing was sold on the last 90 days in stock. */
  isDead: boolean
}

const XYZ_DAYS = 52 * 7

/** A shop to fit, and the port that takes its forecasts. */
export interface FitRequest {
  history: ShopHistory
  port: MessagePort
}

const FORECASTS_PER_PART = 500
/** A further part is fitted while the one before is stored; more would only take memory. */
const PARTS_AHEAD = 1

/**
 * Fits the forecasts of a shop. Runs in a worker thread. Sends them in parts, each an array of
 * `FittedForecast`, and expects a message for each part that was stored; it returns after the last of them. Returns
 * the demand distribution of the whole shop, fitted to its total; null for a shop without a day of sales data.
 */
export async function fitShop({ history, port }: FitRequest): Promise<string | null> {
  const stored = on(port, 'message')
  let waiting = 0
  const series = new HistorySeries(history)
  const events = await eventsOf(history, series.longest)
  const forecasts = forecastEach({ origin: history.origin, series, events, explains: true })
  for (const part of inParts(forecasts, series)) {
    port.postMessage(part)
    if (waiting < PARTS_AHEAD) waiting++
    else await stored.next()
  }
  for (; waiting > 0; waiting--) await stored.next()
  return fitTotal(history.origin, series, events)
}

/** Days ahead whose holidays are of use. */
const EVENT_DAYS = 366

/** Returns the holidays and shopping days since the first day on sale; none where the country is not known. */
async function eventsOf({ origin, country }: ShopHistory, days: number): Promise<CalendarEvent[]> {
  if (country === null) return []
  // Its 30 MB are loaded in a thread that forecasts, and end with it.
  const { calendarEvents } = await import('@stockcast/calendar')
  return calendarEvents(country, origin + 1 - days, origin + EVENT_DAYS)
}

function* inParts(forecasts: Iterable<SeriesForecast>, series: HistorySeries): Generator<FittedForecast[]> {
  let part: FittedForecast[] = []
  let index = 0
  for (const forecast of forecasts) {
    part.push(fittedForecast(forecast, series.at(index++)))
    if (part.length < FORECASTS_PER_PART) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

/**
 * Fits the shop's demand as a series of its own. Its variance includes what moves many products on the same
 * day, which adding the variants' variances as if they were independent would miss. Its mean may differ a
 * little from the sum of the variants'.
 */
function fitTotal(origin: number, all: HistorySeries, events: readonly CalendarEvent[]): string | null {
  const total = new Float64Array(all.longest)
  const firstDay = origin + 1 - total.length
  if (firstDay > origin) return null
  for (let i = 0; i < all.length; i++) {
    const { unitsSold } = all.at(i)
    const offset = total.length - unitsSold.length
    for (let day = 0; day < unitsSold.length; day++) total[day + offset]! += unitsSold[day]!
  }
  const [forecast] = forecastShop({ origin, events, series: [{ id: 'total', firstDay, unitsSold: total }] })
  return forecast ? distributionText(forecast) : null
}

function fittedForecast(forecast: SeriesForecast, { unitsSold, outOfStock }: VariantSeries): FittedForecast {
  const { id, basis, model, demandClass, evidence, accuracy } = forecast
  return {
    variantId: Number(id),
    basis,
    model,
    demandClass,
    distribution: distributionText(forecast),
    evidence: JSON.stringify({ ...evidence, parts: roundedParts(evidence.parts) }),
    accuracy: accuracy && JSON.stringify(accuracy),
    xyz: xyzClass(unitsSold.subarray(-XYZ_DAYS), outOfStock.subarray(-XYZ_DAYS)),
    isDead: isDeadStock(unitsSold, outOfStock),
  }
}

/** Decimals of the units that are kept of each part. */
const PART_DECIMALS = 4

function roundedParts(parts: DemandParts = {}): DemandParts {
  return Object.fromEntries(
    Object.entries(parts).flatMap(([part, units]) => {
      const rounded = Number(units.toFixed(PART_DECIMALS))
      return rounded === 0 ? [] : [[part, rounded]]
    }),
  )
}

/**
 * Returns numbers with the precision of `real`: seven digits, and nothing so small that it would be refused.
 */
function distributionText({ distribution }: SeriesForecast): string {
  return `{${encodeDistribution(distribution)
    .map((n) => String(Number(Math.fround(n).toPrecision(7))))
    .join(',')}}`
}
