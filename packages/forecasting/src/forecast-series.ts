import { estimateDemand } from './censoring/estimate-demand.ts'
import { daysInferred } from './censoring/infer-stockouts.ts'
import {
  type DemandDistribution,
  meanDemand,
  noDemandDistribution,
} from './distribution/demand-distribution.ts'
import { distributionAround } from './distribution-around.ts'
import { demandParts, EXPLAINED_DAYS } from './explanation/demand-parts.ts'
import { toldBulkDays, toldEvents, toldRatios, toldSeason } from './explanation/told.ts'
import { applyAhead, applyCalendar, dailyMeans } from './fitting/daily-means.ts'
import { withMore } from './fitting/mixed-distribution.ts'
import { segmentLevels } from './fitting/pooled-level.ts'
import { type Regime, regimeDistribution } from './fitting/regime-distribution.ts'
import { driftOn } from './fitting/shop-drift.ts'
import type { ShopKnowledge } from './fitting/shop-knowledge.ts'
import { isInstructive, MIN_HISTORY_DAYS, type TrainedSeries } from './fitting/training-origins.ts'
import { FORECAST_NEEDS_DAYS } from './forecast-needs.ts'
import type { PreparedSeries } from './histories.ts'
import { fillHistory, type History, historyBuffers, MAX_DAYS, requireUnits, windowMean } from './history.ts'
import { classify } from './models/classify.ts'
import { LEVELS, levelsAt } from './models/levels.ts'
import { weekdayProfile } from './models/weekday-profile.ts'
import { newProductDistribution } from './new-product-distribution.ts'
import { only, teachingDays, withoutDays } from './shop-days/left-out.ts'
import { ordersAhead, type RegularOrders, regularOrders, toldOrders } from './shop-days/regular-orders.ts'
import type { BulkDay, Evidence, SeriesForecast, SeriesInput } from './types.ts'

/** Memory of one history, which the next forecast uses again. */
const buffers = historyBuffers(MAX_DAYS)

/**
 * Forecasts one series with the parameters learned from the shop: level × weekday profile, with a negative
 * binomial distribution. A series without sales is `no_demand`. One with less than four weeks or no day in
 * stock is `too_little_data`; its demand distribution uses the few days there are and similar
 * products. `trained` is what `learnShop` returned of this series.
 */
export function forecastSeries(
  series: SeriesInput,
  knowledge: ShopKnowledge,
  trained?: TrainedSeries,
): SeriesForecast {
  requireUnits(series)
  const { history, orders } = trained?.prepared() ?? prepared(series, knowledge)
  return forecastHistory({ series, orders, history, knowledge, trained })
}

function prepared(series: SeriesInput, knowledge: ShopKnowledge): PreparedSeries {
  const orders = regularOrders(series)
  return { orders, history: fillHistory(estimateDemand(teachingDays(series, knowledge, orders)), buffers) }
}

/** Forecasts as `forecastSeries` does, from the prepared history of the series. */
export function forecastHistory(args: {
  series: SeriesInput
  orders: RegularOrders | null
  history: History
  knowledge: ShopKnowledge
  trained: TrainedSeries | undefined
  /** Whether the evidence has the parts of the forecast. */
  explains?: boolean | undefined
}): SeriesForecast {
  const { series, orders, history, trained, explains } = args
  const knowledge = withOwnEvents(series, args.knowledge)
  const levels = trained?.levels.subarray(-LEVELS) ?? levelsAt(history, [history.n])
  const demand = expectedDemand({ history, orders, knowledge, levels, bulkDays: trained?.bulkDays })
  const { distribution, usual, ratios, regime } = demand
  const evidence = getEvidence(series, ratios)
  if (explains) {
    evidence.daysInferredOutOfStock = daysInferred(series)
    evidence.parts = demandParts({
      series,
      history,
      distribution: usual,
      ratios,
      knowledge,
      levels,
      regime,
    })
    if (orders) {
      evidence.parts.orders = meanDemand(distribution, EXPLAINED_DAYS) - meanDemand(usual, EXPLAINED_DAYS)
      evidence.regularOrders = toldOrders(orders)
    }
    const leftOut = [...(knowledge.leftOutOfSome.get(series.id) ?? []), ...(orders?.days ?? []).map(only)]
    evidence.bulkDays = toldBulkDays(
      fillHistory(withoutDays(series, leftOut), historyBuffers(series.unitsSold.length)),
    )
    evidence.events = toldEvents(knowledge)
    const dayRatios = toldRatios(knowledge.ahead, knowledge.origin)
    if (dayRatios.length > 0) evidence.dayRatios = dayRatios
    const season = toldSeason(history, knowledge)
    if (season) evidence.season = season
  }
  const hasSold = (history.sellingDaysBefore[history.n] as number) > 0
  const isYoung = history.n < FORECAST_NEEDS_DAYS || history.daysInStockBefore[history.n] === 0
  return {
    id: series.id,
    basis: !hasSold ? 'no_demand' : isYoung ? 'too_little_data' : 'forecast',
    demandClass: classify(history),
    model: isInstructive(history, history.n) ? 'ensemble' : 'windowAverage',
    distribution,
    evidence,
    accuracy: null,
  }
}

