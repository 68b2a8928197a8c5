import { liveEventSchema } from '../events.ts'
import { sessionSchema } from '../merchant.ts'
import { endpoint } from './endpoint.ts'

export const get = endpoint('GET', '/api/session', {
  role: 'viewer',
  answer: sessionSchema,
  description: 'Who is signed in, and their shop.',
})

export const streamEvents = endpoint('GET', '/api/events', {
  role: 'viewer',
  summary: 'Streams an event whenever something has changed, so that a page can read it again',
  stream: liveEventSchema,
  description: 'Server-sent events; the `data` of each is one of these',
})
