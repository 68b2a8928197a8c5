import { createRoute } from '@hono/zod-openapi'
import { functionSchemas } from '@stockcast/contract'
import { type Context, Hono } from 'hono'
import { createApi, jsonAnswer, jsonBody } from '../../http/api.ts'
import { type AppEnv, signedIn } from '../../http/context.ts'
import type { Kernel } from '../../kernel.ts'
import { AUTH_PATH, type Auth } from './auth.ts'
import { authAnswer, withoutSessionToken } from './auth-answer.ts'
import { withOwnAddress } from './own-address.ts'
import { sendWelcomeMail } from './send-welcome-mail.ts'

/** All that is reachable of the auth library; what is not listed does not exist. */
const signIns = ['/sign-up/email', '/sign-in/email']
const posts = ['/sign-out', '/request-password-reset', '/reset-password']
const gets = ['/token', '/verify-email']

export function createAuthRoutes(auth: Auth): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const answer = async (c: Context) => authAnswer(await auth.handler(withOwnAddress(c)))
  for (const path of signIns) {
    routes.post(`${AUTH_PATH}${path}`, async (c) => withoutSessionToken(await answer(c)))
  }
  for (const path of posts) routes.post(`${AUTH_PATH}${path}`, answer)
  for (const path of gets) routes.get(`${AUTH_PATH}${path}`, answer)
  return routes
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
