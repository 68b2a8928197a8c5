import { type ImportKind, SHOP_DOMAIN_SUFFIX } from '@stockcast/contract'
import { epochDay, today } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { accountKind } from '../../kernel/quotas/account-kind.ts'
import { getQuota, type ImportQuota } from '../../kernel/quotas/quotas.ts'
import { requireShopFacts, type ShopFacts } from '../../kernel/shop-facts/queries.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { deleteShopData } from '../shops/queries.ts'
import type { CellContext } from './check/cells.ts'
import { countStored, findUserId, lockMerchant, updateImportShop } from './shop-queries.ts'

const IMPORT_PREFIX = 'import-'
const SAMPLE_PREFIX = 'example-'

/** The shop's details that come with a file or call; null keeps the present value. */
export interface ShopDetails {
  timeZone: string | null
  currency: string | null
  /** Whether the data is a sample, which puts the shop in demo mode. */
  isSample?: boolean
}

/** Returns the merchant's shop. Refuses when this kind of data may not be imported into it. */
export async function requireImportShop(tx: Tx, merchantId: number, kind: ImportKind): Promise<ShopFacts> {
  const shop = await requireShopFacts(tx, merchantId)
  if (kind === 'products' && shop.hasStore) {
    throw new AppError(
      'precondition_failed',
      'Products and stock come from your connected store. Only older sales can be imported beside it.',
    )
  }
  return shop
}

/**
 * Refuses a file of sales that was checked against another catalogue, in which its SKUs may mean other
 * variants.
 */
export function assertCheckedFor(
  shop: Pick<ShopFacts, 'hasStore'>,
  file: { kind: ImportKind; is_for_store: boolean },
): void {
  if (file.kind === 'sales' && shop.hasStore !== file.is_for_store) {
    throw new AppError('conflict', 'Your store was connected after this file was checked. Upload it again.')
  }
}

/** Returns what cells are read by: the calendar and currency of the shop after the import. */
export function cellContext(
  kernel: Pick<Kernel, 'clock'>,
  shop: Pick<ShopFacts, 'hasStore' | 'timeZone' | 'currency'>,
  details: ShopDetails,
): CellContext {
  const timeZone = shop.hasStore ? shop.timeZone : (details.timeZone ?? shop.timeZone)
  const currency = shop.hasStore ? shop.currency : (details.currency ?? shop.currency)
  return { timeZone, currency, today: epochDay(today(kernel.clock, timeZone)) }
}

/**
 * Prepares the shop for imported data, unless a store is connected, and removes sample data. The merchant
 * stays locked until the transaction ends.
 */
export async function prepareShop(
  tx: Tx,
  args: { merchantId: number; kind: ImportKind; details: ShopDetails },
): Promise<ShopFacts> {
  const { merchantId, kind, details } = args
  await lockMerchant(tx, merchantId)
  const shop = await requireImportShop(tx, merchantId, kind)
  if (shop.hasStore) return shop
  const isSample = details.isSample ?? false
  if (isSample) assertNoOwnData(shop)
  else if (shop.isDemo) await deleteShopData(tx, merchantId)
  const next = {
    shopDomain: isSample
      ? `${SAMPLE_PREFIX}${await findUserId(tx, merchantId)}${SHOP_DOMAIN_SUFFIX}`
      : `${IMPORT_PREFIX}${merchantId}`,
    timeZone: details.timeZone ?? shop.timeZone,
    currency: details.currency ?? shop.currency,
    isDemo: isSample,
    shopName: isSample ? 'Sample store' : 'Your products',
  }
  await updateImportShop(tx, merchantId, next)
  return { ...shop, ...next }
}

/** Refuses sample data for a merchant who has data of their own. */
function assertNoOwnData(shop: ShopFacts): void {
  if (!shop.shopDomain.startsWith(IMPORT_PREFIX)) return
  throw new AppError(
    'precondition_failed',
    'You have imported your own products. Sample data is only for shops without any.',
  )
}

const words: Record<'products' | 'locations' | 'sales', string> = {
  products: 'products and variants',
  locations: 'locations',
  sales: 'sales by SKU and day',
}

/**
 * Refuses what exceeds the merchant's storage limits. Runs in the transaction that has written it and holds
 * the merchant's lock, so that nothing of it is kept.
 */
export async function assertFits(context: Context & Pick<Kernel, 'config'>): Promise<void> {
  const { merchantId, tx } = context
  const stored = await countStored(tx, merchantId)
  const quota = getQuota(await accountKind(context, tx, merchantId)).import
  for (const what of ['products', 'locations', 'sales'] as const) {
    if (stored[what] > quota[what]) throw tooMany(what, quota)
  }
}

/** Refuses a file whose new products exceed the limit together with the stored ones. */
export async function assertNewProductsFit(
  context: Context & Pick<Kernel, 'config'>,
  args: { shop: { isDemo: boolean }; newSkus: number },
): Promise<void> {
  const { merchantId, tx } = context
  const quota = getQuota(await accountKind(context, tx, merchantId)).import
  // Sample products are removed when the merchant's own arrive.
  const stored = args.shop.isDemo ? 0 : (await countStored(tx, merchantId)).products
  if (stored + args.newSkus > quota.products) throw tooMany('products', quota)
}

function tooMany(what: keyof typeof words, quota: ImportQuota): AppError {
  const most = quota[what].toLocaleString('en-US')
  return new AppError(
    'limit_exceeded',
    `This would be more than ${most} ${words[what]}, which is the limit of this account. Nothing was changed. Import fewer.`,
  )
}
