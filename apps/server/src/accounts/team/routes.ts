import { teamApi } from '@stockcast/contract'
import { callOrigin } from '../../kernel/audit/record-audit.ts'
import { signedIn } from '../../kernel/http/context.ts'
import { createVerbApi } from '../../kernel/http/verb-api.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { assertWithinLimit } from '../auth/assert-within-limit.ts'
import type { Auth } from '../auth/auth.ts'
import { acceptSignedIn } from './accept.ts'
import { handOver } from './hand-over.ts'
import { invite, resendInvitation, revokeInvitation } from './invite.ts'
import { openShop } from './open-shop.ts'
import { changeRole, getTeam, removeMember, signOutPerson } from './people.ts'

export function createTeamRoutes(kernel: Kernel, auth: Auth) {
  return createVerbApi(kernel)
    .run(teamApi.get, (context) => getTeam(context, context.caller))
    .run(teamApi.invite, invite)
    .run(teamApi.resendInvitation, resendInvitation)
    .run(teamApi.revokeInvitation, revokeInvitation)
    .run(teamApi.changeRole, changeRole)
    .run(teamApi.signOutMember, signOutPerson)
    .run(teamApi.removeMember, removeMember)
    .serve(teamApi.handOver, async ({ c, body }) => {
      await handOver(kernel, auth, { caller: signedIn(c), origin: callOrigin(kernel.config, c), ...body })
      return { done: true as const }
    })
    .serve(teamApi.join, async ({ c, body }) => {
      await assertWithinLimit(kernel, auth, { c, path: '/invitation' })
      return acceptSignedIn(kernel, signedIn(c), { ...body, origin: callOrigin(kernel.config, c) })
    })
    .serve(teamApi.openShop, ({ c, body }) => openShop(kernel, signedIn(c), body))
}
