import type { Tx } from '../../../kernel/database/app-database.ts'

/** Returns the last answer of the day before with what it was derived from; undefined without a projection. */
export async function findPreviousAnswer(tx: Tx, key: { merchantId: number; variantId: number }) {
  return tx
    .selectFrom('stock_projections')
    .select([
      'previous_for',
      'previous_days_until_stockout',
      'previous_order_by',
      'previous_available',
      'previous_incoming',
      'previous_not_in_store',
      'previous_daily_demand',
      'previous_lead_time_days',
      'previous_safety_stock',
      'previous_service_level',
    ])
    .where('merchant_id', '=', key.merchantId)
    .where('variant_id', '=', key.variantId)
    .executeTakeFirst()
}
