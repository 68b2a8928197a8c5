import { createHash } from 'node:crypto'
import type { Secrets } from '../config/secrets.ts'
import { AppError } from '../errors.ts'
import { getKeyId, open, seal } from './envelope.ts'
import { derivedKey } from './signed-token.ts'

/**
 * Encrypts keys with key-encryption keys that only the environment provides. `place` is where the wrapped key
 * is stored.
 */
export interface KeyRing {
  wrap(key: Buffer, place: string): string
  unwrap(wrapped: string, place: string): Buffer
  /** Returns the key wrapped under the current secret; null when it is already. */
  rewrap(wrapped: string, place: string): string | null
}

/**
 * Derives the key-encryption keys from the secrets of the environment. Each has an id, so that a key wrapped
 * under a removed secret gives a clear error instead of looking damaged.
 */
export function createKeyRing(secrets: Secrets): KeyRing {
  const keys = secrets.map(deriveKey)
  const current = keys[0] ?? deriveKey(secrets[0])
  const wrap: KeyRing['wrap'] = (key, place) =>
    seal({ key: current.key, keyId: current.id, place, plain: key })
  const unwrap: KeyRing['unwrap'] = (wrapped, place) => {
    const id = getKeyId(wrapped)
    const found = keys.find((key) => key.id === id)
    if (found) return open({ key: found.key, place, envelope: wrapped })
    throw new AppError('internal', 'Stored secrets need the STOCKCAST_SECRET with which they were written.', {
      detail: `key ${id} is unknown`,
    })
  }
  return {
    wrap,
    unwrap,
    rewrap: (wrapped, place) =>
      getKeyId(wrapped) === current.id ? null : wrap(unwrap(wrapped, place), place),
  }
}

/** Returns where the wrapped data key of a merchant is stored. */
export function dataKeyPlace(merchantId: number): string {
  return `merchant_keys.wrapped_key|${merchantId}`
}

interface WrappingKey {
  id: string
  key: Buffer
}

function deriveKey(secret: string): WrappingKey {
  const key = derivedKey(secret, 'key-encryption-key')
  return { id: createHash('sha256').update('id of ').update(key).digest('hex').slice(0, 12), key }
}
