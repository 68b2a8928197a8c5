import { PASSWORD_MIN_LENGTH } from '@stockcast/contract'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { z } from 'zod'
import { reasonText, unstorable } from '../../kernel/http/unstorable.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { findShopFacts } from '../../kernel/shop-facts/queries.ts'
import { assertNamed } from '../deletion/erase-account.ts'
import { beforeTry } from '../limits/count-tries.ts'
import { findMerchantOfUser } from '../queries.ts'
import { passwordFault } from './common-passwords.ts'
import { assertOwnBrowser } from './confirm-address.ts'
import { claimCode, forgetTrustedDevices } from './session-queries.ts'

const deletionSchema = z.object({ password: z.string().min(1), confirmation: z.string() })

/** Calls of a merchant who no longer trusts a device. The library itself forgets only the device in use. */
const forgetting = new Set(['/change-password', '/two-factor/disable'])

const bodySchema = z
  .object({ email: z.string(), password: z.string(), newPassword: z.string(), token: z.string() })
  .partial()
  .catch({})

type Call = Parameters<typeof getSessionFromCtx>[0] & { path?: string }

/** The calls of the auth library that set a new password, with the field of the body that has it. */
const fieldOf: Readonly<Record<string, 'password' | 'newPassword'>> = {
  '/sign-up/email': 'password',
  '/reset-password': 'newPassword',
  '/change-password': 'newPassword',
}

interface BeginningCall {
  path?: string
  body?: { code?: unknown }
}

/** Returns the hooks where our rules are stricter than the auth library's own. */
export function authHooks(kernel: Pick<Kernel, 'clock' | 'config' | 'db' | 'log'>) {
  return {
    before: createAuthMiddleware(async (ctx) => {
      assertStorable([ctx.body, ctx.query])
      await assertNewPassword(kernel, ctx)
      await beforeTry(kernel, ctx)
      if (ctx.path === '/verify-email') await assertOwnBrowser(kernel, ctx)
      if (ctx.path === '/change-password') {
        return { context: { body: { ...ctx.body, revokeOtherSessions: true } } }
      }
      if (ctx.path === '/delete-user') {
        const { password, confirmation } = readDeletion(ctx.body)
        const session = await getSessionFromCtx(ctx)
        if (session) await assertNamed(kernel, { userId: session.user.id, confirmation })
        return { context: { body: { password } } }
      }
      return undefined
    }),
    after: createAuthMiddleware(async (ctx) => {
      const user = ctx.context.newSession?.user
      if (forgetting.has(ctx.path) && user) await forgetTrustedDevices(kernel.db.directory, user.id)
    }),
  }
}

/** Refuses text that the database cannot store; the library would pass it on. */
function assertStorable(input: unknown): void {
  const found = unstorable(input)
  if (found === null) return
  throw new APIError('BAD_REQUEST', {
    code: 'INVALID_INPUT',
    message: `Something here ${reasonText(found)}.`,
  })
}

/**
 * Reads the request to delete an account. Without a password the library would let a fresh session delete it.
 */
function readDeletion(body: unknown): z.infer<typeof deletionSchema> {
  const parsed = deletionSchema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new APIError('BAD_REQUEST', {
    code: 'INVALID_DELETION',
    message: 'Enter your password and the name to confirm.',
  })
}

/** Refuses a password that is easy to guess before the auth library accepts it. */
async function assertNewPassword({ db }: Pick<Kernel, 'db'>, ctx: Call): Promise<void> {
  const field = fieldOf[ctx.path ?? '']
  if (field === undefined) return
  const body = bodySchema.parse(ctx.body)
  const password = body[field]
  // The library reports a password that is too short.
  if (password === undefined || password.length < PASSWORD_MIN_LENGTH) return
  const userId = await getOwner(ctx, body.token)
  const merchantId = userId && (await findMerchantOfUser(db.directory, userId))
  const shop = merchantId ? await db.withTenant(merchantId, (tx) => findShopFacts(tx, merchantId)) : undefined
  const names = [shop?.shopName ?? '', shop?.shopDomain ?? '']
  const message = await passwordFault(password, body.email ?? shop?.email, names)
  if (message !== null) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_COMMON', message })
}

/** Returns the user whose password is changed, as the session or the mailed link says; undefined at sign-up. */
async function getOwner(ctx: Call, token: string | undefined): Promise<string | undefined> {
  if (ctx.path === '/change-password') return (await getSessionFromCtx(ctx))?.user.id
  if (ctx.path !== '/reset-password' || token === undefined) return undefined
  return (await ctx.context.internalAdapter.findVerificationValue(`reset-password:${token}`))?.value
}

/** Refuses a code of the authenticator app that was used before. Runs before any session begins. */
export async function assertSecondStep(
  { db }: Pick<Kernel, 'db'>,
  { userId }: { userId: string },
  call: BeginningCall | null,
): Promise<void> {
  if (call?.path === '/two-factor/verify-totp') await takeCode(db, userId, String(call.body?.code))
}

/** Claims a code, so that a code that somebody else has seen cannot be used again (RFC 6238 §5.2). */
async function takeCode({ directory }: Kernel['db'], userId: string, code: string): Promise<void> {
  if (await claimCode(directory, { userId, code })) return
  throw new APIError('UNAUTHORIZED', { code: 'CODE_USED', message: 'This code was used before.' })
}
