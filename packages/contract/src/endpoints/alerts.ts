import {
  alertListSchema,
  alertQuerySchema,
  raisedAgainSchema,
  resolveAlertsSchema,
  resolvedAlertsSchema,
} from '../alert-list.ts'
import { alertSchema } from '../alerts.ts'
import { byId, endpoint } from './endpoint.ts'

export const list = endpoint('GET', '/api/alerts', {
  role: 'viewer',
  query: alertQuerySchema,
  answer: alertListSchema,
  description: 'Alerts in the order of the query.',
})

export const resolve = endpoint('POST', '/api/alerts/{id}/resolve', {
  role: 'buyer',
  use: 'change',
  params: byId,
  answer: alertSchema,
  description: 'The resolved alert.',
})

export const resolveSeveral = endpoint('POST', '/api/alerts/resolve', {
  role: 'buyer',
  use: 'change',
  summary: 'Resolves several alerts',
  body: resolveAlertsSchema,
  answer: resolvedAlertsSchema,
  description: 'How many of them were open.',
})

export const undoResolve = endpoint('POST', '/api/alerts/resolve/undo', {
  role: 'buyer',
  use: 'change',
  summary: 'Raises new alerts for what the merchant resolved just now',
  body: resolveAlertsSchema,
  answer: raisedAgainSchema,
  description: 'How many were raised.',
})
