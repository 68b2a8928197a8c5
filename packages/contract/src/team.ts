import { z } from 'zod'
import { instantSchema } from './calendar.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './constants.ts'
import { memberRoles, roles } from './roles.ts'

export const memberRoleSchema = z.enum(memberRoles)

/** People and open invitations of a shop together. */
export const MAX_TEAM = 25
export const INVITATION_DAYS = 7

export const teamMemberSchema = z.object({
  userId: z.string(),
  email: z.string(),
  role: z.enum(roles),
  isYou: z.boolean(),
  /** Null for the owner. */
  joinedAt: instantSchema.nullable(),
  /**
   * Where the person is signed in to this shop, the one seen last first. Last seen is accurate to a few minutes. Only the owner
   * sees that of others.
   */
  devices: z.array(z.object({ device: z.string(), signedInAt: instantSchema, lastSeenAt: instantSchema })),
  /** Why the shop cannot be handed over to them; null if it can, and for anybody but the owner. */
  noOwnerBecause: z.enum(['has_own_shop', 'unconfirmed']).nullable(),
})
export type TeamMember = z.infer<typeof teamMemberSchema>

export const invitationSchema = z.object({
  id: z.number().int(),
  email: z.string(),
  role: memberRoleSchema,
  sentAt: instantSchema,
  expiresAt: instantSchema,
  isExpired: z.boolean(),
})
export type Invitation = z.infer<typeof invitationSchema>

/** `GET /api/team`, and the answer to each change of it. */
export const teamSchema = z.object({
  /** The owner first, then the others in the order in which they joined. */
  people: z.array(teamMemberSchema),
  /** Newest first. Only the owner sees them. */
  invitations: z.array(invitationSchema),
})
export type Team = z.infer<typeof teamSchema>

/** `POST /api/team/invitations`. */
export const inviteSchema = z.object({ email: z.email().max(254), role: memberRoleSchema })
/** `PUT /api/team/people/{userId}`. */
export const changeRoleSchema = z.object({ role: memberRoleSchema })
/** `POST /api/team/owner`. */
export const handOverSchema = z.object({
  userId: z.string().max(64),
  password: z.string().min(1).max(PASSWORD_MAX_LENGTH),
})
/** `PUT /api/team/shop`: the session opens this shop of the caller. */
export const openShopSchema = z.object({ merchantId: z.number().int().min(1) })
/** The shop that the session has open from now on. Access tokens fetched from now on name it. */
export const openedShopSchema = z.object({ merchantId: z.number().int() })

/** `POST /api/auth/invitation` and `POST /api/team/people`: the token of the mailed link. */
export const invitationLinkSchema = z.object({ token: z.string().min(1).max(200) })
export const invitationViewSchema = z.object({
  email: z.string(),
  role: memberRoleSchema,
  /** The address of the owner. */
  owner: z.string(),
  shopName: z.string().nullable(),
  /** Whether the address has an account, with which to sign in. Only the mailbox's reader has the token. */
  hasAccount: z.boolean(),
})
export type InvitationView = z.infer<typeof invitationViewSchema>
/** `POST /api/auth/invitation/accept`: makes the account of somebody who has none. */
export const newMemberSchema = invitationLinkSchema.extend({
  password: z.string().min(PASSWORD_MIN_LENGTH).max(PASSWORD_MAX_LENGTH),
})
