import {
  type Alert,
  type Attention,
  DASHBOARD_ALERTS,
  DAY_MS,
  type Dashboard,
  HOUR_MS,
  PLANNING_DEFAULT_DAYS_TO_STOCKOUT,
} from '@stockcast/contract'
import { stockoutFuturesAfterArrival } from '@stockcast/forecasting/decisions'
import { dayFromEpoch, toDay } from '../../kernel/calendar.ts'
import type { MerchantKey, Tx, VariantsKey } from '../../kernel/database/app-database.ts'
import { listOrdering } from '../../kernel/database/ordering.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { arrivalsOnWire, dailyBands, demandRange, listPlannings } from '../catalog/planning.ts'
import { listShownVariants } from '../catalog/product-row.ts'
import { findShopDay, type ShopDay } from '../catalog/shop-day.ts'
import { findTotals } from '../catalog/totals/find-totals.ts'
import type { CatalogSummary, StatusCounts } from '../catalog/totals/queries.ts'
import { listShopDays } from '../trends/queries.ts'
import { findShopDistribution } from '../trends/shop-distribution.ts'
import { listShopEvents } from '../trends/shop-trends.ts'
import { type AlertMoment, hasSoldBefore, listAlertMoments } from './queries.ts'

const HISTORY_DAYS = 60
const FORECAST_DAYS = 30

export type ListRecentAlerts = (tx: Tx, args: { merchantId: number; count: number }) => Promise<Alert[]>

/** Returns the dashboard. Statements that need nothing of each other's answers are sent together. */
export async function getDashboard(
  context: Context<'clock'>,
  listRecentAlerts: ListRecentAlerts,
): Promise<Dashboard> {
  const { merchantId, tx } = context
  const [shop, { counts, summary }] = await Promise.all([
    findShopDay(context),
    findTotals(tx, { merchantId, parts: ['counts', 'summary'] }),
  ])
  const { today, timeZone } = shop
  const [activeAlerts, attention, demand, recentAlerts] = await Promise.all([
    countActiveAlerts(tx, { merchantId, today, timeZone }),
    listAttention(tx, { merchantId, today, variantIds: summary.mostUrgent }),
    shopDemand(tx, { merchantId, today }),
    listRecentAlerts(tx, { merchantId, count: DASHBOARD_ALERTS }),
  ])
  const isKnown = isStockKnown(summary, shop)
  return {
    today: dayFromEpoch(today),
    stockAsOf: shop.stockAsOf,
    forecastAsOf: shop.forecastAsOf,
    products: { total: summary.variants, soldInWindow: isKnown ? summary.soldInWindow : null },
    lowStock: isKnown ? lowStock(counts) : null,
    activeAlerts,
    daysToStockout: daysToStockout(summary, shop),
    attention,
    attentionTotal: summary.toOrder,
    demand,
    recentAlerts,
  }
}

/**
 * Returns whether figures of the stock say anything: products have a stock projection, or there are none to read. A store
 * that was just connected has products before it has projections, and is read before it has products.
 */
function isStockKnown(
  { variants, projected }: Pick<CatalogSummary, 'variants' | 'projected'>,
  { hasStore, stockAsOf }: Pick<ShopDay, 'hasStore' | 'stockAsOf'>,
): boolean {
  const isUnread = variants === 0 && hasStore && stockAsOf === null
  return projected !== 0 || !(variants > 0 || isUnread)
}

function lowStock({ out_of_stock, critical, warning }: StatusCounts): NonNullable<Dashboard['lowStock']> {
  return { total: out_of_stock + critical + warning, out_of_stock, critical, warning }
}

/**
 * Returns the mean over products that sell (checklist D-04), or the labelled planning default until the first
 * forecast.
 */
function daysToStockout(
  summary: Pick<CatalogSummary, 'averageDays' | 'lowerQuartileDays' | 'upperQuartileDays'>,
  shop: Pick<ShopDay, 'forecastAsOf'>,
): Dashboard['daysToStockout'] {
  const { averageDays, lowerQuartileDays: low, upperQuartileDays: high } = summary
  if (shop.forecastAsOf === null || averageDays === null) {
    return { average: PLANNING_DEFAULT_DAYS_TO_STOCKOUT, isPlanningDefault: true, middleHalf: null }
  }
  const middleHalf = low === null || high === null ? null : { low: Math.floor(low), high: Math.floor(high) }
  return { average: Math.floor(averageDays), isPlanningDefault: false, middleHalf }
}

