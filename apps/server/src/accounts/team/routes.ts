import {
  changeRoleSchema,
  handOverSchema,
  invitationLinkSchema,
  inviteSchema,
  openedShopSchema,
  openShopSchema,
  paths,
  teamSchema,
} from '@stockcast/contract'
import { z } from 'zod'
import { callOrigin } from '../../kernel/audit/index.ts'
import { createApi, createRoute, jsonAnswer, jsonBody } from '../../kernel/http/api.ts'
import { signedIn } from '../../kernel/http/context.ts'
import { createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { assertWithinLimit } from '../auth/assert-within-limit.ts'
import type { Auth } from '../auth/auth.ts'
import { acceptSignedIn } from './accept.ts'
import { handOver } from './hand-over.ts'
import { invite, resendInvitation, revokeInvitation } from './invite.ts'
import { openShop } from './open-shop.ts'
import { changeRole, getTeam, removeMember } from './people.ts'

const team = jsonAnswer(teamSchema, 'Who belongs to the shop now.')
const invitationId = z.object({ id: z.coerce.number().int().positive() })
const userId = z.object({ userId: handOverSchema.shape.userId })

const show = createRoute({
  method: 'get',
  path: paths.team,
  summary: 'Who belongs to the shop',
  responses: team,
})

const inviteRoute = createRoute({
  method: 'post',
  path: paths.invitations,
  use: 'invitation',
  summary: 'Invites somebody by mail, or sends a new link to an address that was invited before',
  request: { body: jsonBody(inviteSchema) },
  responses: team,
})

const resendRoute = createRoute({
  method: 'post',
  path: paths.resendInvitation,
  use: 'invitation',
  summary: 'Mails a new link in place of the former one',
  request: { params: invitationId },
  responses: team,
})

const revokeRoute = createRoute({
  method: 'delete',
  path: paths.invitation,
  use: 'change',
  summary: 'Takes an invitation back',
  request: { params: invitationId },
  responses: team,
})

const roleRoute = createRoute({
  method: 'put',
  path: paths.teamMember,
  use: 'change',
  summary: 'Gives a member another role',
  request: { params: userId, body: jsonBody(changeRoleSchema) },
  responses: team,
})

const removeRoute = createRoute({
  method: 'delete',
  path: paths.teamMember,
  use: 'change',
  summary: 'Removes a member; a member removes themselves to leave',
  request: { params: userId },
  responses: jsonAnswer(z.object({ done: z.literal(true) }), 'Removed.'),
})

const handOverRoute = createRoute({
  method: 'post',
  path: paths.shopOwner,
  use: 'change',
  summary: 'Hands the shop over to a member, with the password of the owner',
  request: { body: jsonBody(handOverSchema) },
  responses: jsonAnswer(z.object({ done: z.literal(true) }), 'The caller is a buyer from now on.'),
})

const opened = jsonAnswer(openedShopSchema, 'Access tokens fetched from now on name this shop.')

const joinRoute = createRoute({
  method: 'post',
  path: paths.teamPeople,
  use: 'change',
  summary: 'Joins the shop of an invitation to the address of the caller, and opens it in this session',
  request: { body: jsonBody(invitationLinkSchema) },
  responses: opened,
})

const openRoute = createRoute({
  method: 'put',
  path: paths.openShop,
  use: 'change',
  summary: 'Opens another shop of the caller in this session',
  request: { body: jsonBody(openShopSchema) },
  responses: opened,
})

export function createTeamRoutes(kernel: Kernel, auth: Auth) {
  const run = createVerbRunner(kernel)
  return createApi()
    .openapi(show, async (c) => c.json(await run(c, (context) => getTeam(context, signedIn(c))), 200))
    .openapi(inviteRoute, async (c) => {
      const input = { ...c.req.valid('json'), origin: callOrigin(kernel.config, c) }
      const answer = await run(c, async (context) => {
        await invite(context, input)
        return getTeam(context, signedIn(c))
      })
      return c.json(answer, 200)
    })
    .openapi(resendRoute, async (c) => {
      const answer = await run(c, async (context) => {
        await resendInvitation(context, c.req.valid('param'))
        return getTeam(context, signedIn(c))
      })
      return c.json(answer, 200)
    })
    .openapi(revokeRoute, async (c) => {
      const answer = await run(c, async (context) => {
        await revokeInvitation(context, c.req.valid('param'))
        return getTeam(context, signedIn(c))
      })
      return c.json(answer, 200)
    })
    .openapi(roleRoute, async (c) => {
      const input = { ...c.req.valid('param'), ...c.req.valid('json'), origin: callOrigin(kernel.config, c) }
      const answer = await run(c, async (context) => {
        await changeRole(context, input)
        return getTeam(context, signedIn(c))
      })
      return c.json(answer, 200)
    })
    .openapi(removeRoute, async (c) => {
      const input = { caller: signedIn(c), ...c.req.valid('param'), origin: callOrigin(kernel.config, c) }
      await run(c, (context) => removeMember(context, input))
      return c.json({ done: true } as const, 200)
    })
    .openapi(handOverRoute, async (c) => {
      const input = { caller: signedIn(c), ...c.req.valid('json'), origin: callOrigin(kernel.config, c) }
      await handOver(kernel, auth, input)
      return c.json({ done: true } as const, 200)
    })
    .openapi(joinRoute, async (c) => {
      await assertWithinLimit(kernel, auth, { c, path: '/invitation' })
      const input = { ...c.req.valid('json'), origin: callOrigin(kernel.config, c) }
      return c.json(await acceptSignedIn(kernel, signedIn(c), input), 200)
    })
    .openapi(openRoute, async (c) => c.json(await openShop(kernel, signedIn(c), c.req.valid('json')), 200))
}
