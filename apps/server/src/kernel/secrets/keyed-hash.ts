import { createHmac } from 'node:crypto'
import type { Secrets } from '../config/secrets.ts'
import type { AppDatabase } from '../database/app-database.ts'
import { type HashPurpose, openServerKey } from './server-keys.ts'

/**
 * Returns a pseudonym: the same name gives the same hash, and names can be tried only with the key of the
 * purpose. The key survives a change of the secret, because stored hashes cannot be computed again.
 */
export async function keyedHash(
  db: AppDatabase['directory'],
  secrets: Secrets,
  { purpose, name }: { purpose: HashPurpose; name: string },
): Promise<string> {
  const key = await openServerKey(db, secrets, purpose)
  return createHmac('sha256', key).update(name).digest('base64url')
}
