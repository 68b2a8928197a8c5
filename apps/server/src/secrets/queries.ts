import type { Tx } from '../database/app-database.ts'

/** The merchant's wrapped data key; `fresh` is stored and answered when there is none yet. */
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

async function findWrappedKey(tx: Tx, merchantId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('merchant_keys')
    .select('wrapped_key')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return row?.wrapped_key
}
