import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@stockcast/contract'

/**
 * The library's failures in our sentences. The sign-up screen looks for `already registered` (checklist
 *
 */
const messages: Record<string, string> = {
  USER_ALREADY_EXISTS: 'This email is already registered.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'This email is already registered.',
  FAILED_TO_CREATE_USER: 'The account could not be created. Please try again.',
  INVALID_EMAIL_OR_PASSWORD: 'Invalid email or password.',
  INVALID_EMAIL: 'Please enter a valid email address.',
  PASSWORD_TOO_SHORT: `Password must be at least ${PASSWORD_MIN_LENGTH} characters long.`,
  PASSWORD_TOO_LONG: `Password must be at most ${PASSWORD_MAX_LENGTH} characters long.`,
  INVALID_TOKEN: 'This link is no longer valid. Please ask for a new one.',
  TOKEN_EXPIRED: 'This link is no longer valid. Please ask for a new one.',
  INVALID_PASSWORD: 'This is not your current password.',
  INVALID_CODE: 'This code is not correct. Enter the one that your app shows now.',
  CODE_USED: 'This code was used before. Sign in again with the next code that your app shows.',
  INVALID_BACKUP_CODE: 'This backup code is not correct, or was used before.',
  INVALID_TWO_FACTOR_COOKIE: 'The time for the second step is over. Please sign in again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Please sign in again.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes. Please try again in 15 minutes.',
  TOTP_ALREADY_ENABLED: 'Two-step sign-in is already on.',
  TOTP_NOT_ENABLED: 'Two-step sign-in is not on.',
  TWO_FACTOR_NOT_ENABLED: 'Two-step sign-in is not on.',
}

/** Gives every failure a code and a sentence; any other answer stays as it is. */
export async function authAnswer(answer: Response): Promise<Response> {
  if (answer.status < 400) return answer
  const body = await readJson(answer)
  const code = typeof body.code === 'string' ? body.code : fallbackCode(answer.status)
  const ownMessage = typeof body.message === 'string' ? body.message : undefined
  const message = messages[code] ?? ownMessage ?? 'Something went wrong on our side. Please try again.'
  const replaced = withBody(answer, { code, message })
  const wait = answer.headers.get('x-retry-after')
  if (wait !== null) replaced.headers.set('retry-after', wait)
  return replaced
}

/**
 * Removes the session token from an answer. It belongs in the httpOnly cookie alone, where scripts cannot
 * read it.
 */
export async function withoutSessionToken(answer: Response): Promise<Response> {
  if (!answer.ok) return answer
  const { user, twoFactorRedirect } = await readJson(answer)
  // There is no session yet, because a code of the second step comes first.
  return withBody(answer, twoFactorRedirect === true ? { twoFactorRedirect } : { user })
}

async function readJson(answer: Response): Promise<Record<string, unknown>> {
  const body: unknown = await answer.json().catch(() => null)
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

function withBody(answer: Response, body: unknown): Response {
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  headers.set('content-type', 'application/json')
  return new Response(JSON.stringify(body), { status: answer.status, headers })
}

function fallbackCode(status: number): string {
  if (status === 429) return 'TOO_MANY_REQUESTS'
  if (status === 401) return 'UNAUTHORIZED'
  return status >= 500 ? 'INTERNAL' : 'BAD_REQUEST'
}
