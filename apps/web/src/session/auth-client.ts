import { z } from 'zod'
import { dropAccessToken, renewAccessToken } from './access-token.ts'

const DEADLINE_MS = 20_000

const failureSchema = z.object({ code: z.string().optional(), message: z.string() })

/** What the auth provider itself refused, in its own words. Anything else that goes wrong is another kind of error. */
export class AuthError extends Error {
  override readonly name = 'AuthError'
  readonly code: string | undefined
  readonly status: number

  constructor(failure: { code: string | undefined; message: string; status: number }) {
    super(failure.message)
    this.code = failure.code
    this.status = failure.status
  }
}

export async function signUp({ email, password }: { email: string; password: string }): Promise<void> {
  await send('/sign-up/email', { email, password, name: nameOf(email), callbackURL: '/add-payment' })
  await renewAccessToken()
}

export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  await send('/sign-in/email', credentials)
  await renewAccessToken()
}

/** The token goes even when the server cannot be told; its cookie then ends with the next sign-out or by age. */
export async function signOut(): Promise<void> {
  try {
    await send('/sign-out', {})
  } finally {
    dropAccessToken()
  }
}

export async function requestPasswordReset(email: string): Promise<void> {
  await send('/request-password-reset', { email, redirectTo: `${window.location.origin}/auth/reset` })
}

export async function resetPassword(reset: { newPassword: string; token: string }): Promise<void> {
  await send('/reset-password', reset)
}

/** The part before the @ (checklist A-06). */
export function nameOf(email: string): string {
  return email.split('@')[0] ?? email
}

async function send(path: string, body: unknown): Promise<void> {
  const response = await fetch(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    credentials: 'same-origin',
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(DEADLINE_MS),
  })
  if (response.ok) return
  const failure = failureSchema.safeParse(await response.json().catch(() => null))
  if (!failure.success) throw new Error(`The auth service answered ${response.status}`)
  throw new AuthError({ code: failure.data.code, message: failure.data.message, status: response.status })
}
