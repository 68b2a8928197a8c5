import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { functionSchemas } from '@stockcast/contract'
import type { Context } from 'hono'
import { createApi, jsonAnswer, jsonBody } from '../../http/api.ts'
import { type AppEnv, signedIn } from '../../http/context.ts'
import type { Kernel } from '../../kernel.ts'
import { AUTH_PATH, type Auth } from './auth.ts'
import { authAnswer, withoutSessionToken } from './auth-answer.ts'
import { type AuthCall, authCalls, authFailureSchema } from './auth-calls.ts'
import { withOwnAddress } from './own-address.ts'
import { sendWelcomeMail } from './send-welcome-mail.ts'

export function createAuthRoutes(auth: Auth): OpenAPIHono<AppEnv> {
  const routes = createApi()
  const answer = async (c: Context) => authAnswer(await auth.handler(withOwnAddress(c)))
  for (const call of authCalls) {
    const path = `${AUTH_PATH}${call.path}`
    // Described, not validated: the library reads these bodies by itself, in its own words.
    routes.openAPIRegistry.registerPath(descriptionOf(call, path))
    routes.on(call.method, path, async (c) =>
      call.beginsSession ? withoutSessionToken(await answer(c)) : answer(c),
    )
  }
  return routes
}

function descriptionOf({ method, summary, query, body, answer }: AuthCall, path: string) {
  const failure = { 'application/json': { schema: authFailureSchema } }
  return {
    method,
    path,
    summary,
    request: { ...(query ? { query } : {}), ...(body ? { body: jsonBody(body) } : {}) },
    responses: {
      ...jsonAnswer(answer, 'Done'),
      400: { description: 'Not usable, in the words for the merchant', content: failure },
      401: { description: 'Refused', content: failure },
      default: { description: 'Any other failure', content: failure },
    },
  }
}

const welcome = functionSchemas['send-welcome-email']
const sendWelcomeRoute = createRoute({
  method: 'post',
  path: '/functions/send-welcome-email',
  request: { body: jsonBody(welcome.request) },
  responses: jsonAnswer(
    welcome.response,
    'Whether the mail was taken on now; false when it was sent before.',
  ),
})

export function createAccountRoutes(kernel: Kernel) {
  return createApi().openapi(sendWelcomeRoute, async (c) => {
    const sent = await sendWelcomeMail(kernel, signedIn(c), c.req.valid('json'))
    return c.json(sent, 200)
  })
}
