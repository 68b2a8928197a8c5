import { accountApi } from '@stockcast/contract'
import { createApi } from '../http/api.ts'
import { createSnapshotRunner } from '../http/run-verb.ts'
import type { Kernel } from '../kernel.ts'
import { listActivity } from './list-activity.ts'

export function createAuditRoutes(kernel: Pick<Kernel, 'config' | 'db'>) {
  const run = createSnapshotRunner(kernel)
  return createApi().serve(accountApi.listActivity, ({ c, query }) =>
    run(c, (context) => listActivity(context, query)),
  )
}
