import { viewsApi } from '@stockcast/contract'
import { createVerbApi } from '../../kernel/http/verb-api.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { listViews } from './queries.ts'
import { createView, removeView, renameView } from './save-view.ts'

export function createViewRoutes(kernel: Kernel) {
  return createVerbApi(kernel)
    .run(viewsApi.list, async ({ merchantId, tx }) => ({ views: await listViews(tx, merchantId) }))
    .run(viewsApi.create, createView)
    .run(viewsApi.rename, (context, { id: viewId, name }) => renameView(context, { viewId, name }))
    .run(viewsApi.remove, (context, { id: viewId }) => removeView(context, { viewId }))
}
