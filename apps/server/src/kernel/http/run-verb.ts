import type { Context as Request } from 'hono'
import type { Kernel } from '../kernel.ts'
import { assertRowsFit } from '../quotas/row-quotas.ts'
import { type Context, inTransaction } from '../verb-context.ts'
import { type AppEnv, signedIn } from './context.ts'

/**
 * Returns a function that runs a verb for the signed-in merchant of a request. Where the route adds rows, they are counted
 * before the verb's transaction is committed.
 */
export function createVerbRunner<Own extends Pick<Kernel, 'db' | 'config'>>(kernel: Own) {
  return <T>(c: Request<AppEnv>, verb: (context: Own & Context) => Promise<T>): Promise<T> => {
    return inTransaction(kernel, signedIn(c).merchantId, async (context) => {
      const result = await verb(context)
      await assertRowsFit(context, c.get('grows') ?? [])
      return result
    })
  }
}

/** Does the same for verbs that only read, so that rows and totals of a list are those of one moment. */
export function createSnapshotRunner<Own extends Pick<Kernel, 'db'>>(kernel: Own) {
  return <T>(c: Request<AppEnv>, verb: (context: Own & Context) => Promise<T>): Promise<T> => {
    const { merchantId } = signedIn(c)
    return kernel.db.withTenantSnapshot(merchantId, (tx) => verb({ ...kernel, merchantId, tx }))
  }
}
