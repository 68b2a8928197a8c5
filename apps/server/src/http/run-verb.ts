import type { Context as Request } from 'hono'
import type { Kernel } from '../kernel.ts'
import { type Context, inTransaction } from '../verb-context.ts'
import { type AppEnv, signedIn } from './context.ts'

/** Returns a function that runs a verb for the signed-in merchant of a request. */
export function createVerbRunner<Own extends Pick<Kernel, 'db'>>(kernel: Own) {
  return <T>(c: Request<AppEnv>, verb: (context: Own & Context) => Promise<T>): Promise<T> =>
    inTransaction(kernel, signedIn(c).merchantId, verb)
}
