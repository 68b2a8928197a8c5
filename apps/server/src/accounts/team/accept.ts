import type { InvitationView } from '@stockcast/contract'
import { type Origin, recordAudit } from '../../kernel/audit/record-audit.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { isUniqueViolation } from '../../kernel/database/write-faults.ts'
import { AppError } from '../../kernel/errors.ts'
import type { SignedIn } from '../../kernel/http/context.ts'
import { findShopFacts } from '../../kernel/shop-facts/queries.ts'
import type { Auth } from '../auth/auth.ts'
import { passwordFault } from '../auth/common-passwords.ts'
import { insertPassword } from '../auth/demo-queries.ts'
import { hashLinkToken } from '../auth/send-link.ts'
import { ensureMerchant } from '../merchants/ensure-merchant.ts'
import { findUserByEmail } from '../queries.ts'
import { type InviteKernel, readInvitationToken } from './invite.ts'
import {
  deleteInvitation,
  findInvitation,
  holdShop,
  type InvitationRow,
  insertMember,
  insertUser,
  setOpenShop,
} from './queries.ts'

interface Found {
  tx: Tx
  merchantId: number
  tokenHash: string
  ownerId: string
  invitation: InvitationRow
}

/** Returns what a mailed link invites to. Using it up is another call, because mail scanners follow links. */
export function readInvitation(kernel: InviteKernel, token: string): Promise<InvitationView> {
  return withInvitation(kernel, token, async ({ tx, merchantId, invitation }) => {
    const { email, role } = invitation
    const shop = await findShopFacts(tx, merchantId)
    const hasAccount = (await findUserByEmail(tx, email)) !== undefined
    return { email, role, owner: shop?.email ?? '', shopName: shop?.shopName ?? null, hasAccount }
  })
}

/**
 * Makes the account of somebody who has none, and takes them into the shop. Whoever has the link reads the mailbox, so the
 * address counts as confirmed. No trial begins.
 */
export async function acceptAsNew(
  kernel: InviteKernel,
  auth: Auth,
  input: { token: string; password: string; origin: Origin },
): Promise<{ email: string }> {
  const { email } = await readInvitation(kernel, input.token)
  const fault = await passwordFault(input.password, email)
  if (fault !== null) throw new AppError('invalid_input', fault, { field: 'password' })
  const { password: secrets } = await auth.$context
  const password = await secrets.hash(input.password)
  const joined = withInvitation(kernel, input.token, async (found) => {
    if (await findUserByEmail(found.tx, email)) throw hasAccount()
    const userId = await insertUser(found.tx, email)
    await insertPassword(found.tx, { userId, password })
    await join(kernel, found, { userId, origin: input.origin })
    return userId
  })
  const userId = await joined.catch((error) => {
    throw isUniqueViolation(error, 'auth_users_email_key') ? hasAccount() : error
  })
  await ensureMerchant(kernel, { id: userId, email })
  return { email }
}

/** Takes the caller into the shop of an invitation to their own address, and opens it in this session. */
export async function acceptSignedIn(
  kernel: InviteKernel,
  caller: SignedIn,
  { token, origin }: { token: string; origin: Origin },
): Promise<{ merchantId: number }> {
  const { userId, sessionId } = caller
  const merchantId = await withInvitation(kernel, token, async (found) => {
    const { email } = found.invitation
    if (email !== caller.email.toLowerCase())
      throw new AppError('forbidden', `This invitation is for ${email}. Sign in with that address.`)
    await join(kernel, found, { userId, origin })
    return found.merchantId
  })
  await setOpenShop(kernel.db.directory, { sessionId, userId, merchantId })
  return { merchantId }
}

async function join(
  { clock, live }: InviteKernel,
  { tx, merchantId, tokenHash, ownerId, invitation }: Found,
  { userId, origin }: { userId: string; origin: Origin },
): Promise<void> {
  const { id, email, role } = invitation
  const at = clock.now()
  // The link was used or replaced at the same moment.
  if (!(await deleteInvitation(tx, { merchantId, id, tokenHash }))) throw unusable()
  const isNew = ownerId !== userId && (await insertMember(tx, { merchantId, userId, role, at }))
  if (!isNew) throw new AppError('conflict', 'You already belong to this shop.')
  await recordAudit(tx, {
    merchantId,
    at,
    event: 'member_joined',
    origin,
    userId,
    detail: `${email} as ${role}`,
  })
  await live.publish(tx, merchantId, { type: 'team' })
}

/** Runs `work` in a transaction of the shop that a link invites to. */
async function withInvitation<T>(
  { clock, db }: InviteKernel,
  token: string,
  work: (found: Found) => Promise<T>,
): Promise<T> {
  const read = readInvitationToken(token)
  if (read === null) throw unusable()
  const { merchantId, secret } = read
  const tokenHash = hashLinkToken(secret)
  return db.withTenant(merchantId, async (tx) => {
    const shop = await holdShop(tx, merchantId)
    const invitation = await findInvitation(tx, { merchantId, tokenHash })
    if (!shop || !invitation || invitation.expiresAt <= clock.now()) throw unusable()
    return work({ tx, merchantId, tokenHash, ownerId: shop.ownerId, invitation })
  })
}

function unusable(): AppError {
  return new AppError(
    'not_found',
    'The invitation was used, withdrawn or replaced, or it has expired. Ask for a new one.',
  )
}

function hasAccount(): AppError {
  return new AppError('conflict', 'This address has an account. Sign in with it, then open the link again.')
}
