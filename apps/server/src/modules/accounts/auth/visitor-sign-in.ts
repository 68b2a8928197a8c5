import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { newVisitorEmail } from '../../../visitor-email.ts'

export const VISITOR_PATH = '/sign-in/demo'

/**
 * One call makes an account for the demo and signs in to it; who is signed in already stays so. `begin` may refuse it.
 * `prepare` runs before the session exists: what fails there leaves an account that nobody can use, and that goes with
 * the next clean-up.
 */
export function visitorSignIn({
  begin,
  prepare,
}: {
  begin: (start: { email: string; headers: Headers | undefined }) => Promise<void>
  prepare: (user: { id: string; email: string }) => Promise<void>
}) {
  return {
    id: 'visitor-sign-in',
    endpoints: {
      signInVisitor: createAuthEndpoint(VISITOR_PATH, { method: 'POST' }, async (ctx) => {
        const open = await getSessionFromCtx(ctx)
        if (open) return ctx.json({ user: open.user })

        const email = newVisitorEmail()
        await begin({ email, headers: ctx.headers })
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.createUser(
          { email, name: 'Demo visitor', emailVerified: false },
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
