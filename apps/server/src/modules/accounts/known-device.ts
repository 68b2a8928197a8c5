import { randomUUID } from 'node:crypto'
import type { getSessionFromCtx } from 'better-auth/api'
import { keyedHash } from '../../secrets/keyed-hash.ts'

const NAME = 'known_device'
const LIFE_SECONDS = 180 * 86_400

type Call = Parameters<typeof getSessionFromCtx>[0]

const cookieOf = (ctx: Call) => ctx.context.createAuthCookie(NAME, { maxAge: LIFE_SECONDS })
const hashOf = (ctx: Call, email: string) =>
  keyedHash(ctx.context.secret, { purpose: 'known-device', name: email.trim().toLowerCase() })

/**
 * The number of this browser, when the account was signed in to here before; null otherwise. Its tries are counted apart,
 * so that guesses from elsewhere lock nobody out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 */
export async function knownDevice(ctx: Call, email: string): Promise<string | null> {
  const value = await ctx.getSignedCookie(cookieOf(ctx).name, ctx.context.secret)
  const [owner, device] = (value || '').split('!')
  return device && owner === hashOf(ctx, email) ? device : null
}

/** Remembers in the browser that this account was signed in to here. */
export async function rememberDevice(ctx: Call, email: string): Promise<void> {
  if ((await knownDevice(ctx, email)) !== null) return
  const { name, attributes } = cookieOf(ctx)
  await ctx.setSignedCookie(name, `${hashOf(ctx, email)}!${randomUUID()}`, ctx.context.secret, attributes)
}
