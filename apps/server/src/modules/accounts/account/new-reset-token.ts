import type { Kernel } from '../../../kernel.ts'
import { insertResetLink } from '../queries.ts'
import { hashLinkToken, newLinkToken } from './link-token.ts'

/** A token with which the auth library takes a new password. It is stored as the library does, hashed (SHA-256). */
export async function newResetToken({ db }: Pick<Kernel, 'db'>, userId: string): Promise<string> {
  const { token } = newLinkToken()
  await insertResetLink(db.directory, { identifier: hashLinkToken(`reset-password:${token}`), userId })
  return token
}
