import { on } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import {
  type CalendarEvent,
  type DemandParts,
  encodeDistribution,
  forecastEach,
  forecastShop,
  isDeadStock,
  laterSeasonUnits,
  type SeriesForecast,
  type ShopPeriod,
  type XyzClass,
  xyzClass,
} from '@stockcast/forecasting'
import { computeInBackground } from '../../kernel/thread-priority.ts'
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
  /** Whether nothing was sold on the last 90 days in stock, and no season is due. */
  isDead: boolean
}

const XYZ_DAYS = 52 * 7

/** A shop to fit, and the port that takes its forecasts. */
export interface FitRequest {
  history: ShopHistory
  port: MessagePort
}

/** What was learned about the whole shop. */
export interface FittedShop {
  /** The demand distribution of its total; null for a shop without a day of sales data. */
  demandDistribution: string | null
  /** Closings and sales that were detected and that the merchant did not enter. */
  found: readonly ShopPeriod[]
}

const FORECASTS_PER_PART = 500
/** A further part is fitted while the one before is stored; more would only take memory. */
const PARTS_AHEAD = 1

/**
 * Fits the forecasts of a shop. Runs in a worker thread. Sends them in parts, each an array of
 * `FittedForecast`, and expects a message for each part that was stored; it returns after the last of them.
 */
export async function fitShop({ history, port }: FitRequest): Promise<FittedShop> {
  computeInBackground()
  const stored = on(port, 'message')
  let waiting = 0
  const series = new HistorySeries(history)
  const events = await getEvents(history, series.longest)
  const { origin, shopEvents } = history
  const parts = inParts(forecastEach({ origin, series, events, shopEvents, explains: true }), series)
  let part = parts.next()
  for (; !part.done; part = parts.next()) {
    port.postMessage(part.value)
    if (waiting < PARTS_AHEAD) waiting++
    else await stored.next()
  }
  for (; waiting > 0; waiting--) await stored.next()
  const found = part.value
  return { demandDistribution: fitTotal(history, { series, events, found }), found }
}

/** Days ahead whose holidays are of use. */
const EVENT_DAYS = 366

/** Returns the holidays and shopping days since the first day on sale; none if the country is not known. */
async function getEvents({ origin, country }: ShopHistory, days: number): Promise<CalendarEvent[]> {
  if (country === null) return []
  // Its 30 MB are loaded only in a thread that forecasts, and are freed when the thread ends.
  const { calendarEvents } = await import('@stockcast/calendar')
  return calendarEvents(country, origin + 1 - days, origin + EVENT_DAYS)
}

function* inParts<Result>(
  forecasts: Generator<SeriesForecast, Result>,
  series: HistorySeries,
): Generator<FittedForecast[], Result> {
  let part: FittedForecast[] = []
  let index = 0
  let next = forecasts.next()
  for (; !next.done; next = forecasts.next()) {
    part.push(fittedForecast(next.value, series.at(index++)))
    if (part.length < FORECASTS_PER_PART) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
  return next.value
}

/**
 * Fits the shop's demand as a series of its own. Its variance includes what moves many products on the same
 * day, which adding the variants' variances as if they were independent would miss. Its mean may differ a
 * little from the sum of the variants'. What was found in the sales of all is given, because one series does not show it.
 */
function fitTotal(
  { origin, shopEvents, inBundles }: ShopHistory,
  args: { series: HistorySeries; events: readonly CalendarEvent[]; found: readonly ShopPeriod[] },
): string | null {
  const { series: all, events, found } = args
  const total = new Float64Array(all.longest)
  const firstDay = origin + 1 - total.length
  if (firstDay > origin) return null
  for (let i = 0; i < all.length; i++) {
    const { unitsSold } = all.at(i)
    const offset = total.length - unitsSold.length
    for (let day = 0; day < unitsSold.length; day++) total[day + offset]! += unitsSold[day]!
  }
  for (const { day, units } of inBundles) {
    const at = day - firstDay
    if (at >= 0 && at < total.length) total[at] = Math.max(0, total[at]! - units)
  }
  const [forecast] = forecastShop({
    origin,
    events,
    shopEvents: shopEvents.filter(({ series }) => !series),
    found,
    series: [{ id: 'total', firstDay, unitsSold: total }],
  })
  return forecast ? distributionText(forecast) : null
}

function fittedForecast(forecast: SeriesForecast, { unitsSold, outOfStock }: VariantSeries): FittedForecast {
  const { id, basis, model, demandClass, evidence, accuracy } = forecast
  const laterSeason = laterSeasonUnits(unitsSold)
  return {
    variantId: Number(id),
    basis,
    model,
    demandClass,
    distribution: distributionText(forecast),
    evidence: JSON.stringify({
      ...evidence,
      parts: roundedParts(evidence.parts),
      ...(laterSeason > 0 && { laterSeasonUnits: laterSeason }),
    }),
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
