import { viewsApi } from '@stockcast/contract'
import type { Context as Request } from 'hono'
import { callOrigin } from '../../kernel/audit/index.ts'
import { createApi } from '../../kernel/http/api.ts'
import type { AppEnv } from '../../kernel/http/context.ts'
import { createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { listViews } from './queries.ts'
import { createView, removeView, renameView } from './save-view.ts'

export function createViewRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const from = (c: Request<AppEnv>) => ({ origin: callOrigin(kernel.config, c) })
  return createApi()
    .serve(viewsApi.list, async ({ c }) => ({
      views: await run(c, ({ merchantId, tx }) => listViews(tx, merchantId)),
    }))
    .serve(viewsApi.create, ({ c, body }) =>
      run(c, (context) => createView({ ...context, ...from(c) }, body)),
    )
    .serve(viewsApi.rename, ({ c, params: { id: viewId }, body }) =>
      run(c, (context) => renameView({ ...context, ...from(c) }, { viewId, ...body })),
    )
    .serve(viewsApi.remove, async ({ c, params: { id: viewId } }) => {
      await run(c, (context) => removeView({ ...context, ...from(c) }, { viewId }))
      return { done: true } as const
    })
}
