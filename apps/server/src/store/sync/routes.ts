import { syncApi } from '@stockcast/contract'
import { createApi } from '../../kernel/http/api.ts'
import { assertOwnMerchant, signedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { startSync } from './request-sync.ts'
import { getSync } from './show-sync.ts'

export function createSyncRoutes(kernel: Kernel) {
  return createApi()
    .serve(syncApi.start, ({ c, body }) => {
      assertOwnMerchant(c, body.merchant_id)
      return startSync(kernel, signedIn(c).merchantId)
    })
    .serve(syncApi.get, ({ c }) => getSync(kernel, signedIn(c).merchantId))
}
