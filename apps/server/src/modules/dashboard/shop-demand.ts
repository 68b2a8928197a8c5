import type { Dashboard } from '@stockcast/contract'
import { dayFromEpoch } from '../../calendar.ts'
import type { Tx } from '../../database/app-database.ts'
import { dailyBands, demandRange } from '../catalog/index.ts'
import { findShopLaw, listShopDays } from '../trends/index.ts'

const historyDays = 60
const forecastDays = 30

/**
 * What the whole shop sold and is expected to sell. The forecast is fitted to the shop's total as a series of its own,
 * so its ranges hold what moves all products at once; it need not equal the sum of the products' forecasts.
 */
export async function shopDemand(
  tx: Tx,
  args: { merchantId: number; today: number },
): Promise<Dashboard['demand']> {
  const { merchantId, today } = args
  const days = Array.from({ length: historyDays }, (_, i) => dayFromEpoch(today - historyDays + i))
  const rows = await listShopDays(tx, { merchantId, days })
  const history = rows.map(({ day, unitsSold }) => ({ day, unitsSold }))
  const law = await findShopLaw(tx, { merchantId, today })
  if (!law) return { history, forecast: [], next30: null }
  return { history, forecast: dailyBands(law, today, forecastDays), next30: demandRange(law, forecastDays) }
}
