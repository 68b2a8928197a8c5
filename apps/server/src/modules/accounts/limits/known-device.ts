import { randomUUID } from 'node:crypto'
import type { getSessionFromCtx } from 'better-auth/api'
import type { Kernel } from '../../../kernel.ts'
import { keyedHash } from '../../../secrets/keyed-hash.ts'

const NAME = 'known_device'
const LIFE_SECONDS = 180 * 86_400

type Call = Parameters<typeof getSessionFromCtx>[0]
type HashKernel = Pick<Kernel, 'config' | 'db'>

const cookieOf = (ctx: Call) => ctx.context.createAuthCookie(NAME, { maxAge: LIFE_SECONDS })
const hashOf = ({ config, db }: HashKernel, email: string) =>
  keyedHash(db.directory, config.secrets, { purpose: 'known-device', name: email.trim().toLowerCase() })

/**
 * The number of this browser, when the account was signed in to here before; null otherwise. Its tries are counted apart,
 * so that guesses from elsewhere lock nobody out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 */
export async function knownDevice(kernel: HashKernel, ctx: Call, email: string): Promise<string | null> {
  const value = await ctx.getSignedCookie(cookieOf(ctx).name, ctx.context.secret)
  const [owner, device] = (value || '').split('!')
  return device && owner === (await hashOf(kernel, email)) ? device : null
}

/** Remembers in the browser that this account was signed in to here. */
export async function rememberDevice(kernel: HashKernel, ctx: Call, email: string): Promise<void> {
  if ((await knownDevice(kernel, ctx, email)) !== null) return
  const { name, attributes } = cookieOf(ctx)
  const value = `${await hashOf(kernel, email)}!${randomUUID()}`
  await ctx.setSignedCookie(name, value, ctx.context.secret, attributes)
}
