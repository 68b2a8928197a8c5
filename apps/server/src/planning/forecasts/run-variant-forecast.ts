import { dayFromEpoch, epochDay, today } from '../../kernel/calendar.ts'
import type { VariantKey } from '../../kernel/database/app-database.ts'
import { AppError } from '../../kernel/errors.ts'
import { findShopFacts } from '../../kernel/shop-facts/queries.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import type { FittedForecast } from './fit-shop.ts'
import type { ForecastKernel } from './forecast-pool.ts'
import { hasVariant, holdVariant, listBestSellers, saveForecasts } from './queries.ts'
import { readHistory } from './read-history.ts'

/**
 * The number of series from which a single fit learns the shop's profile. The nightly run uses all of them.
 */
const COMPANIONS = 40
const COMPANION_DAYS = 90

/**
 * Forecasts one variant now, together with the shop's best sellers, and stores only that variant's forecast.
 */
export async function runVariantForecast(kernel: ForecastKernel, key: VariantKey): Promise<void> {
  const { merchantId, variantId } = key
  const history = await kernel.db.withTenant(merchantId, async (tx) => {
    const shop = await findShopFacts(tx, merchantId)
    if (!shop || !(await hasVariant(tx, key))) throw new AppError('not_found', refusalTexts.unknownProduct)
    const since = dayFromEpoch(epochDay(today(kernel.clock, shop.timeZone)) - COMPANION_DAYS)
    const bestSellers = await listBestSellers(tx, { merchantId, since, count: COMPANIONS })
    return readHistory(kernel, tx, { merchantId, variantIds: [...new Set([variantId, ...bestSellers])] })
  })
  if (!history) throw new AppError('not_found', refusalTexts.unknownProduct)
  const origin = dayFromEpoch(history.origin)
  const forecasts: FittedForecast[] = []
  const store = async (fitted: FittedForecast[]) => {
    forecasts.push(...fitted.filter((forecast) => forecast.variantId === variantId))
  }
  await kernel.pool.fitShop(history, { store })
  const at = kernel.clock.now()
  await kernel.db.withTenant(merchantId, async (tx) => {
    // It may have been removed during the fit.
    if (!(await holdVariant(tx, key))) throw new AppError('not_found', refusalTexts.unknownProduct)
    await saveForecasts(tx, { merchantId, origin, at, forecasts })
  })
  await kernel.refresh({ merchantId, variantIds: [variantId] })
}
