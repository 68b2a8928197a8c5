import { activityQuerySchema, activitySchema, paths } from '@stockcast/contract'
import { createApi, createRoute, jsonAnswer } from '../http/api.ts'
import { createSnapshotRunner } from '../http/run-verb.ts'
import type { Kernel } from '../kernel.ts'
import { listActivity } from './list-activity.ts'

const activity = createRoute({
  method: 'get',
  path: paths.accountActivity,
  request: { query: activityQuerySchema },
  responses: jsonAnswer(activitySchema, 'The security events of the account in the last year, newest first.'),
})

export function createAuditRoutes(kernel: Pick<Kernel, 'config' | 'db'>) {
  const run = createSnapshotRunner(kernel)
  return createApi().openapi(activity, async (c) => {
    const query = c.req.valid('query')
    return c.json(await run(c, (context) => listActivity(context, query)), 200)
  })
}
