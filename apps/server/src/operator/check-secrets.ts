import type { Secrets } from '../kernel/config/secrets.ts'
import type { AppDatabase } from '../kernel/database/app-database.ts'
import { AppError } from '../kernel/errors.ts'
import { createKeyRing, dataKeyPlace } from '../kernel/secrets/key-ring.ts'
import { findWrappedKey, listMerchantsAfter, listServerKeys } from '../kernel/secrets/queries.ts'
import { serverKeyPlace } from '../kernel/secrets/server-keys.ts'
import { refusalTexts } from '../kernel/texts/refusal-texts.ts'
import { findConnection, openTokens } from '../store/index.ts'
import { withDatabase } from './with-database.ts'

const PAGE = 1000

/** How much of what is stored encrypted can be decrypted. */
export interface ReadableSecrets {
  merchants: number
  /** Connected stores whose tokens can be decrypted. */
  stores: number
  /** Merchants whose key or tokens cannot be decrypted. */
  unreadable: number[]
}

/**
 * Decrypts every key and the tokens of every store, and writes nothing. Throws an AppError if the secret does not
 * decrypt the keys of the server itself.
 */
export function checkSecrets(config: { databaseUrl: string; secrets: Secrets }): Promise<ReadableSecrets> {
  return withDatabase(config.databaseUrl, async (db) => {
    await assertServerKeys(db, config.secrets)
    const found: ReadableSecrets = { merchants: 0, stores: 0, unreadable: [] }
    for (let last = 0; ; ) {
      const page = await listMerchantsAfter(db.directory, last, PAGE)
      for (const merchantId of page) {
        const kind = await decryptOne(db, config, merchantId)
        found.merchants++
        if (kind === 'unreadable') found.unreadable.push(merchantId)
        if (kind === 'store') found.stores++
        last = merchantId
      }
      if (page.length < PAGE) return found
    }
  })
}

async function assertServerKeys(db: AppDatabase, secrets: Secrets): Promise<void> {
  const ring = createKeyRing(secrets)
  try {
    for (const { purpose, wrapped_key: wrapped } of await listServerKeys(db.directory)) {
      ring.unwrap(wrapped, serverKeyPlace(purpose))
    }
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    throw new AppError('precondition_failed', refusalTexts.otherSecret, { cause })
  }
}

function decryptOne(
  db: AppDatabase,
  { secrets }: { secrets: Secrets },
  merchantId: number,
): Promise<'store' | 'no store' | 'unreadable'> {
  return db.withTenant(merchantId, async (tx) => {
    const connection = await findConnection(tx, merchantId, 'no lock')
    const wrapped = await findWrappedKey(tx, merchantId)
    const hasTokens = connection !== undefined && connection.accessToken !== null
    // `openTokens` would create a missing key.
    if (wrapped === undefined) return hasTokens ? 'unreadable' : 'no store'
    try {
      createKeyRing(secrets).unwrap(wrapped, dataKeyPlace(merchantId))
      if (hasTokens) await openTokens({ config: { secrets } }, tx, merchantId, connection)
      return hasTokens ? 'store' : 'no store'
    } catch (error) {
      if (error instanceof AppError) return 'unreadable'
      throw error
    }
  })
}
