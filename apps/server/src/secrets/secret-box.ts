import type { Tx } from '../database/app-database.ts'
import { open, seal } from './envelope.ts'
import type { KeyRing } from './key-ring.ts'
import { findOrInsertWrappedKey } from './queries.ts'

const KEY_ID = 'merchant'

/** Seals and opens the secrets of one merchant. `column` is where the envelope is kept, as `table.column`. */
export interface SecretBox {
  seal(column: string, plain: string): string
  open(column: string, envelope: string): string
}

/** The box of a merchant, with a data key of its own that is made on first use. */
export async function openSecretBox(tx: Tx, keyRing: KeyRing, merchantId: number): Promise<SecretBox> {
  const wrapped = await findOrInsertWrappedKey(tx, merchantId, keyRing.wrapNewKey(merchantId))
  return secretBox(keyRing.unwrapKey(wrapped, merchantId), merchantId)
}

export function secretBox(key: Buffer, merchantId: number): SecretBox {
  const placeOf = (column: string) => `${column}|${merchantId}`
  return {
    seal: (column, plain) => seal({ key, keyId: KEY_ID, place: placeOf(column), plain: Buffer.from(plain) }),
    open: (column, envelope) => open({ key, place: placeOf(column), envelope }).toString('utf8'),
  }
}
