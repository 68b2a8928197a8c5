import { paths, sessionSchema } from '@stockcast/contract'
import { createApi, createRoute, jsonAnswer } from '../../kernel/http/api.ts'
import { signedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { getSession } from './get-session.ts'

const session = createRoute({
  method: 'get',
  path: paths.session,
  responses: jsonAnswer(sessionSchema, 'Who is signed in, and their shop.'),
})

export function createMerchantRoutes(kernel: Kernel) {
  return createApi().openapi(session, async (c) => c.json(await getSession(kernel, signedIn(c)), 200))
}
