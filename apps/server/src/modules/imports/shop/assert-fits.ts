import type { Tx } from '../../../database/app-database.ts'
import { AppError } from '../../../errors.ts'
import { type ImportQuota, quotaOf } from '../../../quotas/quotas.ts'
import { countStored } from './queries.ts'

const words: Record<'products' | 'locations' | 'sales', string> = {
  products: 'products and variants',
  locations: 'locations',
  sales: 'sales by SKU and day',
}

/**
 * Refuses what exceeds the merchant's storage limits. Runs in the transaction that has written it and holds
 * the merchant's lock, so that nothing of it is kept.
 */
export async function assertFits(tx: Tx, merchantId: number, shop: { email: string }): Promise<void> {
  const stored = await countStored(tx, merchantId)
  const quota = quotaOf(shop).import
  for (const what of ['products', 'locations', 'sales'] as const) {
    if (stored[what] > quota[what]) throw tooMany(what, quota)
  }
}

/** Refuses a file whose new products exceed the limit together with the stored ones. */
export async function assertNewProductsFit(
  tx: Tx,
  args: { merchantId: number; shop: { email: string; isDemo: boolean }; newSkus: number },
): Promise<void> {
  const quota = quotaOf(args.shop).import
  // Sample products are removed when the merchant's own arrive.
  const stored = args.shop.isDemo ? 0 : (await countStored(tx, args.merchantId)).products
  if (stored + args.newSkus > quota.products) throw tooMany('products', quota)
}

function tooMany(what: keyof typeof words, quota: ImportQuota): AppError {
  const most = quota[what].toLocaleString('en-US')
  return new AppError(
    'limit_exceeded',
    `This would be more than ${most} ${words[what]}, which is the limit of this account. Nothing was changed. Import fewer.`,
  )
}
