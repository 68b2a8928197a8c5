import { randomUUID } from 'node:crypto'
import { DAY_SECONDS } from '@stockcast/contract'
import { APIError, getSessionFromCtx, isAPIError } from 'better-auth/api'
import type { Kernel } from '../../../kernel.ts'
import { keyedHash } from '../../../secrets/keyed-hash.ts'
import { type CountedTry, countTry, forgetTry, refusals, type Tried, WAIT_SECONDS } from './limit-tries.ts'

type Call = Parameters<typeof getSessionFromCtx>[0] & { path?: string }

/** Calls of a signed-in merchant that ask for the password. */
const askPassword = new Set([
  '/change-password',
  '/delete-user',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
])

/** Tries whose answer is not known yet. A call that ends without an answer stays counted. */
const open = new WeakMap<object, CountedTry>()

const DEVICE_COOKIE = 'known_device'
const DEVICE_COOKIE_SECONDS = 180 * DAY_SECONDS

type HashKernel = Pick<Kernel, 'config' | 'db'>

const cookieOf = (ctx: Call) => ctx.context.createAuthCookie(DEVICE_COOKIE, { maxAge: DEVICE_COOKIE_SECONDS })
const hashOf = ({ config, db }: HashKernel, email: string) =>
  keyedHash(db.directory, config.secrets, { purpose: 'known-device', name: email.trim().toLowerCase() })

/** Counts a try before the auth library checks it. */
export async function beforeTry(kernel: Pick<Kernel, 'clock' | 'config' | 'db'>, ctx: Call): Promise<void> {
  const tried = await triedBy(kernel, ctx)
  if (tried === null) return
  const counted = await countTry(kernel, tried)
  if (counted === null) throw tooMany(tried)
  if (tried.kind !== 'reset' && ctx.request) open.set(ctx.request, counted)
}

/** Uncounts the try when the password was right, and remembers the browser of a sign-in. */
export async function afterTry(
  kernel: Pick<Kernel, 'config' | 'db'>,
  ctx: Call,
  returned: unknown,
): Promise<void> {
  const signedIn = ctx.context.newSession?.user
  if (signedIn) await rememberDevice(kernel, ctx, signedIn.email)
  const counted = ctx.request && open.get(ctx.request)
  if (counted && !isAPIError(returned)) await forgetTry(kernel, counted)
}

async function triedBy(kernel: Pick<Kernel, 'config' | 'db'>, ctx: Call): Promise<Tried | null> {
  const path = ctx.path ?? ''
  const email = typeof ctx.body?.email === 'string' ? ctx.body.email : ''
  if (path === '/sign-in/email') {
    return { kind: 'sign-in', email, device: await knownDevice(kernel, ctx, email) }
  }
  if (path === '/request-password-reset') return { kind: 'reset', email }
  if (!askPassword.has(path)) return null
  const session = await getSessionFromCtx(ctx)
  return session && { kind: 'password', sessionId: session.session.id }
}

function tooMany({ kind }: Tried): APIError {
  return new APIError(
    'TOO_MANY_REQUESTS',
    { code: 'TOO_MANY_TRIES', message: refusals[kind] },
    { 'x-retry-after': String(WAIT_SECONDS) },
  )
}

/**
 * Returns the id of this browser when the account was signed in to here before; null otherwise. Tries in a
 * known browser are counted separately, so that guesses from elsewhere do not lock the owner out (OWASP,
 * "Slow Down Online Guessing Attacks with Device Cookies").
 */
async function knownDevice(kernel: HashKernel, ctx: Call, email: string): Promise<string | null> {
  const value = await ctx.getSignedCookie(cookieOf(ctx).name, ctx.context.secret)
  const [owner, device] = (value || '').split('!')
  return device && owner === (await hashOf(kernel, email)) ? device : null
}

/** Sets a cookie that remembers that this account was signed in to here. */
async function rememberDevice(kernel: HashKernel, ctx: Call, email: string): Promise<void> {
  if ((await knownDevice(kernel, ctx, email)) !== null) return
  const { name, attributes } = cookieOf(ctx)
  const value = `${await hashOf(kernel, email)}!${randomUUID()}`
  await ctx.setSignedCookie(name, value, ctx.context.secret, attributes)
}
