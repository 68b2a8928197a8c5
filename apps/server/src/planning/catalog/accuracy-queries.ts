import type { Accuracy } from '@stockcast/forecasting'
import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { onSale } from './totals/queries.ts'

export interface VariantAccuracy {
  variantId: number
  title: string
  sku: string | null
  /** The accuracy that the product page shows; null for a product that has not sold for long enough. */
  accuracy: Accuracy | null
}

/** Returns the back-test of each variant on sale that has a forecast. */
export async function listAccuracies(tx: Tx, merchantId: number): Promise<VariantAccuracy[]> {
  const { rows } = await sql<VariantAccuracy>`
    select f.variant_id as "variantId", v.title, v.sku, f.accuracy
    from forecasts f
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = f.variant_id
    where f.merchant_id = ${merchantId} and f.variant_id in (select variant_id from (${onSale(merchantId)}) o)
    order by v.title_key, f.variant_id
  `.execute(tx)
  return rows
}