/**
 * Returns the demand that follows from a history, with the orders that come at even distances and, as `usual`, without them.
 * The back-test scores what this function returns.
 */
export function expectedDemand({
  history,
  orders,
  knowledge,
  levels,
  bulkDays,
}: {
  history: History
  orders: RegularOrders | null
  knowledge: ShopKnowledge
  /** Those at the end of the history. */
  levels: Float64Array
  bulkDays?: readonly BulkDay[] | undefined
}) {
  const { distribution: usual, ...rest } = getDistribution(history, knowledge, levels, bulkDays)
  const distribution = orders
    ? withMore(usual, ordersAhead(orders, knowledge.origin, usual.horizonDays))
    : usual
  return { distribution, usual, ...rest }
}

/** Returns what is known of the shop with the events of one series in place of those of all. */
function withOwnEvents({ id }: SeriesInput, knowledge: ShopKnowledge): ShopKnowledge {
  const ahead = knowledge.toldOfSome.get(id)
  return ahead === undefined ? knowledge : { ...knowledge, ahead }
}

/**
 * Returns the demand distribution and weekday ratios of a history; `levels` are those at its end, `bulkDays` its bulk orders.
 */
function getDistribution(
  history: History,
  knowledge: ShopKnowledge,
  levels: Float64Array,
  bulkDays?: readonly BulkDay[],
): { distribution: DemandDistribution; ratios: Float64Array; regime: Regime } {
  const { horizonDays, profile, level, boost, earlierYears, drift } = knowledge
  const end = history.n
  const ratios = weekdayProfile(history, end, profile)
  const mayStillSell = end < FORECAST_NEEDS_DAYS && knowledge.expectsFirstSales
  if ((history.sellingDaysBefore[end] as number) === 0 && !mayStillSell)
    return { distribution: noDemandDistribution(horizonDays), ratios, regime: 'usual' }
  if (end < MIN_HISTORY_DAYS)
    return { distribution: newProductDistribution(history, knowledge, ratios), ratios, regime: 'usual' }
  const view = { history, end, levels, offset: 0 }
  const segments = segmentLevels(view, { level, boost }, earlierYears)
  const dailyMean = dailyMeans(segments, ratios, history.firstDay + end, horizonDays)
  applyCalendar(dailyMean, history.firstDay + end, knowledge)
  const unusual = applyAhead(dailyMean, knowledge.ahead)
  if (drift) {
    for (let day = 0; day < horizonDays; day++)
      dailyMean[day] = (dailyMean[day] as number) * driftOn(drift, day)
  }
  const usual = distributionAround(dailyMean, { ...view, ratios }, knowledge, unusual)
  return { ...regimeDistribution(usual, { history, ratios, bulkDays }, knowledge), ratios }
}

const AVERAGE_DAYS = 30

function getEvidence(series: SeriesInput, ratios: Float64Array): Evidence {
  const recent = series.unitsSold.subarray(-AVERAGE_DAYS)
  const unitsLast30 = recent.reduce((sum, units) => sum + units, 0)
  return {
    daysOfHistory: series.unitsSold.length,
    daysOutOfStock: series.outOfStock?.reduce((days, flag) => days + (flag === 0 ? 0 : 1), 0) ?? 0,
    daysSoldOut:
      series.outOfStock?.reduce((days, flag, t) => days + (flag && series.unitsSold[t] ? 1 : 0), 0) ?? 0,
    unitsLast30,
    averageDailySales: unitsLast30 / AVERAGE_DAYS,
    weekdayRatios: [...ratios],
  }
}

/** Returns the average daily sales of the last 30 days. */
export function plainMean(history: History): number {
  return windowMean(history, history.n, AVERAGE_DAYS) ?? 0
}
