import { accountApi } from '@stockcast/contract'
import { createApi } from '../http/api.ts'
import { atHome } from '../http/context.ts'
import type { Kernel } from '../kernel.ts'
import { listActivity } from './list-activity.ts'

export function createAuditRoutes(kernel: Pick<Kernel, 'config' | 'db'>) {
  return createApi().serve(accountApi.listActivity, ({ c, query }) => {
    const { merchantId } = atHome(c)
    return kernel.db.withTenantSnapshot(merchantId, (tx) => listActivity({ merchantId, tx }, query))
  })
}
