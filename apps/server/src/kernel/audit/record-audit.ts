import type { AuditEvent } from '@stockcast/contract'
import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import type { Config } from '../config/config.ts'
import type { Tx } from '../database/app-database.ts'
import { actingUser } from '../database/request-scope.ts'
import { callerAddress } from '../http/caller-address.ts'
import { type AppEnv, atHome, signedIn } from '../http/context.ts'
import type { Kernel } from '../kernel.ts'
import { hasTeam } from '../people/queries.ts'
import type { Context } from '../verb-context.ts'
import { insertEntry } from './queries.ts'

const LONGEST_USER_AGENT = 400

/** Where a request came from. */
export interface Origin {
  address: string | null
  userAgent: string | null
}

/** Returns where a request came from. */
export function callOrigin(config: Config, c: HonoContext<AppEnv>): Origin & { address: string } {
  return { address: callerAddress(config, c), userAgent: c.req.header('user-agent') ?? null }
}

/** Adds an entry to the account's audit log, in the transaction of the recorded change. */
export async function recordAudit(
  tx: Tx,
  entry: {
    merchantId: number
    at: Date
    event: AuditEvent
    origin?: Origin
    detail?: string
    /** Who did it, where that is not the caller of this request. */
    userId?: string
  },
): Promise<void> {
  const { merchantId, at, event, origin, detail, userId = actingUser() } = entry
  await insertEntry(tx, {
    merchantId,
    at,
    event,
    address: origin?.address || null,
    userAgent: origin?.userAgent?.slice(0, LONGEST_USER_AGENT) || null,
    detail: detail ?? null,
    userId,
  })
}

/** Adds an entry about an order, in a shop that has more than one person. */
export async function recordTeamwork(
  { clock, merchantId, tx }: Context<'clock'>,
  entry: { event: AuditEvent; detail: string },
): Promise<void> {
  if (actingUser() !== null && (await hasTeam(tx, merchantId)))
    await recordAudit(tx, { merchantId, at: clock.now(), ...entry })
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
    const { merchantId } = c.req.path.startsWith('/api/account') ? atHome(c) : signedIn(c)
    const origin = callOrigin(kernel.config, c)
    await kernel.db
      .withTenant(merchantId, (tx) => recordAudit(tx, { merchantId, at: kernel.clock.now(), event, origin }))
      .catch((error) => kernel.log.error({ err: error, merchantId, event }, 'could not write the audit log'))
  }
}
