import type { Endpoint } from '@stockcast/contract'
import type { Context as Request } from 'hono'
import { callOrigin, type Origin } from '../audit/record-audit.ts'
import type { Kernel } from '../kernel.ts'
import { assertRowsFit } from '../quotas/quotas.ts'
import { type Context, inTransaction } from '../verb-context.ts'
import { type Answer, Api, type Call, type Output } from './api.ts'
import { type AppEnv, type SignedIn, signedIn } from './context.ts'

/** Who calls, and from where. */
export interface Caller {
  caller: SignedIn
  origin: Origin & { address: string }
}

/**
 * A verb as an endpoint needs it: parameters, query and body are one input, in which parameters override the others. A verb that
 * returns nothing is answered with `done`.
 */
type Verb<Own, E extends Endpoint> = (
  context: Own & Context & Caller,
  input: Output<E, 'params'> & Output<E, 'query'> & Output<E, 'body'>,
) => Promise<Answer<E>> | (Answer<E> extends { done: true } ? Promise<void> : never)

/** A router whose endpoints run verbs for the signed-in merchant. */
class VerbApi<Own extends Pick<Kernel, 'config' | 'db'>> extends Api {
  private readonly kernel: Own

  constructor(kernel: Own) {
    super()
    this.kernel = kernel
  }

  /** Runs a verb in a transaction, as `createVerbRunner` does. */
  run<E extends Endpoint>(endpoint: E, verb: Verb<Own, E>): this {
    const run = createVerbRunner(this.kernel)
    return this.serve(endpoint, (call) => run(call.c, (context) => this.answer(verb, context, call)))
  }

  /** Runs a verb that only reads, so that rows and totals of a list are those of one moment. */
  read<E extends Endpoint>(endpoint: E, verb: Verb<Own, E>): this {
    return this.serve(endpoint, (call) => {
      const { merchantId } = signedIn(call.c)
      return this.kernel.db.withTenantSnapshot(merchantId, (tx) =>
        this.answer(verb, { ...this.kernel, merchantId, tx }, call),
      )
    })
  }

  private async answer<E extends Endpoint>(
    verb: Verb<Own, E>,
    context: Own & Context,
    call: Call<E>,
  ): Promise<Answer<E>> {
    const { c, params, query, body } = call as unknown as { c: Request<AppEnv> } & Partial<
      Record<'params' | 'query' | 'body', object>
    >
    const caller = { caller: signedIn(c), origin: callOrigin(this.kernel.config, c) }
    const input = { ...query, ...body, ...params } as Parameters<typeof verb>[1]
    const answer = await verb({ ...context, ...caller }, input)
    return (answer === undefined ? { done: true } : answer) as Answer<E>
  }
}

export function createVerbApi<Own extends Pick<Kernel, 'config' | 'db'>>(kernel: Own) {
  return new VerbApi(kernel)
}

/**
 * Returns a function that runs a verb for the signed-in merchant of a request. Where the endpoint adds rows, they are counted
 * before the verb's transaction is committed.
 */
export function createVerbRunner<Own extends Pick<Kernel, 'config' | 'db'>>(kernel: Own) {
  return <T>(c: Request<AppEnv>, verb: (context: Own & Context) => Promise<T>): Promise<T> =>
    inTransaction(kernel, signedIn(c).merchantId, async (context) => {
      const result = await verb(context)
      await assertRowsFit(context, c.get('grows') ?? [])
      return result
    })
}
