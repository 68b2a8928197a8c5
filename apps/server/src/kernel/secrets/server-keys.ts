import type { Secrets } from '../config/secrets.ts'
import type { AppDatabase } from '../database/app-database.ts'
import { AppError } from '../errors.ts'
import { refusalTexts } from '../texts/refusal-texts.ts'
import { createKeyRing } from './key-ring.ts'
import { findOrInsertServerKey } from './queries.ts'
import { derivedKey } from './signed-token.ts'

type Directory = AppDatabase['directory']

/**
 * Returns the key that the whole server uses for one purpose. It is stored encrypted. On first use it is
 * derived from the oldest secret, so that hashes from before keys were stored are still found.
 */
export async function openServerKey(db: Directory, secrets: Secrets, purpose: string): Promise<Buffer> {
  const ring = createKeyRing(secrets)
  const oldest = secrets.at(-1) ?? secrets[0]
  const first = derivedKey(oldest, purpose)
  const place = serverKeyPlace(purpose)
  const wrapped = await findOrInsertServerKey(db, purpose, ring.wrap(first, place))
  return ring.unwrap(wrapped, place)
}

/** Throws if the secrets cannot decrypt the stored keys, so that the server does not start with them. */
export async function assertServerKeys(db: Directory, secrets: Secrets): Promise<void> {
  try {
    for (const purpose of hashPurposes) await openServerKey(db, secrets, purpose)
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    throw new AppError('precondition_failed', refusalTexts.otherSecret, { cause })
  }
}

export function serverKeyPlace(purpose: string): string {
  return `server_keys.wrapped_key|${purpose}`
}

/** The purposes of keyed hashes, each with its own key. */
export const hashPurposes = [
  'auth-tries',
  'contact',
  'demo-caller',
  'ended-trial',
  'known-device',
  'request',
] as const
export type HashPurpose = (typeof hashPurposes)[number]
