import {
  proposalAnswerSchema,
  shopCalendarQuerySchema,
  shopCalendarSchema,
  shopEventDetailSchema,
  shopEventRequestSchema,
} from '../shop-events.ts'
import { byId, doneSchema, endpoint } from './endpoint.ts'

export const get = endpoint('GET', '/api/calendar', {
  role: 'viewer',
  summary: 'Closings, sales and one-off orders of the shop, or those that concern one product',
  query: shopCalendarQuerySchema,
  answer: shopCalendarSchema,
  description: 'Proposals first, then the latest first.',
})

export const getEvent = endpoint('GET', '/api/calendar/events/{id}', {
  role: 'viewer',
  params: byId,
  answer: shopEventDetailSchema,
  description: 'The entry with its products.',
})

export const createEvent = endpoint('POST', '/api/calendar/events', {
  role: 'buyer',
  use: 'calendar',
  summary: 'Adds a closing, a sale or a one-off order, and has the shop forecast again',
  body: shopEventRequestSchema,
  answer: shopEventDetailSchema,
  description: 'The entry as stored.',
})

export const saveEvent = endpoint('PUT', '/api/calendar/events/{id}', {
  role: 'buyer',
  use: 'calendar',
  summary: 'Saves an entry, and has the shop forecast again; what was found is confirmed by it',
  params: byId,
  body: shopEventRequestSchema,
  answer: shopEventDetailSchema,
  description: 'The entry as stored.',
})

export const removeEvent = endpoint('DELETE', '/api/calendar/events/{id}', {
  role: 'buyer',
  use: 'calendar',
  summary: 'Removes an entry, and has the shop forecast again',
  params: byId,
  answer: doneSchema,
  description: 'The entry is removed.',
})

export const answerProposal = endpoint('PUT', '/api/calendar/events/{id}/answer', {
  role: 'buyer',
  use: 'calendar',
  summary: 'Confirms or denies what was found in the sales, or takes the answer back',
  params: byId,
  body: proposalAnswerSchema,
  answer: shopEventDetailSchema,
  description: 'The entry with its answer.',
})
