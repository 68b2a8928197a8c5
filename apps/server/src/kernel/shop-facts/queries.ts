import type { Tx } from '../database/app-database.ts'
import type { Tables } from '../database/tables.ts'
import { AppError } from '../errors.ts'
import { refusalTexts } from '../texts/refusal-texts.ts'

/** What is known about a merchant's shop, except billing and settings. */
export interface ShopFacts {
  email: string
  shopDomain: string
  /** Null without a store or imported data. */
  shopName: string | null
  timeZone: string
  countryCode: string | null
  currency: string
  isDemo: boolean
  /** Last time the stock agreed with the store; null before the first time. */
  stockAsOf: Date | null
  forecastAsOf: Date | null
  /** Whether a store is, or was, connected. Products and stock then come from there. */
  hasStore: boolean
  connection: ShopConnection | null
}

/** The connection to a store, which may have ended. */
interface ShopConnection {
  status: Tables['shop_connections']['status']
  message: string | null
  scopes: string[]
}

export async function findShopFacts(tx: Tx, merchantId: number): Promise<ShopFacts | undefined> {
  const row = await tx
    .selectFrom('merchants as m')
    .leftJoin('shop_connections as c', (join) =>
      join.onRef('c.merchant_id', '=', 'm.id').on('c.merchant_id', '=', merchantId),
    )
    .select([
      'm.email',
      'm.shop_domain as shopDomain',
      'm.shop_name as shopName',
      'm.time_zone as timeZone',
      'm.country_code as countryCode',
      'm.currency',
      'm.is_demo as isDemo',
      'm.stock_as_of as stockAsOf',
      'm.forecast_as_of as forecastAsOf',
      'c.status',
      'c.message',
      'c.scopes',
    ])
    .where('m.id', '=', merchantId)
    .executeTakeFirst()
  if (!row) return undefined
  const { status, message, scopes, ...facts } = row
  return {
    ...facts,
    hasStore: status !== null,
    connection: status && { status, message, scopes: scopes ?? [] },
  }
}

/** Returns the facts of a shop that must exist; answers with 404 when its account was deleted. */
export async function requireShopFacts(tx: Tx, merchantId: number): Promise<ShopFacts> {
  const facts = await findShopFacts(tx, merchantId)
  if (!facts) throw new AppError('not_found', refusalTexts.accountWithoutMerchant)
  return facts
}
