import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { connectionTables, shopTables } from './shop-tables.ts'

export interface Connection {
  shopDomain: string
  shopGid: string
  /** Null after an uninstall. */
  accessToken: string | null
  accessExpiresAt: Date | null
  refreshToken: string | null
  refreshExpiresAt: Date | null
  scopes: string[]
  status: 'connected' | 'needs_reconnect' | 'disconnected'
  /** Why the merchant must act; null while the shop is connected. */
  message: string | null
  connectedAt: Date
  /** The renewal of the tokens that runs now; null when none does. */
  renewal: Renewal | null
}

export interface Renewal {
  id: string
  /** Whoever renews has died or given up by this time. */
  until: Date
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

/**
 * Deletes the state, so that it works once. Returns the shop for which it was made, undefined when there is
 * none.
 */
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
  lock: 'for update' | 'for share' | 'no lock',
): Promise<Connection | undefined> {
  let query = tx.selectFrom('shop_connections').selectAll().where('merchant_id', '=', merchantId)
  if (lock === 'for update') query = query.forUpdate()
  if (lock === 'for share') query = query.forShare()
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
      message: row.message,
      connectedAt: row.connected_at,
      renewal:
        row.renewal_id && row.renewing_until ? { id: row.renewal_id, until: row.renewing_until } : null,
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
    message: connection.message,
    connected_at: connection.connectedAt,
    renewal_id: connection.renewal?.id ?? null,
    renewing_until: connection.renewal?.until ?? null,
  }
}

export async function upsertConnection(tx: Tx, merchantId: number, connection: Connection): Promise<void> {
  const columns = connectionColumns(connection)
  await tx
    .insertInto('shop_connections')
    .values({ merchant_id: merchantId, ...columns })
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

/**
 * Updates the details of the shop. Without `timeZone` the former one stays: stored orders are dated in it until
 * a sync moves them.
 */
export async function updateMerchantShop(
  tx: Tx,
  merchantId: number,
  shop: { domain: string; name: string; timeZone?: string; countryCode: string | null; currency: string },
): Promise<void> {
  await tx
    .updateTable('merchants')
    .set({
      shop_domain: shop.domain,
      shop_name: shop.name,
      country_code: shop.countryCode,
      currency: shop.currency,
      is_demo: false,
      ...(shop.timeZone === undefined ? {} : { time_zone: shop.timeZone }),
    })
    .where('id', '=', merchantId)
    .execute()
}

/** Returns whether no other merchant has the shop. */
export async function isShopDomainFree(tx: Tx, merchantId: number, shopDomain: string): Promise<boolean> {
  const holder = await tx
    .selectFrom('merchant_directory')
    .select('merchant_id')
    .where('shop_domain', '=', shopDomain)
    .executeTakeFirst()
  return !holder || holder.merchant_id === merchantId
}

/** Reserves the name until the transaction ends. Returns false while somebody else has reserved it. */
export async function reserveShopDomain(tx: Tx, shopDomain: string): Promise<boolean> {
  const { rows } = await sql<{ is_reserved: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${shopDomain}, 0)) as is_reserved
  `.execute(tx)
  return rows[0]?.is_reserved === true
}

/** Runs an empty statement, so that PostgreSQL does not end this open transaction as idle. */
export async function keepOpen(tx: Tx): Promise<void> {
  await sql`select`.execute(tx)
}

/** Registers the shop for the merchant; the caller has reserved its name. */
export async function claimShopDomain(tx: Tx, merchantId: number, shopDomain: string): Promise<void> {
  await tx
    .updateTable('merchant_directory')
    .set({ shop_domain: shopDomain })
    .where('merchant_id', '=', merchantId)
    .execute()
}

/**
 * Deletes everything that came from a shop, and what was derived from it. Settings and uploaded files stay.
 */
export async function deleteShopData(tx: Tx, merchantId: number): Promise<void> {
  for (const table of shopTables) {
    await tx.deleteFrom(table).where('merchant_id', '=', merchantId).execute()
  }
  await tx
    .updateTable('merchants')
    .set({ stock_as_of: null, forecast_as_of: null, imported_sales: 0, median_margin_ratio: null })
    .where('id', '=', merchantId)
    .execute()
}

/** Marks the running sync as failed; the worker that runs it notices at its next step. */
export async function failRunningSync(
  tx: Tx,
  key: { merchantId: number; at: Date; message: string },
): Promise<void> {
  await tx
    .updateTable('sync_runs')
    .set({ status: 'failed', finished_at: key.at, message: key.message, message_code: 'ended', owner: null })
    .where('merchant_id', '=', key.merchantId)
    .where('status', '=', 'running')
    .execute()
}

/** Resets the merchant to the state before any connection; another merchant may then connect the shop. */
export async function forgetShop(tx: Tx, merchantId: number): Promise<void> {
  for (const table of connectionTables) {
    await tx.deleteFrom(table).where('merchant_id', '=', merchantId).execute()
  }
  await tx
    .updateTable('merchants')
    .set({
      shop_domain: `pending-${merchantId}`,
      shop_name: null,
      country_code: null,
      time_zone: sql`default`,
      currency: sql`default`,
      is_demo: false,
    })
    .where('id', '=', merchantId)
    .execute()
  await tx
    .updateTable('merchant_directory')
    .set({ shop_domain: null })
    .where('merchant_id', '=', merchantId)
    .execute()
}

/** Records the deletion: webhooks that the store triggered before `at` for this shop are no longer stored. */
export async function recordRedaction(tx: Tx, shopDomain: string, at: Date): Promise<void> {
  await sql`
    update compliance_requests set deleted_at = ${at}
    where topic = 'shop/redact' and shop_hash = encode(sha256(convert_to(${shopDomain}, 'UTF8')), 'hex')
      and deleted_at is null
  `.execute(tx)
}
