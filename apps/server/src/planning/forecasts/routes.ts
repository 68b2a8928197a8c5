import { productsApi } from '@stockcast/contract'
import { createApi } from '../../kernel/http/api.ts'
import { assertOwnMerchant } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { requestForecast } from '../../store/index.ts'
import type { ForecastKernel } from './forecast-pool.ts'
import { countVariants } from './queries.ts'
import { runVariantForecast } from './run-variant-forecast.ts'

export function createForecastRoutes(kernel: ForecastKernel) {
  return createApi().serve(productsApi.forecast, async ({ c, body }) => {
    const { merchant_id: merchantId, variant_id: variantId } = body
    assertOwnMerchant(c, merchantId)
    if (variantId === undefined) return requestForecasts(kernel, merchantId)
    await runVariantForecast(kernel, { merchantId, variantId })
    return { variants: 1 }
  })
}

/** Queues one forecast of the whole catalogue. Returns the number of variants. */
async function requestForecasts(
  kernel: Pick<Kernel, 'clock' | 'db' | 'jobs'>,
  merchantId: number,
): Promise<{ variants: number }> {
  return kernel.db.withTenant(merchantId, async (tx) => {
    const variants = await countVariants(tx, merchantId)
    if (variants > 0) await requestForecast(kernel, tx, merchantId)
    return { variants }
  })
}
