import { authText } from '../../kernel/texts/auth-texts.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'

/** Gives every failure a code, which `onFailure` gets, and a sentence; any other answer stays as it is. */
export async function authAnswer(answer: Response, onFailure: (code: string) => void): Promise<Response> {
  if (answer.status < 400) return answer
  const body = await readJson(answer)
  const code = typeof body.code === 'string' ? body.code : fallbackCode(answer.status)
  onFailure(code)
  const ownMessage = typeof body.message === 'string' ? body.message : undefined
  const message = authText(code) ?? ownMessage ?? refusalTexts.ourFault
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
