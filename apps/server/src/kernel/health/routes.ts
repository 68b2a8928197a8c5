import { type Context, Hono } from 'hono'
import { AppError } from '../errors.ts'
import { socketAddress } from '../http/caller-address.ts'
import type { AppEnv } from '../http/context.ts'
import type { Kernel } from '../kernel.ts'
import { isSameSecret } from '../secrets/is-same-secret.ts'
import { refusalTexts } from '../texts/refusal-texts.ts'
import { checkReadiness } from './check-readiness.ts'
import type { Metrics } from './metrics.ts'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

export function createHealthRoutes(kernel: Kernel, metrics: Metrics): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get('/healthz', (c) => c.json({ status: 'ok' }))
  routes.get('/readyz', async (c) => {
    if (kernel.stopping.aborted) return c.json({ status: 'stopping', checks: {} }, 503)
    const { isReady, checks } = await checkReadiness(kernel)
    return c.json({ status: isReady ? 'ready' : 'not ready', checks }, isReady ? 200 : 503)
  })
  routes.get('/metrics', async (c) => {
    assertMayRead(c, kernel.config.metricsToken)
    return c.body(await metrics.text(), 200, { 'content-type': metrics.contentType })
  })
  return routes
}

/** Headers that proxies add to the requests that they forward. */
const PASSED_ON =
  /^(forwarded|via|x-forwarded(-.+)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.+|fastly-.+)$/

/**
 * Refuses a request without the token, unless it comes directly from this machine. A proxy on this machine
 * also connects from loopback, but its headers give it away.
 */
function assertMayRead(c: Context, token: string | null): void {
  if (token !== null && isSameSecret(c.req.header('authorization') ?? '', `Bearer ${token}`)) return
  const isPassedOn = Object.keys(c.req.header()).some((name) => PASSED_ON.test(name))
  if (loopback.has(socketAddress(c.env)) && !isPassedOn) return
  throw new AppError('not_found', refusalTexts.nothingHere)
}
