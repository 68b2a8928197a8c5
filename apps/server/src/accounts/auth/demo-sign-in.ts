import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { noteDemoUser } from '../../kernel/database/request-scope.ts'
import { newDemoUserEmail } from '../../kernel/demo-user-email.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { take } from '../../kernel/limits/queries.ts'
import type { DemoQuota } from '../../kernel/limits/rules.ts'
import { keyedHash } from '../../kernel/secrets/keyed-hash.ts'
import { beginDemoStart, deleteDemoStart } from './demo-queries.ts'

export const DEMO_USER_PATH = '/sign-in/demo'

const refusals = {
  all: 'All demos are in use right now. Please try again in a few minutes, or sign up: the trial is free.',
  caller:
    'Many demos were begun from your network. Please try again in an hour, or sign up: the trial is free.',
}

/**
 * Adds a call that creates a demo account and signs in to it. A caller who is signed in already stays so.
 * `begin` may refuse the demo. `prepare` runs before the session exists; if it fails, the account that is
 * left has no session and the next clean-up removes it.
 */
export function demoUserSignIn({
  begin,
  prepare,
}: {
  begin: (start: { email: string; headers: Headers | undefined }) => Promise<void>
  prepare: (user: { id: string; email: string }) => Promise<void>
}) {
  return {
    id: 'demo-sign-in',
    endpoints: {
      signInDemoUser: createAuthEndpoint(DEMO_USER_PATH, { method: 'POST' }, async (ctx) => {
        const open = await getSessionFromCtx(ctx)
        if (open) return ctx.json({ user: open.user })

        noteDemoUser()
        const email = newDemoUserEmail()
        await begin({ email, headers: ctx.headers })
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.createUser(
          { email, name: 'Demo user', emailVerified: false },
          { method: 'demo' },
        )
        await prepare(user)
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ user })
      }),
    },
  } satisfies BetterAuthPlugin
}

/**
 * Records that a demo begins. Refuses it where demos are switched off, storage is low, or too many were
 * begun.
 */
export async function beginDemo(
  kernel: Pick<Kernel, 'clock' | 'config' | 'db' | 'disk'>,
  { email, address, quota }: { email: string; address: string; quota: DemoQuota },
): Promise<void> {
  if (!kernel.config.hasDemo) {
    throw new APIError('FORBIDDEN', {
      code: 'DEMO_OFF',
      message: 'The demo is switched off on this server. Sign up to try Stockcast: the trial is free.',
    })
  }
  await kernel.disk.assertRoom().catch((error) => {
    if (!(error instanceof AppError)) throw error
    throw new APIError('SERVICE_UNAVAILABLE', { code: 'STORAGE_LOW', message: error.message })
  })
  const { directory } = kernel.db
  if (!(await beginDemoStart(directory, { email, live: quota.live }))) throw tooMany('all')
  const key = await keyedHash(directory, kernel.config.secrets, { purpose: 'demo-caller', name: address })
  const { isTaken } = await take(directory, { key, rule: quota.perAddress, at: kernel.clock.now() })
  if (isTaken) return
  await deleteDemoStart(directory, email)
  throw tooMany('caller')
}

function tooMany(whose: keyof typeof refusals): APIError {
  return new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_DEMOS', message: refusals[whose] })
}
