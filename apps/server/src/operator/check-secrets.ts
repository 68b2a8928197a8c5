import type { Secrets } from '../config.ts'
import type { AppDatabase } from '../database/app-database.ts'
import { AppError } from '../errors.ts'
import { findConnection, openTokens } from '../modules/shops/index.ts'
import { createKeyRing, dataKeyPlace } from '../secrets/key-ring.ts'
import { findWrappedKey, listMerchantsAfter, listServerKeys } from '../secrets/queries.ts'
import { serverKeyPlace } from '../secrets/server-keys.ts'
import { refusalTexts } from '../texts/refusal-texts.ts'
import { withDirectory } from './with-directory.ts'

const PAGE = 1000

/** What can be read of what is stored encrypted. */
export interface ReadableSecrets {
  merchants: number
  /** Connected stores whose tokens can be read. */
  stores: number
  /** Merchants whose key or tokens cannot be read. */
  unreadable: number[]
}

/** Opens every key and the tokens of every store, and writes nothing. Refuses a secret that opens nothing. */
export function checkSecrets(config: { databaseUrl: string; secrets: Secrets }): Promise<ReadableSecrets> {
  return withDirectory(config.databaseUrl, async (db) => {
    await assertServerKeysOpen(db, config.secrets)
    const found: ReadableSecrets = { merchants: 0, stores: 0, unreadable: [] }
    for (let page = [0]; page.length > 0; ) {
      page = await listMerchantsAfter(db.directory, page.at(-1) ?? 0, PAGE)
      for (const merchantId of page) {
        const kind = await openOne(db, config, merchantId)
        found.merchants++
        if (kind === 'unreadable') found.unreadable.push(merchantId)
        if (kind === 'store') found.stores++
      }
    }
    return found
  })
}

async function assertServerKeysOpen(db: AppDatabase, secrets: Secrets): Promise<void> {
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

function openOne(
  db: AppDatabase,
  { secrets }: { secrets: Secrets },
  merchantId: number,
): Promise<'store' | 'no store' | 'unreadable'> {
  return db.withTenant(merchantId, async (tx) => {
    const connection = await findConnection(tx, merchantId, 'no lock')
    const wrapped = await findWrappedKey(tx, merchantId)
    const hasTokens = connection !== undefined && connection.accessToken !== null
    // Opening tokens without a key would make one.
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
