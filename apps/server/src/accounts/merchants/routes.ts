import { sessionApi } from '@stockcast/contract'
import { createApi } from '../../kernel/http/api.ts'
import { signedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { getSession } from './get-session.ts'

export function createMerchantRoutes(kernel: Kernel) {
  return createApi().serve(sessionApi.get, ({ c }) => getSession(kernel, signedIn(c)))
}
