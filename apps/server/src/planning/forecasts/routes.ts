import { functionPath, functionSchemas } from '@stockcast/contract'
import { createApi, createRoute, jsonAnswer, jsonBody } from '../../kernel/http/api.ts'
import { assertOwnMerchant } from '../../kernel/http/context.ts'
import type { ForecastKernel } from './forecast-pool.ts'
import { requestForecasts } from './request-forecast.ts'
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
