import { sql } from 'kysely'
import type { Tx } from '../../database/app-database.ts'
import type { VariantKey } from './variant-key.ts'

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
    left join inventory_levels i on i.merchant_id = ${merchantId} and i.variant_id = v.variant_id and not exists (
      select from locations l
      where l.merchant_id = ${merchantId} and l.location_id = i.location_id and not l.is_active)
    where v.merchant_id = ${merchantId} and v.variant_id = ${variantId}
    group by v.title
  `.execute(tx)
  return rows[0]
}

/** Returns the shop's time zone and country, which decide its days and how they are written. */
export async function findPlace(
  tx: Tx,
  merchantId: number,
): Promise<{ timeZone: string; countryCode: string | null }> {
  return tx
    .selectFrom('merchants')
    .select(['time_zone as timeZone', 'country_code as countryCode'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow()
}
