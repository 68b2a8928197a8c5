import type { Kysely } from 'kysely'
import type { Tx } from '../database/app-database.ts'
import type { Tables } from '../database/tables.ts'

/** Returns the merchant's wrapped data key; `fresh` is stored and returned when there is none yet. */
export async function findOrInsertWrappedKey(tx: Tx, merchantId: number, fresh: string): Promise<string> {
  const known = await findWrappedKey(tx, merchantId)
  if (known !== undefined) return known
  await tx
    .insertInto('merchant_keys')
    .values({ merchant_id: merchantId, wrapped_key: fresh })
    .onConflict((conflict) => conflict.column('merchant_id').doNothing())
    .execute()
  return (await findWrappedKey(tx, merchantId)) ?? fresh
}

export async function findWrappedKey(tx: Tx, merchantId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('merchant_keys')
    .select('wrapped_key')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return row?.wrapped_key
}

/** Replaces the key. Returns false when the stored key is no longer `from`. */
export async function replaceWrappedKey(
  tx: Tx,
  key: { merchantId: number; from: string; to: string },
): Promise<boolean> {
  const done = await tx
    .updateTable('merchant_keys')
    .set({ wrapped_key: key.to })
    .where('merchant_id', '=', key.merchantId)
    .where('wrapped_key', '=', key.from)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Returns the wrapped key of the whole server for a purpose; `fresh` is stored and returned when there is none yet. */
export async function findOrInsertServerKey(
  db: Kysely<Tables>,
  purpose: string,
  fresh: string,
): Promise<string> {
  const find = () =>
    db.selectFrom('server_keys').select('wrapped_key').where('purpose', '=', purpose).executeTakeFirst()
  const known = await find()
  if (known) return known.wrapped_key
  await db
    .insertInto('server_keys')
    .values({ purpose, wrapped_key: fresh })
    .onConflict((conflict) => conflict.column('purpose').doNothing())
    .execute()
  return (await find())?.wrapped_key ?? fresh
}

export async function listServerKeys(
  db: Kysely<Tables>,
): Promise<{ purpose: string; wrapped_key: string }[]> {
  return db.selectFrom('server_keys').selectAll().orderBy('purpose').execute()
}

/** Replaces the key. Returns false when the stored key is no longer `from`. */
export async function replaceServerKey(
  db: Kysely<Tables>,
  key: { purpose: string; from: string; to: string },
): Promise<boolean> {
  const done = await db
    .updateTable('server_keys')
    .set({ wrapped_key: key.to })
    .where('purpose', '=', key.purpose)
    .where('wrapped_key', '=', key.from)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Returns the ids of merchants above `after`, in order. */
export async function listMerchantsAfter(
  directory: Kysely<Tables>,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await directory
    .selectFrom('merchant_directory')
    .select('merchant_id')
    .where('merchant_id', '>', after)
    .orderBy('merchant_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.merchant_id)
}
