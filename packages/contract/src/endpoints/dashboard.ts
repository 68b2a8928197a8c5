import { dashboardSchema } from '../dashboard.ts'
import { endpoint } from './endpoint.ts'

export const get = endpoint('GET', '/api/dashboard', {
  role: 'viewer',
  answer: dashboardSchema,
  description: 'What the merchant needs to know today.',
})
