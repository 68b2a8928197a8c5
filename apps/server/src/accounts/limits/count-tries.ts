import { randomUUID } from 'node:crypto'
import { DAY_SECONDS, MINUTE_SECONDS } from '@stockcast/contract'
import { APIError, getSessionFromCtx, isAPIError } from 'better-auth/api'
import type { Kernel } from '../../kernel/kernel.ts'
import { forget, giveBack, take } from '../../kernel/limits/queries.ts'
import { rules } from '../../kernel/limits/rules.ts'
import { keyedHash } from '../../kernel/secrets/keyed-hash.ts'

export const WAIT_SECONDS = 15 * MINUTE_SECONDS

/**
 * What is counted: passwords tried for an account by strangers, in a known browser or in a session; and mails
 * requested.
 */
type Tried =
  | { kind: 'sign-in'; email: string; device: string | null }
  | { kind: 'password'; sessionId: string }
  | { kind: 'reset'; email: string }

interface CountedTry {
  key: string
  at: Date
}

type TryKernel = Pick<Kernel, 'clock' | 'config' | 'db'>

/**
 * Counts a try for an account; null when there were too many. The count is in the database, so neither a
 * restart nor a second process resets it.
 */
export async function countTry(kernel: TryKernel, tried: Tried): Promise<CountedTry | null> {
  const key = await toKey(kernel, tried)
  const rule = tried.kind === 'reset' ? rules.reset_mail : rules.wrong_password
  const at = kernel.clock.now()
  const { isTaken } = await take(kernel.db.directory, { key, rule, at })
  return isTaken ? { key, at } : null
}

export const refusals: Readonly<Record<Tried['kind'], string>> = {
  'sign-in':
    'Too many wrong passwords for this account. Try again in 15 minutes, or use a browser where you signed in before.',
  password: 'Too many wrong passwords. Try again in 15 minutes.',
  reset: 'Several mails were sent to this address just now. Use the latest one, or try again in 15 minutes.',
}

/** Uncounts a try whose password was right. */
export function forgetTry(kernel: Pick<Kernel, 'db'>, counted: CountedTry): Promise<void> {
  return giveBack(kernel.db.directory, counted)
}

/** Removes the count of guesses after a reset by mail, so that the owner can sign in at once. */
export async function forgetGuesses(
  kernel: Pick<Kernel, 'config' | 'db'>,
  { email }: { email: string },
): Promise<void> {
  await forget(kernel.db.directory, await toKey(kernel, { kind: 'sign-in', email, device: null }))
}

function toKey({ config, db }: Pick<Kernel, 'config' | 'db'>, tried: Tried): Promise<string> {
  return keyedHash(db.directory, config.secrets, { purpose: 'auth-tries', name: getName(tried) })
}

function getName(tried: Tried): string {
  if (tried.kind === 'password') return `password:${tried.sessionId}`
  const email = tried.email.trim().toLowerCase()
  return tried.kind === 'reset' ? `reset:${email}` : `sign-in:${email}:${tried.device ?? ''}`
}

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

const getCookie = (ctx: Call) =>
  ctx.context.createAuthCookie(DEVICE_COOKIE, { maxAge: DEVICE_COOKIE_SECONDS })
const getHash = ({ config, db }: HashKernel, email: string) =>
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
  const value = await ctx.getSignedCookie(getCookie(ctx).name, ctx.context.secret)
  const [owner, device] = (value || '').split('!')
  return device && owner === (await getHash(kernel, email)) ? device : null
}

/** Sets a cookie that remembers that this account was signed in to here. */
async function rememberDevice(kernel: HashKernel, ctx: Call, email: string): Promise<void> {
  if ((await knownDevice(kernel, ctx, email)) !== null) return
  const { name, attributes } = getCookie(ctx)
  const value = `${await getHash(kernel, email)}!${randomUUID()}`
  await ctx.setSignedCookie(name, value, ctx.context.secret, attributes)
}
