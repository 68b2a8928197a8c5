import { type InvitationView, invitationViewSchema } from '@stockcast/contract'
import { ask, signIn, tell } from '../../session/auth-client.ts'

/** Reads what a mailed link invites to. */
export function readInvitation(token: string): Promise<InvitationView> {
  return ask('/invitation', { token }, invitationViewSchema)
}

/** Makes the account of somebody who was invited, and signs in to it. */
export async function acceptInvitation(args: {
  token: string
  email: string
  password: string
}): Promise<void> {
  const { token, email, password } = args
  await tell('/invitation/accept', { token, password })
  await signIn({ email, password })
}