/**
 * Returns what the whole shop sold and is expected to sell. The forecast is fitted to the shop's total as a
 * series of its own, so that its ranges include what moves all products at once. It need not equal the sum of
 * the products' forecasts. Changes by hand to those are added to it, in units. Days before the first sale are not
 * known, and left out.
 */
async function shopDemand(tx: Tx, args: { merchantId: number; today: number }): Promise<Dashboard['demand']> {
  const { merchantId, today } = args
  const days = Array.from({ length: HISTORY_DAYS }, (_, i) => dayFromEpoch(today - HISTORY_DAYS + i))
  const [rows, distribution, events] = await Promise.all([
    listShopDays(tx, { merchantId, days }),
    findShopDistribution(tx, { merchantId, today }),
    listShopEvents(tx, args),
  ])
  const first = rows.findIndex(({ unitsSold }) => unitsSold > 0)
  const isKnown = first === 0 || (await hasSoldBefore(tx, { merchantId, day: days[0]! }))
  const known = isKnown ? rows : first === -1 ? [] : rows.slice(first)
  const history = known.map(({ day, unitsSold }) => ({ day, unitsSold }))
  if (!distribution) return { history, forecast: [], events: [], next30: null }
  return {
    history,
    forecast: dailyBands(distribution, today, FORECAST_DAYS),
    events,
    next30: demandRange(distribution, FORECAST_DAYS),
  }
}

/** Midnight UTC of a day is at most 14 hours away from that of any shop. */
const WIDEST_ZONE_MS = 14 * HOUR_MS

/** Counts alerts by the shop's own days and months. */
async function countActiveAlerts(
  tx: Tx,
  args: MerchantKey & { timeZone: string; today: number },
): Promise<Dashboard['activeAlerts']> {
  const { merchantId, timeZone } = args
  const today = dayFromEpoch(args.today)
  const firstOfMonth = Date.parse(`${today.slice(0, 7)}-01`)
  const resolvedSince = new Date(firstOfMonth - WIDEST_ZONE_MS)
  const moments = await listAlertMoments(tx, { merchantId, resolvedSince })
  const raised = moments.filter(({ event }) => event === 'raised')
  const raisedSince = new Date(args.today * DAY_MS - WIDEST_ZONE_MS)
  const resolved = moments.filter(({ event }) => event === 'resolved')
  const isOn = (on: string) => (each: AlertMoment) => toDay(each.at, timeZone).startsWith(on)
  return {
    total: getSum(raised),
    newToday: getSum(raised.filter(({ at }) => at >= raisedSince).filter(isOn(today))),
    resolvedThisMonth: getSum(resolved.filter(isOn(today.slice(0, 7)))),
  }
}

function getSum(moments: readonly AlertMoment[]): number {
  return moments.reduce((sum, { alerts }) => sum + alerts, 0)
}

/**
 * Returns what needs attention today, ranked by the expected lost sales until an order placed today arrives.
 */
async function listAttention(tx: Tx, args: VariantsKey & { today: number }): Promise<Attention[]> {
  const { merchantId, today, variantIds } = args
  const [shown, plannings, getOrdering] = await Promise.all([
    listShownVariants(tx, { merchantId, today, variantIds }),
    listPlannings(tx, { merchantId, variantIds, today }),
    listOrdering(tx, { merchantId, variantIds }),
  ])
  return shown.flatMap(({ variant, row }) => {
    const planning = plannings.get(row.variantId)
    if (!planning?.distribution) return []
    const { distribution, incoming, policy } = planning
    return {
      ...row,
      futures: stockoutFuturesAfterArrival({ distribution, available: planning.row.available, incoming }),
      leadTimeStockoutProbability: variant.lead_time_stockout_probability ?? 0,
      leadTimeDays: policy.leadTimeDays,
      leadTimeRange: policy.leadTimeRange,
      incomingOrders: arrivalsOnWire(incoming, today),
      price: variant.price,
      ...getOrdering(row.variantId),
    }
  })
}
