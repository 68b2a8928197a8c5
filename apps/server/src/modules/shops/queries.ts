import { sql } from 'kysely'
import type { Tx } from '../../database/app-database.ts'

export interface Connection {
  shopDomain: string
  shopGid: string
  accessToken: string
  accessExpiresAt: Date | null
  refreshToken: string | null
  refreshExpiresAt: Date | null
  scopes: string[]
  status: 'connected' | 'needs_reconnect'
}

export async function insertState(
  tx: Tx,
  row: { merchantId: number; stateHash: string; shopDomain: string; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('oauth_states')
    .values({
      merchant_id: row.merchantId,
      state_hash: row.stateHash,
      shop_domain: row.shopDomain,
      expires_at: row.expiresAt,
    })
    .execute()
}

export async function deleteExpiredStates(tx: Tx, merchantId: number, now: Date): Promise<void> {
  await tx
    .deleteFrom('oauth_states')
    .where('merchant_id', '=', merchantId)
    .where('expires_at', '<=', now)
    .execute()
}

/** Takes the state out, so that it serves once. Answers the shop it was made for, undefined when there is none. */
export async function takeState(
  tx: Tx,
  state: { merchantId: number; stateHash: string; now: Date },
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('oauth_states')
    .where('merchant_id', '=', state.merchantId)
    .where('state_hash', '=', state.stateHash)
    .returning(['shop_domain', 'expires_at'])
    .executeTakeFirst()
  return row && row.expires_at > state.now ? row.shop_domain : undefined
}

export async function findConnection(
  tx: Tx,
  merchantId: number,
  lock: 'for update' | 'no lock',
): Promise<Connection | undefined> {
  let query = tx.selectFrom('shop_connections').selectAll().where('merchant_id', '=', merchantId)
  if (lock === 'for update') query = query.forUpdate()
  const row = await query.executeTakeFirst()
  return (
    row && {
      shopDomain: row.shop_domain,
      shopGid: row.shop_gid,
      accessToken: row.access_token,
      accessExpiresAt: row.access_token_expires_at,
      refreshToken: row.refresh_token,
      refreshExpiresAt: row.refresh_token_expires_at,
      scopes: row.scopes,
      status: row.status,
    }
  )
}

function connectionColumns(connection: Connection) {
  return {
    shop_domain: connection.shopDomain,
    shop_gid: connection.shopGid,
    access_token: connection.accessToken,
    access_token_expires_at: connection.accessExpiresAt,
    refresh_token: connection.refreshToken,
    refresh_token_expires_at: connection.refreshExpiresAt,
    scopes: connection.scopes,
    status: connection.status,
  }
}

export async function upsertConnection(
  tx: Tx,
  row: { merchantId: number; connectedAt: Date; connection: Connection },
): Promise<void> {
  const columns = { ...connectionColumns(row.connection), connected_at: row.connectedAt }
  await tx
    .insertInto('shop_connections')
    .values({ merchant_id: row.merchantId, ...columns })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(columns))
    .execute()
}

export async function updateConnection(tx: Tx, merchantId: number, connection: Connection): Promise<void> {
  await tx
    .updateTable('shop_connections')
    .set(connectionColumns(connection))
    .where('merchant_id', '=', merchantId)
    .execute()
}

export async function updateMerchantShop(
  tx: Tx,
  merchantId: number,
  shop: { domain: string; name: string; timeZone: string; currency: string },
): Promise<void> {
  await tx
    .updateTable('merchants')
    .set({
      shop_domain: shop.domain,
      shop_name: shop.name,
      time_zone: shop.timeZone,
      currency: shop.currency,
    })
    .where('id', '=', merchantId)
    .execute()
}

/** False when another merchant holds the shop. */
export async function claimShopDomain(tx: Tx, merchantId: number, shopDomain: string): Promise<boolean> {
  // A lock on the name lets two merchants who connect one shop at the same moment answer each a sentence.
  await sql`select pg_advisory_xact_lock(hashtextextended(${shopDomain}, 0))`.execute(tx)
  const holder = await tx
    .selectFrom('merchant_directory')
    .select('merchant_id')
    .where('shop_domain', '=', shopDomain)
    .executeTakeFirst()
  if (holder && holder.merchant_id !== merchantId) return false
  await tx
    .updateTable('merchant_directory')
    .set({ shop_domain: shopDomain })
    .where('merchant_id', '=', merchantId)
    .execute()
  return true
}

const shopTables = [
  'alerts',
  'sync_runs',
  'order_lines',
  'orders',
  'sales_daily',
  'sync_seen_levels',
  'sync_seen_variants',
  // Its variants go with it, and all that hangs on them.
  'products',
  'locations',
] as const

/** Removes everything that came from a shop, and what was derived from it. Settings stay. */
export async function deleteShopData(tx: Tx, merchantId: number): Promise<void> {
  for (const table of shopTables) {
    await tx.deleteFrom(table).where('merchant_id', '=', merchantId).execute()
  }
  await tx
    .updateTable('merchants')
    .set({ stock_as_of: null, forecast_as_of: null })
    .where('id', '=', merchantId)
    .execute()
}
