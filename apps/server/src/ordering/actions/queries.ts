import type { VariantSettings } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'

/**
 * Locks a product against removal until the transaction ends, so that rows that refer to it can be written.
 */
export async function holdVariant(tx: Tx, { merchantId, variantId }: VariantKey): Promise<void> {
  await sql`
    select from variants where merchant_id = ${merchantId} and variant_id = ${variantId} for key share
  `.execute(tx)
}

/**
 * Returns stock and transfers of a variant as the store has them; undefined when there is no such variant.
 */
export async function findStock(
  tx: Tx,
  { merchantId, variantId }: VariantKey,
): Promise<{ title: string; available: number; incoming: number } | undefined> {
  const { rows } = await sql<{ title: string; available: number; incoming: number }>`
    select v.title, to_units(coalesce(sum(i.available), 0)) as available,
      to_units(coalesce(sum(i.incoming), 0)) as incoming
    from variants v
    left join stock_at_active_locations i on i.merchant_id = ${merchantId} and i.variant_id = v.variant_id
    where v.merchant_id = ${merchantId} and v.variant_id = ${variantId}
    group by v.title
  `.execute(tx)
  return rows[0]
}
export interface Selection {
  merchantId: number
  /** null for every variant. */
  variantIds: readonly number[] | null
}

export interface VariantKey {
  merchantId: number
  variantId: number
}

/** Returns the recommended quantity and the product's own settings. */
export async function findOrderAdvice(
  tx: Tx,
  { merchantId, variantId }: VariantKey,
): Promise<VariantSettings & { orderQuantity: number | null }> {
  const row = await tx
    .selectFrom('stock_projections as projection')
    .leftJoin('variant_overrides as own', (join) =>
      join.onRef('own.variant_id', '=', 'projection.variant_id').on('own.merchant_id', '=', merchantId),
    )
    .select(['projection.order_quantity', 'own.safety_stock', 'own.lead_time_days', 'own.cover_days'])
    .where('projection.merchant_id', '=', merchantId)
    .where('projection.variant_id', '=', variantId)
    .executeTakeFirst()
  return {
    orderQuantity: row?.order_quantity ?? null,
    safetyStock: row?.safety_stock ?? null,
    leadTimeDays: row?.lead_time_days ?? null,
    coverDays: row?.cover_days ?? null,
  }
}
