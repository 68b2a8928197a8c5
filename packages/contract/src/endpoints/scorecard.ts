import { scorecardSchema, sensitivitySchema } from '../scorecard.ts'
import { endpoint } from './endpoint.ts'

export const get = endpoint('GET', '/api/scorecard', {
  role: 'viewer',
  summary:
    'Returns what the alerts of the last 90 days achieved or would have achieved, at each level from quiet to cautious',
  answer: scorecardSchema,
  description: 'The scorecard, without a simulation until the first forecasts are done.',
})

export const saveSensitivity = endpoint('PUT', '/api/scorecard/sensitivity', {
  role: 'owner',
  use: 'change',
  summary: 'Sets the service level for alerts and order dates',
  body: sensitivitySchema,
  answer: sensitivitySchema,
  description: 'The level as saved.',
})

export const exportJson = endpoint('GET', '/api/scorecard/export.json', {
  role: 'viewer',
  use: 'export',
  summary: 'Returns all inputs of the scorecard',
  file: 'json',
  description: 'The input file of the simulation.',
})

export const exportCsv = endpoint('GET', '/api/scorecard/export.csv', {
  role: 'viewer',
  use: 'export',
  summary: 'Returns every stockout and alert of the scorecard, one per row',
  file: 'csv',
  description: 'At the level in use.',
})
