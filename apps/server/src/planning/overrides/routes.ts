import { forecastOverridesApi } from '@stockcast/contract'
import type { Context as Request } from 'hono'
import { callOrigin } from '../../kernel/audit/index.ts'
import { createApi } from '../../kernel/http/api.ts'
import { type AppEnv, signedIn } from '../../kernel/http/context.ts'
import { createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { getOverrides } from './list-overrides.ts'
import { createOverride, editOverride, removeOverride, restoreOverride } from './save-override.ts'

export function createOverrideRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const changing = (c: Request<AppEnv>) => ({
    origin: callOrigin(kernel.config, c),
    author: signedIn(c).email,
  })
  return createApi()
    .serve(forecastOverridesApi.list, ({ c, query }) => run(c, (context) => getOverrides(context, query)))
    .serve(forecastOverridesApi.create, ({ c, body }) =>
      run(c, (context) => createOverride({ ...context, ...changing(c) }, body)),
    )
    .serve(forecastOverridesApi.edit, ({ c, params: { id: overrideId }, body: wanted }) =>
      run(c, (context) => editOverride({ ...context, ...changing(c) }, { overrideId, wanted })),
    )
    .serve(forecastOverridesApi.remove, async ({ c, params: { id: overrideId } }) => {
      await run(c, (context) => removeOverride({ ...context, ...changing(c) }, { overrideId }))
      return { done: true } as const
    })
    .serve(forecastOverridesApi.restore, ({ c, params: { id: overrideId } }) =>
      run(c, (context) => restoreOverride({ ...context, ...changing(c) }, { overrideId })),
    )
}
