import { activityQuerySchema, activitySchema, paths } from '@stockcast/contract'
import { createApi, createRoute, jsonAnswer } from '../http/api.ts'
import { atHome } from '../http/context.ts'
import type { Kernel } from '../kernel.ts'
import { listActivity } from './list-activity.ts'

const activity = createRoute({
  method: 'get',
  path: paths.accountActivity,
  request: { query: activityQuerySchema },
  responses: jsonAnswer(activitySchema, 'The security events of the account in the last year, newest first.'),
})

export function createAuditRoutes(kernel: Pick<Kernel, 'config' | 'db'>) {
  return createApi().openapi(activity, async (c) => {
    const query = c.req.valid('query')
    const { merchantId } = atHome(c)
    const answer = await kernel.db.withTenantSnapshot(merchantId, (tx) =>
      listActivity({ merchantId, tx }, query),
    )
    return c.json(answer, 200)
  })
}
