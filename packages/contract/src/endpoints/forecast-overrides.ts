import {
  editOverrideSchema,
  forecastOverrideRequestSchema,
  forecastOverrideSchema,
  forecastOverridesQuerySchema,
  forecastOverridesSchema,
} from '../forecast-overrides.ts'
import { byId, doneSchema, endpoint } from './endpoint.ts'

export const list = endpoint('GET', '/api/forecast-overrides', {
  role: 'viewer',
  summary: 'Changes of forecasts by hand, of the shop or of one product, and what they did to the forecast',
  query: forecastOverridesQuerySchema,
  answer: forecastOverridesSchema,
  description: 'Those that have not ended first.',
})

export const create = endpoint('POST', '/api/forecast-overrides', {
  role: 'buyer',
  use: 'forecast_override',
  summary:
    'Changes the forecast of a product, or of all products of a supplier, vendor, tag or collection, on some days',
  body: forecastOverrideRequestSchema,
  answer: forecastOverrideSchema,
  description: 'The change as stored.',
})

export const edit = endpoint('PUT', '/api/forecast-overrides/{id}', {
  role: 'buyer',
  use: 'forecast_override',
  summary: 'Changes the days, amount or reason of a change that has not ended; its products stay',
  params: byId,
  body: editOverrideSchema,
  answer: forecastOverrideSchema,
  description: 'The change as stored. It has another id, except where only the reason is new.',
})

export const remove = endpoint('DELETE', '/api/forecast-overrides/{id}', {
  role: 'buyer',
  use: 'forecast_override',
  summary: 'Removes a change of the forecast',
  params: byId,
  answer: doneSchema,
  description: 'The forecast is as it was.',
})

export const restore = endpoint('POST', '/api/forecast-overrides/{id}/restore', {
  role: 'buyer',
  use: 'forecast_override',
  summary: 'Puts a removed change of the forecast back, or one that was edited, in place of the edited one',
  params: byId,
  answer: forecastOverrideSchema,
  description: 'The change.',
})
