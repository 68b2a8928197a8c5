import type { AuditEvent } from '@stockcast/contract'
import { createAuthMiddleware, type getSessionFromCtx, isAPIError } from 'better-auth/api'
import { type Origin, recordAudit } from '../../kernel/audit/record-audit.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { afterTry } from '../limits/count-tries.ts'
import { ADDRESS_HEADER } from '../limits/rate-limits.ts'
import { findMerchantOfUser } from '../queries.ts'

type Call = Parameters<typeof getSessionFromCtx>[0] & { path?: string }
type AuditKernel = Pick<Kernel, 'clock' | 'config' | 'db' | 'log'>

const done: Readonly<Record<string, AuditEvent>> = {
  '/sign-up/email': 'signed_up',
  '/sign-in/email': 'signed_in',
  '/change-password': 'password_changed',
  '/two-factor/disable': 'two_factor_off',
  '/two-factor/generate-backup-codes': 'backup_codes_made',
}

const codePaths = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code'])

/**
 * Returns a plugin that must be the last in the list, so that it knows whether the second step accepted a
 * sign-in.
 */
export function lastHooks(kernel: AuditKernel) {
  const handler = createAuthMiddleware(async (ctx) => {
    await afterTry(kernel, ctx, ctx.context.returned)
    const happened = await getEvent(ctx, ctx.context.returned)
    if (happened) await auditUser(kernel, { ...happened, origin: getOrigin(ctx.headers) })
  })
  return { id: 'audit', hooks: { after: [{ matcher: () => true, handler }] } }
}

/** Records what a user did in the audit log. A failure is logged and does not fail the call. */
export async function auditUser(
  kernel: AuditKernel,
  happened: { userId: string; event: AuditEvent; origin: Origin; detail?: string },
): Promise<void> {
  const { userId } = happened
  try {
    const merchantId = await findMerchantOfUser(kernel.db.directory, userId)
    if (merchantId === undefined) return
    await kernel.db.withTenant(merchantId, (tx) =>
      recordAudit(tx, { ...happened, merchantId, at: kernel.clock.now() }),
    )
  } catch (error) {
    kernel.log.error({ err: error, event: happened.event }, 'could not write the audit log')
  }
}

export function getOrigin(headers: Headers | undefined): Origin {
  return { address: headers?.get(ADDRESS_HEADER) ?? null, userAgent: headers?.get('user-agent') ?? null }
}

async function getEvent(ctx: Call, returned: unknown): Promise<{ userId: string; event: AuditEvent } | null> {
  const path = ctx.path ?? ''
  if (isAPIError(returned)) return getFailure(ctx, returned.body?.code)
  const { newSession, session } = ctx.context
  const userId = newSession?.user.id ?? session?.user.id
  if (userId === undefined) return null
  if (codePaths.has(path)) return { userId, event: session ? 'two_factor_on' : 'signed_in' }
  // Without a new session the second step has not been passed yet.
  if (path === '/sign-in/email' && !newSession) return null
  const event = done[path]
  return event === undefined ? null : { userId, event }
}

async function getFailure(ctx: Call, code: unknown): Promise<{ userId: string; event: AuditEvent } | null> {
  const path = ctx.path ?? ''
  if (path === '/sign-in/email' && code === 'INVALID_EMAIL_OR_PASSWORD') {
    const found = await ctx.context.internalAdapter.findUserByEmail(String(ctx.body?.email))
    return found && { userId: found.user.id, event: 'sign_in_failed' }
  }
  if (codePaths.has(path) && !ctx.context.session) {
    const userId = await awaitingCode(ctx)
    return userId === null ? null : { userId, event: 'code_refused' }
  }
  const userId = ctx.context.session?.user.id
  return code === 'INVALID_PASSWORD' && userId !== undefined ? { userId, event: 'password_refused' } : null
}

/** Returns the user who has given the password in this browser and must pass the second step. */
async function awaitingCode(ctx: Call): Promise<string | null> {
  const { name } = ctx.context.createAuthCookie('two_factor')
  const identifier = await ctx.getSignedCookie(name, ctx.context.secret)
  if (!identifier) return null
  return (await ctx.context.internalAdapter.findVerificationValue(identifier))?.value ?? null
}
