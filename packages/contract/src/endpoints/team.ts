import { z } from 'zod'
import { emailAnswerSchema } from '../account.ts'
import {
  changeRoleSchema,
  handOverSchema,
  invitationLinkSchema,
  invitationViewSchema,
  inviteSchema,
  newMemberSchema,
  openedShopSchema,
  openShopSchema,
  teamSchema,
} from '../team.ts'
import { byId, doneSchema, endpoint } from './endpoint.ts'

const teamNow = 'Who belongs to the shop now.'
const opened = 'Access tokens fetched from now on name this shop.'
const byUser = z.object({ userId: handOverSchema.shape.userId })

/** What the people of a shop may change at any time. */
const ofPeople = { refuses: ['demo'], withoutPlan: true, use: 'change' } as const

export const get = endpoint('GET', '/api/team', {
  role: 'viewer',
  summary: 'Who belongs to the shop',
  answer: teamSchema,
  description: teamNow,
})

export const invite = endpoint('POST', '/api/team/invitations', {
  role: 'owner',
  refuses: ['demo', 'unconfirmed'],
  use: 'invitation',
  summary: 'Invites somebody by mail, or sends a new link to an address that was invited before',
  body: inviteSchema,
  answer: teamSchema,
  description: teamNow,
})

export const resendInvitation = endpoint('POST', '/api/team/invitations/{id}/resend', {
  role: 'owner',
  refuses: ['demo', 'unconfirmed'],
  use: 'invitation',
  summary: 'Mails a new link in place of the former one',
  params: byId,
  answer: teamSchema,
  description: teamNow,
})

export const revokeInvitation = endpoint('DELETE', '/api/team/invitations/{id}', {
  role: 'owner',
  refuses: ['demo', 'unconfirmed'],
  use: 'change',
  summary: 'Takes an invitation back',
  params: byId,
  answer: teamSchema,
  description: teamNow,
})

export const changeRole = endpoint('PUT', '/api/team/people/{userId}', {
  role: 'owner',
  ...ofPeople,
  summary: 'Gives a member another role',
  params: byUser,
  body: changeRoleSchema,
  answer: teamSchema,
  description: teamNow,
})

export const removeMember = endpoint('DELETE', '/api/team/people/{userId}', {
  role: 'viewer',
  ...ofPeople,
  summary: 'Removes a member; a member removes themselves to leave',
  params: byUser,
  answer: doneSchema,
  description: 'Removed.',
})

export const signOutMember = endpoint('DELETE', '/api/team/people/{userId}/devices', {
  role: 'owner',
  ...ofPeople,
  summary: 'Signs a member out of the shop on every device; they may sign in again',
  params: byUser,
  answer: teamSchema,
  description: teamNow,
})

export const handOver = endpoint('POST', '/api/team/owner', {
  role: 'owner',
  refuses: ['demo', 'unconfirmed'],
  withoutPlan: true,
  use: 'change',
  summary: 'Hands the shop over to a member, with the password of the owner',
  body: handOverSchema,
  answer: doneSchema,
  description: 'The caller is a buyer from now on.',
})

export const join = endpoint('POST', '/api/team/people', {
  role: 'viewer',
  ...ofPeople,
  summary: 'Joins the shop of an invitation to the address of the caller, and opens it in this session',
  body: invitationLinkSchema,
  answer: openedShopSchema,
  description: opened,
})

export const openShop = endpoint('PUT', '/api/team/shop', {
  role: 'viewer',
  ...ofPeople,
  summary: 'Opens another shop of the caller in this session',
  body: openShopSchema,
  answer: openedShopSchema,
  description: opened,
})

export const readInvitation = endpoint('POST', '/api/auth/invitation', {
  role: 'anyone',
  use: 'by_address',
  summary: 'Tells what a mailed link invites to',
  body: invitationLinkSchema,
  answer: invitationViewSchema,
  description: 'The invitation. Reading it does not use it up.',
})

export const acceptInvitation = endpoint('POST', '/api/auth/invitation/accept', {
  role: 'anyone',
  use: 'by_address',
  summary: 'Makes the account of somebody who was invited and has none, and takes them into the shop',
  body: newMemberSchema,
  answer: emailAnswerSchema,
  description: 'The address, with which to sign in.',
})
