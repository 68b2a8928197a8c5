import type { SignedIn } from '../kernel/http/context.ts'
import { handleTask } from '../kernel/jobs/task.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { createAuth, type SeedDemo } from './auth/auth.ts'
import { findBareSecret } from './auth/auth-secrets.ts'
import { assertSecret, createAuthenticate } from './auth/authenticate.ts'
import { findCaller } from './auth/session-queries.ts'
import { type AccountEndings, eraseAccount } from './deletion/erase-account.ts'
import { sweepErasedAccount, sweepErasedAccountTask } from './deletion/sweep-erased-account.task.ts'
import { removeExpiredSignIns, removeExpiredSignInsTask } from './remove-expired-sign-ins.task.ts'
import { createAccountRoutes, createAuthRoutes } from './routes.ts'
import { createTeamRoutes } from './team/routes.ts'

export type Accounts = Awaited<ReturnType<typeof createAccounts>>

/** Creates the module. `endings` are what else must end with an account that is deleted. */
export async function createAccounts(
  kernel: Kernel,
  seedDemo: SeedDemo,
  endings: readonly AccountEndings[] = [],
) {
  const auth = createAuth(kernel, { seedDemo, endings, bareSecret: await findBareSecret(kernel) })
  return {
    authenticate: createAuthenticate(kernel, () => auth.api.getJwks()),
    /** Throws when access tokens cannot be signed. */
    assertSecret: () => assertSecret(auth),
    isSessionOpen: async (caller: SignedIn) => (await findCaller(kernel.db.directory, caller)) !== undefined,
    /** Deletes the user and all of the user's data. */
    erase: (user: { id: string }) => eraseAccount(kernel, endings, user),
    authRoutes: createAuthRoutes(kernel, auth),
    routes: createAccountRoutes(kernel, auth),
    teamRoutes: createTeamRoutes(kernel, auth),
    tasks: [
      handleTask(removeExpiredSignInsTask, removeExpiredSignIns.bind(null, kernel)),
      handleTask(sweepErasedAccountTask, (erased, signal) => sweepErasedAccount(kernel, erased, signal)),
    ],
  }
}
