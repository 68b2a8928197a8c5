import { createRoute } from '@hono/zod-openapi'
import { activityQuerySchema, activitySchema } from '@stockcast/contract'
import { createApi, jsonAnswer } from '../../http/api.ts'
import { signedIn } from '../../http/context.ts'
import type { Kernel } from '../../kernel.ts'
import { listActivity } from './list-activity.ts'

const activity = createRoute({
  method: 'get',
  path: '/api/account/activity',
  request: { query: activityQuerySchema },
  responses: jsonAnswer(activitySchema, 'The security events of the account in the last year, newest first.'),
})

export function createAuditRoutes(kernel: Pick<Kernel, 'db'>) {
  return createApi().openapi(activity, async (c) => {
    const { merchantId } = signedIn(c)
    return c.json(await listActivity(kernel, { merchantId, query: c.req.valid('query') }), 200)
  })
}
