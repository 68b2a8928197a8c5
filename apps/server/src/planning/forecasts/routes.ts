import { functionPath, functionSchemas } from '@stockcast/contract'
import { createApi, createRoute, jsonAnswer, jsonBody } from '../../kernel/http/api.ts'
import { assertOwnMerchant } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { requestForecast } from '../../store/index.ts'
import type { ForecastKernel } from './forecast-pool.ts'
import { countVariants } from './queries.ts'
import { runVariantForecast } from './run-variant-forecast.ts'

const { request, response } = functionSchemas['forecast-stockout']
const forecastStockout = createRoute({
  method: 'post',
  path: functionPath('forecast-stockout'),
  use: 'forecast',
  request: { body: jsonBody(request) },
  responses: jsonAnswer(
    response,
    'How many variants are forecast: a single one at once, all of them in the background.',
  ),
})

export function createForecastRoutes(kernel: ForecastKernel) {
  return createApi().openapi(forecastStockout, async (c) => {
    const { merchant_id: merchantId, variant_id: variantId } = c.req.valid('json')
    assertOwnMerchant(c, merchantId)
    if (variantId === undefined) return c.json(await requestForecasts(kernel, merchantId), 200)
    await runVariantForecast(kernel, { merchantId, variantId })
    return c.json({ variants: 1 }, 200)
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
