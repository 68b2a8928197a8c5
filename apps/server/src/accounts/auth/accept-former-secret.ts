import { createHmac } from 'node:crypto'
import { DAY_SECONDS } from '@stockcast/contract'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Config } from '../../kernel/config/config.ts'
import { isSameSecret } from '../../kernel/secrets/is-same-secret.ts'
import { cookiePrefix } from './auth.ts'

const COOKIE_SECONDS = 7 * DAY_SECONDS

interface Accepted {
  request: Request
  /** Adds the re-signed session cookie to the answer, unless the answer sets it already. */
  answered(answer: Response): Response
}

/**
 * Re-signs cookies and address-confirmation links that were signed with a former secret, because the auth
 * library verifies them with the current one only. A change of the secret therefore signs nobody out.
 */
export async function acceptFormerSecret(
  { secrets, publicUrl }: Pick<Config, 'secrets' | 'publicUrl'>,
  request: Request,
): Promise<Accepted> {
  const [current, ...former] = secrets
  if (former.length === 0) return { request, answered: (answer) => answer }
  const prefix = cookiePrefix(publicUrl)
  const { header, renewed } = renewCookies(request.headers.get('cookie'), { current, former, prefix })
  const url = await renewLink(new URL(request.url), { current, former })
  const headers = new Headers(request.headers)
  if (header !== null) headers.set('cookie', header)
  const session = `${prefix}.session_token`
  const value = renewed.get(session)
  return {
    request: new Request(new Request(url, request), { headers }),
    answered: (answer) => {
      const isSet = answer.headers.getSetCookie().some((cookie) => cookie.startsWith(`${session}=`))
      if (value === undefined || isSet) return answer
      const kept = new Response(answer.body, answer)
      kept.headers.append('set-cookie', `${session}=${value}; ${attributesFor(publicUrl)}`)
      return kept
    },
  }
}

/** Returns the attributes that the auth library gives its own cookies. */
function attributesFor(publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `Max-Age=${COOKIE_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

interface Keys {
  current: string
  former: readonly string[]
}

function renewCookies(
  header: string | null,
  { current, former, prefix }: Keys & { prefix: string },
): { header: string | null; renewed: Map<string, string> } {
  const renewed = new Map<string, string>()
  const pairs = (header ?? '').split(/;\s*/).map((pair) => {
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    const signed = name.startsWith(`${prefix}.`) ? readSigned(value, former) : null
    if (signed === null) return pair
    renewed.set(name, encodeURIComponent(`${signed}.${getSignature(current, signed)}`))
    return `${name}=${renewed.get(name)}`
  })
  return { header: header === null ? null : pairs.join('; '), renewed }
}

/** Returns the value of a cookie `<value>.<signature>`; null when none of the secrets signed it. */
function readSigned(cookie: string, secrets: readonly string[]): string | null {
  const text = decoded(cookie)
  const at = text.lastIndexOf('.')
  if (at < 1) return null
  const [value, given] = [text.slice(0, at), text.slice(at + 1)]
  const isOurs = secrets.some((secret) => isSameSecret(given, getSignature(secret, value)))
  return isOurs ? value : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function getSignature(secret: string, value: string): string {
  return createHmac('sha256', secret).update(value).digest('base64')
}

async function renewLink(url: URL, { current, former }: Keys): Promise<URL> {
  const token = url.searchParams.get('token')
  if (!url.pathname.endsWith('/verify-email') || token === null) return url
  for (const secret of former) {
    const payload = await readLink(token, secret)
    if (payload === null) continue
    const signed = new SignJWT(payload).setProtectedHeader({ alg: 'HS256' })
    url.searchParams.set('token', await signed.sign(toKey(current)))
    return url
  }
  return url
}

async function readLink(token: string, secret: string): Promise<JWTPayload | null> {
  const read = await jwtVerify(token, toKey(secret), { algorithms: ['HS256'] }).catch(() => null)
  return read?.payload ?? null
}

function toKey(secret: string): Uint8Array {
  return new TextEncoder().encode(secret)
}
