import type { Tx } from '../../kernel/database/app-database.ts'
import type { VariantKey } from './queries.ts'

/** Returns the recommended quantity and the product's own settings. */
export async function findOrderAdvice(
  tx: Tx,
  { merchantId, variantId }: VariantKey,
): Promise<{ orderQuantity: number | null; safetyStock: number | null; leadTimeDays: number | null }> {
  const row = await tx
    .selectFrom('stock_projections as projection')
    .leftJoin('variant_overrides as own', (join) =>
      join.onRef('own.variant_id', '=', 'projection.variant_id').on('own.merchant_id', '=', merchantId),
    )
    .select(['projection.order_quantity', 'own.safety_stock', 'own.lead_time_days'])
    .where('projection.merchant_id', '=', merchantId)
    .where('projection.variant_id', '=', variantId)
    .executeTakeFirst()
  return {
    orderQuantity: row?.order_quantity ?? null,
    safetyStock: row?.safety_stock ?? null,
    leadTimeDays: row?.lead_time_days ?? null,
  }
}
