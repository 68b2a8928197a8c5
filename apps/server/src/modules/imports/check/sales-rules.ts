import { epochDay } from '../../../calendar.ts'
import type { Tx } from '../../../database/app-database.ts'
import type { ShopFacts } from '../../../shop-facts/queries.ts'
import { listVariantSkus } from '../apply/item-queries.ts'
import { findFirstStoreDay, hasImportedSales } from '../shop/queries.ts'
import type { SalesRules } from './check-sales.ts'
import { importedVariants, storeVariants } from './variant-index.ts'

/** Returns the rules for imported sales in this shop. */
export async function salesRules(tx: Tx, merchantId: number, shop: ShopFacts): Promise<SalesRules> {
  const catalogue = shop.isDemo ? [] : await listVariantSkus(tx, merchantId)
  const keepsZeros = !shop.isDemo && (await hasImportedSales(tx, merchantId))
  if (!shop.hasStore) {
    const ids = new Set(catalogue.map((row) => row.variant_id))
    return { resolve: importedVariants(ids), firstStoreDay: null, keepsZeros }
  }
  const first = await findFirstStoreDay(tx, merchantId)
  const firstStoreDay = first === null ? null : epochDay(first)
  return { resolve: storeVariants(catalogue), firstStoreDay, keepsZeros }
}
