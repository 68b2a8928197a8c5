import type { Hono } from 'hono'
import type { AppEnv, Authenticate, SignedIn } from '../../http/context.ts'
import type { Kernel } from '../../kernel.ts'
import { assertSecret } from './assert-secret.ts'
import { createAuth } from './auth.ts'
import { createAuthenticate } from './authenticate.ts'
import { isSessionOpen } from './queries.ts'
import { createAccountRoutes, createAuthRoutes } from './routes.ts'

export interface Accounts {
  authenticate: Authenticate
  /** Throws when access tokens cannot be signed. */
  assertSecret(): Promise<void>
  isSessionOpen(caller: SignedIn): Promise<boolean>
  authRoutes: Hono<AppEnv>
  routes: ReturnType<typeof createAccountRoutes>
}

export function createAccounts(kernel: Kernel): Accounts {
  const auth = createAuth(kernel)
  return {
    authenticate: createAuthenticate(kernel, () => auth.api.getJwks()),
    assertSecret: () => assertSecret(auth),
    isSessionOpen: (caller) => isSessionOpen(kernel.db.directory, caller),
    authRoutes: createAuthRoutes(auth),
    routes: createAccountRoutes(kernel),
  }
}
