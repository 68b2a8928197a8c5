import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { AppError } from '../errors.ts'
import { keyIdOf, open, seal } from './envelope.ts'

const DATA_KEY_PLACE = 'merchant_keys.wrapped_key'

/** Wraps the data key of each merchant in a key-encryption key that only the environment knows. */
export interface KeyRing {
  wrapNewKey(merchantId: number): string
  unwrapKey(wrapped: string, merchantId: number): Buffer
}

/**
 * Derives the key-encryption keys from the secrets of the environment, the current one first. Each has an id, so
 * that a data key wrapped under a secret that is gone stops loudly instead of failing as damaged.
 */
export function createKeyRing(secrets: readonly [string, ...string[]]): KeyRing {
  const keys = secrets.map(deriveKey)
  const [current] = keys as [WrappingKey, ...WrappingKey[]]
  return {
    wrapNewKey: (merchantId) =>
      seal({ key: current.key, keyId: current.id, place: placeOf(merchantId), plain: randomBytes(32) }),
    unwrapKey: (wrapped, merchantId) => {
      const id = keyIdOf(wrapped)
      const found = keys.find((key) => key.id === id)
      if (!found) {
        throw new AppError('internal', 'Stored secrets need the STOCKCAST_SECRET they were written with.', {
          detail: `key ${id} is unknown`,
        })
      }
      return open({ key: found.key, place: placeOf(merchantId), envelope: wrapped })
    },
  }
}

interface WrappingKey {
  id: string
  key: Buffer
}

function deriveKey(secret: string): WrappingKey {
  const key = Buffer.from(hkdfSync('sha256', secret, 'stockcast', 'key-encryption-key', 32))
  return { id: createHash('sha256').update('id of ').update(key).digest('hex').slice(0, 12), key }
}

function placeOf(merchantId: number): string {
  return `${DATA_KEY_PLACE}|${merchantId}`
}
