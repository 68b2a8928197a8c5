import { createHmac } from 'node:crypto'
import type { Secrets } from '../config.ts'
import type { AppDatabase } from '../database/app-database.ts'
import type { HashPurpose } from './hash-purposes.ts'
import { openServerKey } from './server-keys.ts'

/**
 * Names somebody without saying who: the same name gives the same hash, and only with the key of the purpose can one be
 * tried. The key outlives a change of the secret, because nobody could hash again what is stored.
 */
export async function keyedHash(
  db: AppDatabase['directory'],
  secrets: Secrets,
  { purpose, name }: { purpose: HashPurpose; name: string },
): Promise<string> {
  const key = await openServerKey(db, secrets, purpose)
  return createHmac('sha256', key).update(name).digest('base64url')
}
