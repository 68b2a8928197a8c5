import { type Role, roles } from '@stockcast/contract'
import type { MiddlewareHandler } from 'hono'
import { AppError } from '../../kernel/errors.ts'
import { type AppEnv, signedIn } from '../../kernel/http/context.ts'

/** What is about the person and not about the open shop: the account, their own alerts, and which shop is open. */
const PERSONAL =
  /^\/(api\/(account|notifications|deliveries|team\/(shop|people))\b|functions\/send-welcome-email$)/
/** Orders, suppliers, imports, what is planned for products, and what is done about alerts. */
const BUYING =
  /^\/(api\/(variants|snoozes|alerts|calendar|suppliers|supplier-variants|purchase-orders|order-list|sync|imports|file-columns|inventory|sales|settings\/(variants|changes))\b|functions\/(shopify-sync-inventory|forecast-stockout)$)/
/** SMS costs money, and the offer is for whoever set up the shop. */
const OF_THE_OWNER = /^\/api\/notifications\/(offer|sms)\b/
const CHANGING_A_MEMBER = /^\/api\/team\/people\/[^/]+$/
const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Returns the least role that may make a call. */
export function roleFor(method: string, path: string): Role {
  if (OF_THE_OWNER.test(path) || (method === 'PUT' && CHANGING_A_MEMBER.test(path))) return 'owner'
  if (PERSONAL.test(path)) return 'viewer'
  if (READING.has(method)) return path.startsWith('/api/billing') ? 'owner' : 'viewer'
  return BUYING.test(path) ? 'buyer' : 'owner'
}

const refusals: Readonly<Record<Role, string>> = {
  viewer: 'You do not belong to this shop.',
  buyer: 'You can see this shop, but not change it. Ask its owner for the role of a buyer.',
  owner: 'Only the owner of this shop can do this.',
}

/** Refuses what the caller's role in the open shop does not include. */
export function refuseRoles(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const least = roleFor(c.req.method, c.req.path)
    if (roles.indexOf(signedIn(c).role) < roles.indexOf(least))
      throw new AppError('forbidden', refusals[least])
    await next()
  }
}
