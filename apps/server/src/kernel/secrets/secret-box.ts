import { randomBytes } from 'node:crypto'
import type { Secrets } from '../config/secrets.ts'
import type { Tx } from '../database/app-database.ts'
import { open, seal } from './envelope.ts'
import { createKeyRing, dataKeyPlace } from './key-ring.ts'
import { findOrInsertWrappedKey } from './queries.ts'

const KEY_ID = 'merchant'
const KEY_BYTES = 32

/**
 * Encrypts and decrypts the secrets of one merchant. `column` is where the encrypted value is stored, as
 * `table.column`.
 */
export interface SecretBox {
  seal(column: string, plain: string): string
  open(column: string, envelope: string): string
}

/** Returns the box of a merchant, with a data key of its own that is made on first use. */
export async function openSecretBox(tx: Tx, secrets: Secrets, merchantId: number): Promise<SecretBox> {
  const ring = createKeyRing(secrets)
  const place = dataKeyPlace(merchantId)
  const wrapped = await findOrInsertWrappedKey(tx, merchantId, ring.wrap(randomBytes(KEY_BYTES), place))
  return secretBox(ring.unwrap(wrapped, place), merchantId)
}

export function secretBox(key: Buffer, merchantId: number): SecretBox {
  const getPlace = (column: string) => `${column}|${merchantId}`
  return {
    seal: (column, plain) => seal({ key, keyId: KEY_ID, place: getPlace(column), plain: Buffer.from(plain) }),
    open: (column, envelope) => open({ key, place: getPlace(column), envelope }).toString('utf8'),
  }
}
