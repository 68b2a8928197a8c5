import { storeApi } from '@stockcast/contract'
import { createApi } from '../../kernel/http/api.ts'
import { signedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { completeConnection, type RequestFirstSync } from './complete-connection.ts'
import { startConnection } from './start-connection.ts'

export function createShopRoutes(kernel: Kernel, requestFirstSync: RequestFirstSync) {
  return createApi()
    .serve(storeApi.startConnection, ({ c, body }) => startConnection(kernel, signedIn(c).merchantId, body))
    .serve(storeApi.completeConnection, ({ c, body }) =>
      completeConnection(kernel, requestFirstSync, signedIn(c).merchantId, body),
    )
}
