import { createHash, randomBytes } from 'node:crypto'
import { HOUR_SECONDS } from '@stockcast/contract'
import { mayMailLink, queueMail } from '../../alerts/index.ts'
import { isDemoUser } from '../../kernel/demo-user-email.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { MailContent } from '../../providers/mail/mail-content.ts'
import { ensureMerchant } from '../merchants/ensure-merchant.ts'
import { insertResetLink } from '../queries.ts'

export type MailKernel = Pick<Kernel, 'clock' | 'config' | 'db' | 'jobs' | 'live' | 'log'>

/** How long the links in mails to an account work. */
export const LINK_SECONDS = HOUR_SECONDS

export const NOT_YOU =
  'If this was not you, you can ignore this email: nothing changes unless the link is used.'

export interface MailedUser {
  id: string
  email: string
}

/** Mails a link that signs in or confirms. A mail whose link has expired is not sent. */
export async function sendLink(kernel: MailKernel, user: MailedUser, content: MailContent): Promise<void> {
  if (isDemoUser(user.email)) return
  const merchantId = await ensureMerchant(kernel, user)
  const usefulUntil = new Date(kernel.clock.now().getTime() + LINK_SECONDS * 1000)
  await kernel.db.withTenant(merchantId, async (tx) => {
    // Anybody may ask for these mails, so the answer is always the same, and the number of mails is limited.
    if (await mayMailLink(kernel, tx, user.email)) {
      return queueMail(kernel, tx, { merchantId, kind: 'account', content, usefulUntil })
    }
    kernel.log.warn({ merchantId }, 'no link mailed: this address has reached its daily limit')
  })
}

/** Returns the URL of a page of Stockcast with the token of a mailed link. */
export function linkTo(publicUrl: string, path: string, token: string): string {
  const url = new URL(path, publicUrl)
  url.searchParams.set('token', token)
  return url.href
}

/** Returns a token for a mailed link, and the hash of it. The database stores only the hash. */
export function newLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashLinkToken(token) }
}

export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/**
 * Returns a token that the auth library accepts for a new password. It is stored as the library stores its
 * own, hashed (SHA-256).
 */
export async function newResetToken({ db }: Pick<Kernel, 'db'>, userId: string): Promise<string> {
  const { token } = newLinkToken()
  await insertResetLink(db.directory, { identifier: hashLinkToken(`reset-password:${token}`), userId })
  return token
}
