import { sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { StoredItem } from '../../suppliers/item-queries.ts'
import { getMinimum, type StoredSupplier } from '../../suppliers/queries.ts'

/** What an order takes over from its supplier. */
export type OrderSupplier = Omit<
  StoredSupplier,
  'worstLeadTimeDays' | 'review' | 'coverDays' | 'shutdowns' | 'archivedAt' | 'createdAt'
> & { isArchived: boolean }

/** Returns what an order keeps of its supplier as of the day on which it is placed, as JSON. */
export function getSnapshot({
  name,
  email,
  language,
  contactName,
  address,
}: Pick<OrderSupplier, 'name' | 'email' | 'language' | 'contactName' | 'address'>): string {
  return JSON.stringify({ name, email, language, contactName, address })
}

/** Returns these suppliers by id, archived ones too. */
export async function findSuppliers(
  tx: Tx,
  { merchantId, supplierIds }: { merchantId: number; supplierIds: readonly number[] },
): Promise<Map<number, OrderSupplier>> {
  const { rows } = await sql<Omit<OrderSupplier, 'minimum'> & Parameters<typeof getMinimum>[0]>`
    select id, name, email, other_emails as "otherEmails", contact_name as "contactName", address, language, currency,
      minimum_kind, minimum_amount, stated_lead_time_days as "statedLeadTimeDays", replaces_rejected as "replacesRejected",
      archived_at is not null as "isArchived"
    from suppliers where merchant_id = ${merchantId} and id = any(${supplierIds}::bigint[])
  `.execute(tx)
  return new Map(rows.map((row) => [row.id, { ...row, minimum: getMinimum(row) }]))
}

/** What a supplier asks for a product. */
export type SupplierPrice = Omit<StoredItem, 'minimumUnits' | 'maximumUnits' | 'rank'>

/**
 * Returns the prices of these suppliers for these products, by `priceKey`. Where a supplier's price is unknown it is the store's
 * cost, if that is in the supplier's currency.
 */
export async function listPrices(
  tx: Tx,
  args: { merchantId: number; supplierIds: readonly number[]; variantIds: readonly number[] },
): Promise<Map<string, SupplierPrice>> {
  const { merchantId, supplierIds, variantIds } = args
  if (variantIds.length === 0) return new Map()
  const { rows } = await sql<SupplierPrice>`
    select i.supplier_id as "supplierId", i.variant_id as "variantId", i.supplier_sku as "supplierSku",
      i.pack_size as "packSize", i.price_breaks as "priceBreaks", i.lead_time_days as "leadTimeDays",
      coalesce(i.unit_cost_minor, case when v.unit_cost_currency = s.currency then v.unit_cost_minor end) as "unitCostMinor"
    from supplier_variants i
    join suppliers s on s.merchant_id = ${merchantId} and s.id = i.supplier_id
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = i.variant_id
    where i.merchant_id = ${merchantId} and i.supplier_id = any(${supplierIds}::bigint[])
      and i.variant_id = any(${variantIds}::bigint[])
  `.execute(tx)
  return new Map(rows.map((row) => [priceKey(row.supplierId, row.variantId), row]))
}

export function priceKey(supplierId: number, variantId: number): string {
  return `${supplierId}:${variantId}`
}

/** Returns the name of the location that receives an order; a location that does not exist is refused. */
export async function getLocationName(
  tx: Tx,
  { merchantId, locationId }: { merchantId: number; locationId: number | null },
): Promise<string | null> {
  if (locationId === null) return null
  const row = await tx
    .selectFrom('locations')
    .select('name')
    .where('merchant_id', '=', merchantId)
    .where('location_id', '=', locationId)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'This location does not exist.')
  return row.name
}

export async function hasManyLocations(tx: Tx, merchantId: number): Promise<boolean> {
  const rows = await tx
    .selectFrom('locations')
    .select('location_id')
    .where('merchant_id', '=', merchantId)
    .limit(2)
    .execute()
  return rows.length > 1
}

/** Returns the variants that suppliers who are paid in a currency sell. */
export async function listVariantsPaidIn(
  tx: Tx,
  { merchantId, currency }: { merchantId: number; currency: string },
): Promise<number[]> {
  const rows = await tx
    .selectFrom('supplier_variants as i')
    .innerJoin('suppliers as s', (join) =>
      join.onRef('s.id', '=', 'i.supplier_id').on('s.merchant_id', '=', merchantId),
    )
    .select('i.variant_id')
    .where('i.merchant_id', '=', merchantId)
    .where('s.currency', '=', currency)
    .execute()
  return rows.map((row) => row.variant_id)
}
