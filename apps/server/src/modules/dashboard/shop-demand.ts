import type { Dashboard } from '@stockcast/contract'
import { dayFromEpoch, epochDay } from '../../calendar.ts'
import type { Tx } from '../../database/app-database.ts'
import { dailyBands, demandRange } from '../catalog/index.ts'
import { lawToday } from '../forecasts/index.ts'
import { findShopForecast, listUnitsByDay } from './queries.ts'

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
  const start = today - historyDays
  const sold = await listUnitsByDay(tx, {
    merchantId,
    since: dayFromEpoch(start),
    until: dayFromEpoch(today),
  })
  const history = Array.from({ length: historyDays }, (_, i) => {
    const day = dayFromEpoch(start + i)
    return { day, unitsSold: sold.get(day) ?? 0 }
  })
  const stored = await findShopForecast(tx, merchantId)
  const law = lawToday(stored ? { law: stored.law, origin: epochDay(stored.origin) } : null, today)
  if (!law) return { history, forecast: [], next30: null }
  return { history, forecast: dailyBands(law, today, forecastDays), next30: demandRange(law, forecastDays) }
}
