import { Hono } from 'hono'
import type { Outbox } from './outbox.ts'

export function mailRoutes(outbox: Outbox): Hono {
  const routes = new Hono()
  routes.get('/outbox/mail', (c) => c.json(outbox.list(c.req.query('to'))))
  return routes
}
