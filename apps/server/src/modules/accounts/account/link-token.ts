import { createHash, randomBytes } from 'node:crypto'
import type { Kernel } from '../../../kernel.ts'
import { insertResetLink } from '../queries.ts'

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
