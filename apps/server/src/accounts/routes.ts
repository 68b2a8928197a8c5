import { setTimeout as sleep } from 'node:timers/promises'
import {
  accountSchema,
  changeEmailSchema,
  confirmationSentSchema,
  emailAnswerSchema,
  emailLinkSchema,
  emailUndoneSchema,
  functionPath,
  functionSchemas,
  invitationLinkSchema,
  invitationViewSchema,
  keepAccountSchema,
  keptAccountSchema,
  newMemberSchema,
  paths,
  signedOutDevicesSchema,
} from '@stockcast/contract'
import type { Context } from 'hono'
import { z } from 'zod'
import { callOrigin } from '../kernel/audit/index.ts'
import { isDatabaseUnavailable, noteUnavailable } from '../kernel/database/unavailable.ts'
import { createApi, createRoute, jsonAnswer, jsonBody, type OpenAPIHono } from '../kernel/http/api.ts'
import { type AppEnv, atHome } from '../kernel/http/context.ts'
import { databaseUnavailable } from '../kernel/http/error-response.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { endAllSessions, endSession, getAccount } from './account/get-account.ts'
import { keepAccount } from './account/keep-account.ts'
import { acceptFormerSecret } from './auth/accept-former-secret.ts'
import { sendWelcomeMail } from './auth/account-mails.ts'
import { assertWithinLimit } from './auth/assert-within-limit.ts'
import { AUTH_PATH, type Auth } from './auth/auth.ts'
import { authAnswer, withoutSessionToken } from './auth/auth-answer.ts'
import { type AuthCall, authCalls, authFailureSchema } from './auth/auth-calls.ts'
import { resendConfirmation } from './auth/confirm-address.ts'
import { confirmEmailChange, undoEmailChange } from './email-change/confirm-email-change.ts'
import { requestEmailChange } from './email-change/request-email-change.ts'
import { withOwnAddress } from './limits/rate-limits.ts'
import { acceptAsNew, readInvitation } from './team/accept.ts'

export function createAuthRoutes(kernel: Kernel, auth: Auth): OpenAPIHono<AppEnv> {
  const routes = createApi()
  const answer = async (c: Context<AppEnv>) => {
    const { request, answered } = await acceptFormerSecret(kernel.config, withOwnAddress(kernel.config, c))
    const { result, wasUnavailable } = await noteUnavailable(() =>
      auth.handler(request).catch(answerUnavailable),
    )
    // The library reports a lost database as its own failure, or as a caller who is not signed in.
    return wasUnavailable && !result.ok
      ? unavailableAnswer()
      : authAnswer(answered(result), (code) => c.set('refusal', code))
  }
  for (const call of authCalls) {
    const path = `${AUTH_PATH}${call.path}`
    // Only described here. The library validates these bodies itself, with its own messages.
    routes.openAPIRegistry.registerPath(descriptionOf(call, path))
    routes.on(call.method, path, async (c) => {
      const start = performance.now()
      const answered = await answer(c)
      if (call.onBeat === answered.status && kernel.config.mail.mode === 'live') await nextBeat(start)
      if (call.endsSession && (answered.ok || answered.status === 401)) return forgetting(answered)
      return call.beginsSession ? withoutSessionToken(answered) : answered
    })
  }
  routes.openapi(readInvitationRoute, async (c) => {
    await assertWithinLimit(kernel, auth, { c, path: '/invitation' })
    return c.json(await readInvitation(kernel, c.req.valid('json').token), 200)
  })
  routes.openapi(acceptInvitationRoute, async (c) => {
    await assertWithinLimit(kernel, auth, { c, path: '/invitation' })
    const input = { origin: callOrigin(kernel.config, c), ...c.req.valid('json') }
    return c.json(await acceptAsNew(kernel, auth, input), 200)
  })
  return routes.openapi(undoEmailRoute, async (c) => {
    await assertWithinLimit(kernel, auth, { c, path: '/undo-email' })
    const input = { origin: callOrigin(kernel.config, c), ...c.req.valid('json') }
    return c.json(await undoEmailChange(kernel, input), 200)
  })
}

const BEAT_MS = 250

/**
 * Waits until a whole number of beats has passed since `start`, so that the work for an address with an account takes as
 * long as for any other.
 */
async function nextBeat(start: number): Promise<void> {
  await sleep(BEAT_MS - ((performance.now() - start) % BEAT_MS))
}

/** Has the browser forget pages and texts of the account. Cookies stay: one of them remembers the sidebar. */
function forgetting(answer: Response): Response {
  const kept = new Response(answer.body, answer)
  kept.headers.set('clear-site-data', '"cache", "storage"')
  return kept
}

function answerUnavailable(error: unknown): Response {
  if (isDatabaseUnavailable(error)) return unavailableAnswer()
  throw error
}

function unavailableAnswer(): Response {
  const { message, retryAfterSeconds } = databaseUnavailable()
  const headers = { 'retry-after': `${retryAfterSeconds}` }
  return Response.json({ code: 'UNAVAILABLE', message }, { status: 503, headers })
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
      400: {
        description: 'The request cannot be used; the message is written for the merchant',
        content: failure,
      },
      401: { description: 'Refused', content: failure },
      default: { description: 'Any other failure', content: failure },
    },
  }
}

