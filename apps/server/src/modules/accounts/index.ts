import type { Hono } from 'hono'
import type { AppEnv, Authenticate, SignedIn } from '../../http/context.ts'
import type { Task } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { assertSecret } from './assert-secret.ts'
import { createAuth } from './auth.ts'
import { createAuthenticate } from './authenticate.ts'
import { isSessionOpen } from './queries.ts'
import { createAccountRoutes, createAuthRoutes } from './routes.ts'
import { createAccountTasks, removeExpiredSignIns } from './tasks.ts'

export const accountTaskDefinitions = [removeExpiredSignIns]

export interface Accounts {
  authenticate: Authenticate
  /** Throws when access tokens cannot be signed. */
  assertSecret(): Promise<void>
  isSessionOpen(caller: SignedIn): Promise<boolean>
  authRoutes: Hono<AppEnv>
  routes: ReturnType<typeof createAccountRoutes>
  tasks: readonly Task[]
  schedule(): Promise<void>
}

export function createAccounts(kernel: Kernel): Accounts {
  const auth = createAuth(kernel)
  return {
    authenticate: createAuthenticate(kernel, () => auth.api.getJwks()),
    assertSecret: () => assertSecret(auth),
    isSessionOpen: (caller) => isSessionOpen(kernel.db.directory, caller),
    authRoutes: createAuthRoutes(auth),
    routes: createAccountRoutes(kernel),
    tasks: createAccountTasks(kernel),
    schedule: () => kernel.jobs.schedule(removeExpiredSignIns, '17 3 * * *', {}),
  }
}
