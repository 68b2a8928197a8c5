import { teamApi } from '@stockcast/contract'
import type { Context as Caller } from 'hono'
import { callOrigin } from '../../kernel/audit/index.ts'
import { createApi } from '../../kernel/http/api.ts'
import { type AppEnv, signedIn } from '../../kernel/http/context.ts'
import { createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { assertWithinLimit } from '../auth/assert-within-limit.ts'
import type { Auth } from '../auth/auth.ts'
import { acceptSignedIn } from './accept.ts'
import { handOver } from './hand-over.ts'
import { invite, resendInvitation, revokeInvitation } from './invite.ts'
import { openShop } from './open-shop.ts'
import { changeRole, getTeam, removeMember, signOutPerson } from './people.ts'

export function createTeamRoutes(kernel: Kernel, auth: Auth) {
  const run = createVerbRunner(kernel)
  const getCall = (c: Caller<AppEnv>) => ({ caller: signedIn(c), origin: callOrigin(kernel.config, c) })
  return createApi()
    .serve(teamApi.get, ({ c }) => run(c, (context) => getTeam(context, signedIn(c))))
    .serve(teamApi.invite, ({ c, body }) =>
      run(c, async (context) => {
        await invite(context, { ...body, origin: callOrigin(kernel.config, c) })
        return getTeam(context, signedIn(c))
      }),
    )
    .serve(teamApi.resendInvitation, ({ c, params }) =>
      run(c, async (context) => {
        await resendInvitation(context, params)
        return getTeam(context, signedIn(c))
      }),
    )
    .serve(teamApi.revokeInvitation, ({ c, params }) =>
      run(c, async (context) => {
        await revokeInvitation(context, params)
        return getTeam(context, signedIn(c))
      }),
    )
    .serve(teamApi.changeRole, ({ c, params, body }) =>
      run(c, async (context) => {
        await changeRole(context, { ...params, ...body, origin: callOrigin(kernel.config, c) })
        return getTeam(context, signedIn(c))
      }),
    )
    .serve(teamApi.signOutMember, ({ c, params }) =>
      run(c, async (context) => {
        await signOutPerson(context, { ...params, origin: callOrigin(kernel.config, c) })
        return getTeam(context, signedIn(c))
      }),
    )
    .serve(teamApi.removeMember, async ({ c, params }) => {
      await run(c, (context) => removeMember(context, { ...getCall(c), ...params }))
      return { done: true as const }
    })
    .serve(teamApi.handOver, async ({ c, body }) => {
      await handOver(kernel, auth, { ...getCall(c), ...body })
      return { done: true as const }
    })
    .serve(teamApi.join, async ({ c, body }) => {
      await assertWithinLimit(kernel, auth, { c, path: '/invitation' })
      return acceptSignedIn(kernel, signedIn(c), { ...body, origin: callOrigin(kernel.config, c) })
    })
    .serve(teamApi.openShop, ({ c, body }) => openShop(kernel, signedIn(c), body))
}
