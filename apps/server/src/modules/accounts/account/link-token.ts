import { createHash, randomBytes } from 'node:crypto'
import type { Kernel } from '../../../kernel.ts'
import { insertResetLink } from '../queries.ts'

/** A token for a mailed link. The database keeps its hash alone. */
export function newLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashLinkToken(token) }
}

export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** A token with which the auth library takes a new password. It is stored as the library does, hashed (SHA-256). */
export async function newResetToken({ db }: Pick<Kernel, 'db'>, userId: string): Promise<string> {
  const { token } = newLinkToken()
  await insertResetLink(db.directory, { identifier: hashLinkToken(`reset-password:${token}`), userId })
  return token
}
