import { Hono } from 'hono'
import { z } from 'zod'
import type { SandboxClock } from '../clock/clock.ts'
import { notifyApp } from '../clock/notify-app.ts'
import { jsonBody } from './json-body.ts'

const MINUTE_MS = 60_000
const MAX_DAYS = 400

const amount = (most: number) => z.number().min(0).max(most).default(0)
const advance = z
  .strictObject({ days: amount(MAX_DAYS), hours: amount(MAX_DAYS * 24), minutes: amount(MAX_DAYS * 1440) })
  .refine(({ days, hours, minutes }) => days + hours + minutes > 0, {
    error: 'Give days, hours or minutes above 0; the clock only moves forward',
  })

/**
 * Returns the routes that show and advance the clock. `afterMove` runs once the app has been notified, so that its clock is
 * right before webhooks of the time between arrive.
 */
export function clockRoutes(
  clock: SandboxClock,
  app: { url: string; token: string } | null,
  afterMove: () => void,
): Hono {
  const routes = new Hono()
  const reading = () => ({ now: new Date(clock.now()).toISOString(), offsetMs: clock.offsetMs })
  routes.get('/api/clock', (c) => c.json(reading()))
  routes.post('/api/clock/advance', jsonBody(advance), async (c) => {
    const { days, hours, minutes } = c.req.valid('json')
    clock.advance(Math.ceil(((days * 24 + hours) * 60 + minutes) * MINUTE_MS))
    const notice = await notifyApp(app, clock.offsetMs)
    afterMove()
    return c.json({ ...reading(), app: notice })
  })
  return routes
}
