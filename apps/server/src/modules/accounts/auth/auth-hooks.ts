import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { z } from 'zod'
import { reasonText, unstorable } from '../../../http/unstorable.ts'
import type { Kernel } from '../../../kernel.ts'
import { assertOwnBrowser } from '../account/confirm-address.ts'
import { assertNamed } from '../deletion/confirm-deletion.ts'
import { beforeTry } from '../limits/count-tries.ts'
import { forgetTrustedDevices } from '../queries.ts'
import { assertNewPassword } from './assert-new-password.ts'

const deletionSchema = z.object({ password: z.string().min(1), confirmation: z.string() })

/** What a merchant does who no longer trusts a device; the library forgets the one in use alone. */
const forgetting = new Set(['/change-password', '/two-factor/disable'])

/** Where our rules are stricter than the auth library's own. */
export function authHooks(kernel: Pick<Kernel, 'clock' | 'config' | 'db' | 'log'>) {
  return {
    before: createAuthMiddleware(async (ctx) => {
      assertStorable([ctx.body, ctx.query])
      await assertNewPassword(ctx)
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

/** The library would pass text on that the database cannot hold. */
function assertStorable(input: unknown): void {
  const found = unstorable(input)
  if (found === null) return
  throw new APIError('BAD_REQUEST', {
    code: 'INVALID_INPUT',
    message: `Something here ${reasonText(found)}.`,
  })
}

/** Without its password the library would let a fresh session delete its account. */
function readDeletion(body: unknown): z.infer<typeof deletionSchema> {
  const parsed = deletionSchema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new APIError('BAD_REQUEST', {
    code: 'INVALID_DELETION',
    message: 'Enter your password and the name to confirm.',
  })
}