const welcome = functionSchemas['send-welcome-email']
const sendWelcomeRoute = createRoute({
  method: 'post',
  path: functionPath('send-welcome-email'),
  use: 'change',
  request: { body: jsonBody(welcome.request) },
  responses: jsonAnswer(welcome.response, 'Whether the mail was queued now; false when it was sent before.'),
})

const keepRoute = createRoute({
  method: 'post',
  path: paths.keepAccount,
  use: 'change',
  summary: 'Gives the account of a demo user an address and a password, so that it is kept',
  request: { body: jsonBody(keepAccountSchema) },
  responses: jsonAnswer(keptAccountSchema, 'The address. Access tokens fetched from now on contain it.'),
})

const confirmationRoute = createRoute({
  method: 'post',
  path: paths.accountConfirmation,
  use: 'change',
  summary: 'Mails the link that confirms the address again',
  responses: jsonAnswer(confirmationSentSchema, 'The mail is queued'),
})

const changeEmailRoute = createRoute({
  method: 'post',
  path: paths.accountEmail,
  use: 'change',
  summary: 'Asks for a change of the email address, which a mailed link confirms',
  request: { body: jsonBody(changeEmailSchema) },
  responses: jsonAnswer(emailAnswerSchema, 'The address to which the link is mailed'),
})

const confirmEmailRoute = createRoute({
  method: 'post',
  path: paths.confirmAccountEmail,
  use: 'change',
  summary: 'Changes the email address with the token from the mailed link',
  request: { body: jsonBody(emailLinkSchema) },
  responses: jsonAnswer(
    emailAnswerSchema,
    'The address in use now. Access tokens fetched from now on contain it.',
  ),
})

const undoEmailRoute = createRoute({
  method: 'post',
  path: `${AUTH_PATH}/undo-email`,
  use: 'by_address',
  summary: 'Restores the former email address with the token mailed to it, and ends every session',
  request: { body: jsonBody(emailLinkSchema) },
  responses: jsonAnswer(emailUndoneSchema, 'A token for choosing a new password'),
})

const readInvitationRoute = createRoute({
  method: 'post',
  path: paths.readInvitation,
  use: 'by_address',
  summary: 'Tells what a mailed link invites to',
  request: { body: jsonBody(invitationLinkSchema) },
  responses: jsonAnswer(invitationViewSchema, 'The invitation. Reading it does not use it up.'),
})

const acceptInvitationRoute = createRoute({
  method: 'post',
  path: paths.acceptInvitation,
  use: 'by_address',
  summary: 'Makes the account of somebody who was invited and has none, and takes them into the shop',
  request: { body: jsonBody(newMemberSchema) },
  responses: jsonAnswer(emailAnswerSchema, 'The address, with which to sign in.'),
})

const account = createRoute({
  method: 'get',
  path: paths.account,
  responses: jsonAnswer(accountSchema, 'How the merchant signs in, and on which devices they are signed in.'),
})

const signOutOne = createRoute({
  method: 'delete',
  path: paths.device,
  use: 'change',
  summary: 'Signs one device out',
  request: { params: z.object({ id: z.string() }) },
  responses: jsonAnswer(signedOutDevicesSchema, 'How many devices were signed out.'),
})

const signOutAll = createRoute({
  method: 'delete',
  path: paths.devices,
  use: 'change',
  summary: 'Signs out on every device, including this one',
  responses: jsonAnswer(signedOutDevicesSchema, 'How many devices were signed out.'),
})

export function createAccountRoutes(kernel: Kernel, auth: Auth) {
  return createApi()
    .openapi(sendWelcomeRoute, async (c) => {
      const sent = await sendWelcomeMail(kernel, atHome(c), c.req.valid('json'))
      return c.json(sent, 200)
    })
    .openapi(keepRoute, async (c) => {
      await assertWithinLimit(kernel, auth, { c, path: '/keep-account' })
      return c.json(await keepAccount(kernel, auth, atHome(c), c.req.valid('json')), 200)
    })
    .openapi(confirmationRoute, async (c) => {
      await assertWithinLimit(kernel, auth, { c, path: '/confirmation' })
      return c.json(await resendConfirmation(kernel, atHome(c)), 200)
    })
    .openapi(changeEmailRoute, async (c) => {
      await assertWithinLimit(kernel, auth, { c, path: '/change-email' })
      const input = { caller: atHome(c), origin: callOrigin(kernel.config, c), ...c.req.valid('json') }
      return c.json(await requestEmailChange(kernel, auth, input), 200)
    })
    .openapi(confirmEmailRoute, async (c) => {
      const input = { caller: atHome(c), origin: callOrigin(kernel.config, c), ...c.req.valid('json') }
      return c.json(await confirmEmailChange(kernel, input), 200)
    })
    .openapi(account, async (c) => c.json(await getAccount(kernel, auth, atHome(c)), 200))
    .openapi(signOutOne, async (c) =>
      c.json(await endSession(kernel, atHome(c), c.req.valid('param').id), 200),
    )
    .openapi(signOutAll, async (c) => c.json(await endAllSessions(kernel, atHome(c)), 200))
}
