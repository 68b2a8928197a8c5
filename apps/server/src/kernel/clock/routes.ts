import { DAY_MS } from '@stockcast/contract'
import { Hono } from 'hono'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import type { AppEnv } from '../http/context.ts'
import type { Kernel } from '../kernel.ts'
import { isSameSecret } from '../secrets/is-same-secret.ts'
import { refusalTexts } from '../texts/refusal-texts.ts'
import { moveClock } from './read-clock-offset.ts'

const TEN_YEARS_MS = 10 * 366 * DAY_MS
const bodySchema = z.object({ offsetMs: z.number().int().min(0).max(TEN_YEARS_MS) })

/** Serves `POST /internal/clock`, which only the sandbox console calls. */
export function createClockRoutes(kernel: Kernel, onClockMoved: () => Promise<void>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.post('/internal/clock', async (c) => {
    assertSandbox(kernel, c.req.header('x-sandbox-token'))
    const body = bodySchema.safeParse(await c.req.json().catch(() => null))
    if (!body.success) {
      throw new AppError('invalid_input', 'offsetMs: must be a whole number of milliseconds, zero or more.', {
        field: 'offsetMs',
      })
    }
    await moveClock(kernel, body.data.offsetMs, onClockMoved)
    return c.json({ now: kernel.clock.now().toISOString() })
  })
  return routes
}

function assertSandbox({ config }: Kernel, given: string | undefined): void {
  const token = config.sandbox?.token
  if (!token || config.isProduction) throw new AppError('not_found', refusalTexts.nothingHere)
  if (!isSameSecret(given ?? '', token))
    throw new AppError('forbidden', 'The sandbox token is not the right one.')
}
