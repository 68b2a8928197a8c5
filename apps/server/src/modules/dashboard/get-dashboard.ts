import {
  DASHBOARD_ALERTS,
  type Dashboard,
  PLANNING_DEFAULT_DAYS_TO_STOCKOUT,
  stockStatuses,
} from '@stockcast/contract'
import { dayFromEpoch } from '../../calendar.ts'
import type { Tx } from '../../database/app-database.ts'
import type { Context } from '../../verb-context.ts'
import { listRecentAlerts } from '../alerts/index.ts'
import {
  countByStatus,
  countVariantsToOrder,
  dailyBands,
  demandRange,
  findShopDay,
  type ShopDay,
} from '../catalog/index.ts'
import { findShopDistribution, listShopDays } from '../trends/index.ts'
import { countActiveAlerts } from './count-alerts.ts'
import { listAttention } from './list-attention.ts'
import { type CatalogSummary, summarizeCatalog } from './queries.ts'

const HISTORY_DAYS = 60
const FORECAST_DAYS = 30

export async function getDashboard(context: Context<'clock'>): Promise<Dashboard> {
  const { merchantId, tx } = context
  const shop = await findShopDay(context)
  const { today, timeZone } = shop
  const summary = await summarizeCatalog(tx, merchantId)
  return {
    today: dayFromEpoch(today),
    stockAsOf: shop.stockAsOf,
    forecastAsOf: shop.forecastAsOf,
    products: { total: summary.variants, soldInWindow: summary.soldInWindow },
    lowStock: await lowStock(tx, merchantId),
    activeAlerts: await countActiveAlerts(tx, { merchantId, today, timeZone }),
    daysToStockout: daysToStockout(summary, shop),
    attention: await listAttention(tx, { merchantId, today }),
    attentionTotal: await countVariantsToOrder(tx, merchantId),
    demand: await shopDemand(tx, { merchantId, today }),
    recentAlerts: await listRecentAlerts(tx, { merchantId, count: DASHBOARD_ALERTS }),
  }
}

async function lowStock(tx: Tx, merchantId: number): Promise<Dashboard['lowStock']> {
  const counted = await countByStatus(tx, merchantId)
  const counts = { out_of_stock: 0, critical: 0, warning: 0, healthy: 0 }
  for (const status of stockStatuses) counts[status] = counted.get(status) ?? 0
  const { out_of_stock, critical, warning } = counts
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
 * the products' forecasts.
 */
async function shopDemand(tx: Tx, args: { merchantId: number; today: number }): Promise<Dashboard['demand']> {
  const { merchantId, today } = args
  const days = Array.from({ length: HISTORY_DAYS }, (_, i) => dayFromEpoch(today - HISTORY_DAYS + i))
  const rows = await listShopDays(tx, { merchantId, days })
  const history = rows.map(({ day, unitsSold }) => ({ day, unitsSold }))
  const distribution = await findShopDistribution(tx, { merchantId, today })
  if (!distribution) return { history, forecast: [], next30: null }
  return {
    history,
    forecast: dailyBands(distribution, today, FORECAST_DAYS),
    next30: demandRange(distribution, FORECAST_DAYS),
  }
}
