import type { AuditEvent } from '@stockcast/contract'
import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import type { Config } from '../config/config.ts'
import type { Tx } from '../database/app-database.ts'
import { callerAddress } from '../http/caller-address.ts'
import { type AppEnv, signedIn } from '../http/context.ts'
import type { Kernel } from '../kernel.ts'
import { insertEntry } from './queries.ts'

const LONGEST_USER_AGENT = 400

/** Where a request came from. */
export interface Origin {
  address: string | null
  userAgent: string | null
}

/** Returns where a request came from. */
export function callOrigin(config: Config, c: HonoContext<AppEnv>): Origin {
  return { address: callerAddress(config, c), userAgent: c.req.header('user-agent') ?? null }
}

/** Adds an entry to the account's audit log, in the transaction of the recorded change. */
export async function recordAudit(
  tx: Tx,
  entry: { merchantId: number; at: Date; event: AuditEvent; origin?: Origin; detail?: string },
): Promise<void> {
  const { merchantId, at, event, origin, detail } = entry
  await insertEntry(tx, {
    merchantId,
    at,
    event,
    address: origin?.address || null,
    userAgent: origin?.userAgent?.slice(0, LONGEST_USER_AGENT) || null,
    detail: detail ?? null,
  })
}

/**
 * Records what an endpoint declares once it was answered; other events are recorded by verbs, in their transaction. A
 * failure is logged and does not fail the request.
 */
export function auditRequests(
  kernel: Pick<Kernel, 'clock' | 'config' | 'db' | 'log'>,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    const event = c.get('endpoint')?.records
    if (event === undefined || !c.res.ok || c.req.method === 'HEAD') return
    const { merchantId } = signedIn(c)
    const origin = callOrigin(kernel.config, c)
    await kernel.db
      .withTenant(merchantId, (tx) => recordAudit(tx, { merchantId, at: kernel.clock.now(), event, origin }))
      .catch((error) => kernel.log.error({ err: error, merchantId, event }, 'could not write the audit log'))
  }
}
