import { setTimeout as sleep } from 'node:timers/promises'
import { AUTH_PATH, accountApi, teamApi } from '@stockcast/contract'
import type { Context } from 'hono'
import { callOrigin } from '../kernel/audit/record-audit.ts'
import { isDatabaseUnavailable, noteUnavailable } from '../kernel/database/unavailable.ts'
import { type Api, createApi, jsonAnswer, jsonBody } from '../kernel/http/api.ts'
import { assertParsable } from '../kernel/http/assert-parsable.ts'
import { type AppEnv, atHome } from '../kernel/http/context.ts'
import { databaseUnavailable } from '../kernel/http/error-response.ts'
import { limitBody } from '../kernel/http/limit-body.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { endAllSessions, endSession, getAccount } from './account/get-account.ts'
import { keepAccount } from './account/keep-account.ts'
import { acceptFormerSecret } from './auth/accept-former-secret.ts'
import { assertWithinLimit } from './auth/assert-within-limit.ts'
import type { Auth } from './auth/auth.ts'
import { authAnswer, withoutSessionToken } from './auth/auth-answer.ts'
import { type AuthCall, authCalls, authFailureSchema } from './auth/auth-calls.ts'
import { resendConfirmation } from './auth/confirm-address.ts'
import { sendWelcomeMail } from './auth/send-welcome-mail.ts'
import { confirmEmailChange, undoEmailChange } from './email-change/confirm-email-change.ts'
import { requestEmailChange } from './email-change/request-email-change.ts'
import { withOwnAddress } from './limits/rate-limits.ts'
import { acceptAsNew, readInvitation } from './team/accept.ts'

/** The caller is unknown here. An address, a password and a name are all that is sent. */
const MAX_BODY_BYTES = 4000

export function createAuthRoutes(kernel: Kernel, auth: Auth): Api {
  const routes = createApi()
  routes.use(`${AUTH_PATH}/*`, limitBody(MAX_BODY_BYTES, assertParsable))
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
    routes.openAPIRegistry.registerPath(getDescription(call, path))
    routes.on(call.method, path, async (c) => {
      const start = performance.now()
      const answered = await answer(c)
      if (call.onBeat === answered.status && kernel.config.mail.mode === 'live') await nextBeat(start)
      if (call.endsSession && (answered.ok || answered.status === 401)) return forgetting(answered)
      return call.beginsSession ? withoutSessionToken(answered) : answered
    })
  }
  routes.serve(teamApi.readInvitation, async ({ c, body }) => {
    await assertWithinLimit(kernel, auth, { c, path: '/invitation' })
    return readInvitation(kernel, body.token)
  })
  routes.serve(teamApi.acceptInvitation, async ({ c, body }) => {
    await assertWithinLimit(kernel, auth, { c, path: '/invitation' })
    return acceptAsNew(kernel, auth, { origin: callOrigin(kernel.config, c), ...body })
  })
  return routes.serve(accountApi.undoEmail, async ({ c, body }) => {
    await assertWithinLimit(kernel, auth, { c, path: '/undo-email' })
    return undoEmailChange(kernel, { origin: callOrigin(kernel.config, c), ...body })
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

function getDescription({ method, summary, query, body, answer }: AuthCall, path: string) {
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

export function createAccountRoutes(kernel: Kernel, auth: Auth) {
  const getCall = (c: Context<AppEnv>) => ({ caller: atHome(c), origin: callOrigin(kernel.config, c) })
  return createApi()
    .serve(accountApi.sendWelcome, ({ c, body }) => sendWelcomeMail(kernel, atHome(c), body))
    .serve(accountApi.keep, async ({ c, body }) => {
      await assertWithinLimit(kernel, auth, { c, path: '/keep-account' })
      return keepAccount(kernel, auth, atHome(c), body)
    })
    .serve(accountApi.sendConfirmation, async ({ c }) => {
      await assertWithinLimit(kernel, auth, { c, path: '/confirmation' })
      return resendConfirmation(kernel, atHome(c))
    })
    .serve(accountApi.changeEmail, async ({ c, body }) => {
      await assertWithinLimit(kernel, auth, { c, path: '/change-email' })
      return requestEmailChange(kernel, auth, { ...getCall(c), ...body })
    })
    .serve(accountApi.confirmEmail, ({ c, body }) => confirmEmailChange(kernel, { ...getCall(c), ...body }))
    .serve(accountApi.get, ({ c }) => getAccount(kernel, auth, atHome(c)))
    .serve(accountApi.signOutDevice, ({ c, params: { id } }) => endSession(kernel, atHome(c), id))
    .serve(accountApi.signOutDevices, ({ c }) => endAllSessions(kernel, atHome(c)))
}
