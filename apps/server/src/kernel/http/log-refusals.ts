import { createHmac } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { AppError } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import { derivedKey } from '../secrets/derived-key.ts'
import { boundedLog } from '../telemetry/bounded-log.ts'
import { callerAddress } from './caller-address.ts'
import type { AppEnv } from './context.ts'
import { getRoute } from './route-of.ts'

/** No or a wrong sign-in or signature; not allowed; too often. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429])
const CALLER_LENGTH = 16

/**
 * Logs refused callers at a bounded rate. The same caller has the same pseudonym in every line, and the secret is needed
 * to compare it with an address.
 */
export function logRefusals({ config, log }: Pick<Kernel, 'config' | 'log'>): MiddlewareHandler<AppEnv> {
  const [secret] = config.secrets
  const key = derivedKey(secret, 'log-caller')
  const write = boundedLog(log)
  return async (c, next) => {
    await next()
    const { status } = c.res
    if (!REFUSALS.has(status)) return
    const { method, route } = getRoute(c)
    const reason = c.error instanceof AppError ? c.error.code : c.get('refusal')
    const address = callerAddress(config, c)
    const caller = createHmac('sha256', key).update(address).digest('base64url').slice(0, CALLER_LENGTH)
    const merchantId = c.get('signedIn')?.merchantId
    write(
      `${method} ${route} ${reason}`,
      { method, route, status, reason, merchantId, caller },
      'caller refused',
    )
  }
}
