import type { Secrets } from '../config/secrets.ts'
import type { AppDatabase } from '../database/app-database.ts'
import { createKeyRing, dataKeyPlace, type KeyRing } from './key-ring.ts'
import {
  findWrappedKey,
  listMerchantsAfter,
  listServerKeys,
  replaceServerKey,
  replaceWrappedKey,
} from './queries.ts'
import { serverKeyPlace } from './server-keys.ts'

const PAGE = 1000

/**
 * Wraps every stored key under the current secret, while other processes read and write. Returns how many it
 * wrapped.
 */
export async function rotateKeys(db: AppDatabase, secrets: Secrets): Promise<number> {
  const ring = createKeyRing(secrets)
  let rotated = 0
  for (const { purpose, wrapped_key: from } of await listServerKeys(db.directory)) {
    const to = ring.rewrap(from, serverKeyPlace(purpose))
    if (to !== null && (await replaceServerKey(db.directory, { purpose, from, to }))) rotated++
  }
  for (let after = 0; ; ) {
    const page = await listMerchantsAfter(db.directory, after, PAGE)
    for (const merchantId of page) if (await rotateDataKey(db, ring, merchantId)) rotated++
    const last = page.at(-1)
    if (last === undefined) return rotated
    after = last
  }
}

function rotateDataKey(db: AppDatabase, ring: KeyRing, merchantId: number): Promise<boolean> {
  return db.withTenant(merchantId, async (tx) => {
    const from = await findWrappedKey(tx, merchantId)
    const to = from === undefined ? null : ring.rewrap(from, dataKeyPlace(merchantId))
    return from !== undefined && to !== null && replaceWrappedKey(tx, { merchantId, from, to })
  })
}
