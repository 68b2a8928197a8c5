import type { Endpoint, Role } from '@stockcast/contract'
import type { Context, MiddlewareHandler } from 'hono'
import { noteDemoUser, noteUser } from '../database/request-scope.ts'
import { isDemoUser } from '../demo-user-email.ts'
import { AppError } from '../errors.ts'
import type { GrowingTable } from '../quotas/quotas.ts'

/** The caller, as the access token proves. */
export interface SignedIn {
  /** The shop that the session has open. */
  merchantId: number
  /** What the caller may do in it, as of this request. */
  role: Role
  /** Whose alert channels are the caller's in this shop; 0 for its owner. */
  recipientId?: number
  /** The caller's own account. It is the open shop for its owner alone. */
  homeId: number
  userId: string
  email: string
  sessionId: string
}

export type AppEnv = {
  Variables: {
    signedIn: SignedIn
    /** What the contract says of the request; not set where the contract does not name it. */
    endpoint?: Endpoint
    /** The tables to which the route adds rows. */
    grows?: readonly GrowingTable[]
    /** The code of a refusal that was answered without an error. */
    refusal?: string
  }
}

/** Returns the owner of the access token, null when it is invalid. */
export type Authenticate = (accessToken: string) => Promise<SignedIn | null>

/**
 * Lets only signed-in merchants pass; the tenant comes from the token, never from the request's body or path.
 */
export function requireSignedIn(authenticate: Authenticate): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const [scheme, token] = (c.req.header('authorization') ?? '').split(' ')
    const signedIn = scheme === 'Bearer' && token ? await authenticate(token) : null
    if (!signedIn) throw new AppError('unauthenticated', 'Please sign in to continue.')
    if (isDemoUser(signedIn.email)) noteDemoUser()
    noteUser(signedIn.userId)
    c.set('signedIn', signedIn)
    await next()
  }
}

export function signedIn(c: Context<AppEnv>): SignedIn {
  return c.get('signedIn')
}

/** Returns the caller in their own account, for what is about the person and not about the open shop. */
export function atHome(c: Context<AppEnv>): SignedIn {
  const caller = signedIn(c)
  return { ...caller, merchantId: caller.homeId, role: 'owner', recipientId: 0 }
}

/** Requires that a `merchant_id` in a body is that of the open shop (checklist X-04). */
export function assertOwnMerchant(c: Context<AppEnv>, merchantId: number): void {
  if (merchantId !== signedIn(c).merchantId) {
    throw new AppError('forbidden', 'This merchant is not yours.', { field: 'merchant_id' })
  }
}
