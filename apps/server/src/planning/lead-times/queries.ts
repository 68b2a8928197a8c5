import { sql } from 'kysely'
import type { SomeVariants, SuppliersKey, Tx, VariantsKey } from '../../kernel/database/app-database.ts'
import { isAmong } from '../../kernel/database/is-among.ts'

/** What a supplier that is not archived sells of a variant. Amounts are in the supplier's currency. */
export interface OfferRow {
  variantId: number
  supplierId: number
  unitCostMinor: number | null
  packSize: number
  minimumUnits: number | null
  maximumUnits: number | null
  priceBreaks: readonly { fromUnits: number; unitCostMinor: number }[]
  leadTimeDays: number | null
}

/** Returns what suppliers sell of these variants, the preferred supplier of each first. */
export async function listOffers(tx: Tx, { merchantId, variantIds }: SomeVariants): Promise<OfferRow[]> {
  const { rows } = await sql<OfferRow>`
    select i.variant_id as "variantId", i.supplier_id as "supplierId", i.unit_cost_minor as "unitCostMinor",
      i.pack_size as "packSize", i.minimum_units as "minimumUnits", i.maximum_units as "maximumUnits",
      i.price_breaks as "priceBreaks", i.lead_time_days as "leadTimeDays"
    from supplier_variants i
    join suppliers s on s.merchant_id = ${merchantId} and s.id = i.supplier_id and s.archived_at is null
    where i.merchant_id = ${merchantId} and ${isAmong('i.variant_id', variantIds)}
    order by i.variant_id, i.rank, i.supplier_id
  `.execute(tx)
  return rows
}

export interface SupplierRow {
  id: number
  name: string
  currency: string
  statedDays: number | null
  worstDays: number | null
  reviewKind: 'any_day' | 'weekdays' | 'weeks'
  reviewWeekdays: number[] | null
  reviewWeeks: number | null
  reviewFrom: string | null
  coverDays: number | null
  minimumKind: 'none' | 'value' | 'units'
  minimumAmount: number | null
  shutdowns: readonly { from: string; to: string }[]
}

export async function listSuppliers(
  tx: Tx,
  { merchantId, supplierIds }: SuppliersKey,
): Promise<SupplierRow[]> {
  const { rows } = await sql<SupplierRow>`
    select id, name, currency, stated_lead_time_days as "statedDays", worst_lead_time_days as "worstDays",
      review_kind as "reviewKind", review_weekdays as "reviewWeekdays", review_weeks as "reviewWeeks",
      review_from as "reviewFrom", cover_days as "coverDays", minimum_kind as "minimumKind", minimum_amount as "minimumAmount", shutdowns
    from suppliers
    where merchant_id = ${merchantId} and id = any(${supplierIds}::bigint[])
  `.execute(tx)
  return rows
}

/** Units of one order that were accepted on one day; a receipt that undoes another counts on the day of the other. */
export interface AcceptedRow {
  supplierId: number
  /** The id of our order, or the name of an order in the store, such as `purchase_order/3`. */
  order: string
  orderedOn: string
  day: string
  units: number
}

/**
 * Returns the units accepted since a day from the suppliers' orders, and from the store's orders with suppliers of these names.
 * An order that is in both counts once, as ours. Noted orders are left out, because they end on the day on which the store
 * shows their units, in a transfer or in the stock; the store's own order is learned from instead.
 */
export async function listAccepted(
  tx: Tx,
  { merchantId, supplierIds, since }: SuppliersKey & { since: string },
): Promise<AcceptedRow[]> {
  const { rows } = await sql<AcceptedRow>`
    select o.supplier_id as "supplierId", o.id::text as "order", o.ordered_on as "orderedOn",
      coalesce(u.received_on, r.received_on) as day, to_units(sum(l.accepted_units)) as units
    from purchase_orders o
    join receipts r on r.merchant_id = ${merchantId} and r.order_id = o.id
    left join receipts u on u.merchant_id = ${merchantId} and u.id = r.reverses
    join receipt_lines l on l.merchant_id = ${merchantId} and l.receipt_id = r.id
    where o.merchant_id = ${merchantId} and o.supplier_id = any(${supplierIds}::bigint[])
      and o.ordered_on >= ${since} and not o.is_noted and o.status <> 'cancelled'
    group by 1, 2, 3, 4
    union all
    select s.id, t.source, t.ordered_on, t.received_on, to_units(sum(t.units))
    from suppliers s
    join store_lead_times t on t.merchant_id = ${merchantId} and lower(btrim(t.supplier_name)) = lower(btrim(s.name))
    where s.merchant_id = ${merchantId} and s.id = any(${supplierIds}::bigint[]) and t.ordered_on >= ${since}
      and not exists (
        select from store_order_matches m
        join purchase_orders n on n.merchant_id = ${merchantId} and n.id = m.order_id
          and not n.is_noted and n.status <> 'cancelled'
        where m.merchant_id = ${merchantId} and m.source = t.source and m.undone_at is null)
    group by 1, 2, 3, 4
  `.execute(tx)
  return rows
}

/** Returns the suppliers' orders from which nothing has arrived yet, each with the day on which it was placed. */
export async function listWaiting(
  tx: Tx,
  { merchantId, supplierIds }: SuppliersKey,
): Promise<{ supplierId: number; orderedOn: string }[]> {
  const { rows } = await sql<{ supplierId: number; orderedOn: string }>`
    select supplier_id as "supplierId", ordered_on as "orderedOn" from purchase_orders
    where merchant_id = ${merchantId} and supplier_id = any(${supplierIds}::bigint[])
      and status = 'ordered' and not is_noted and ordered_on is not null
  `.execute(tx)
  return rows
}

/** Returns the lead times that were typed for these products, for a supplier and for themselves; the others are left out. */
export async function listTypedLeadTimes(
  tx: Tx,
  { merchantId, supplierId, variantIds }: VariantsKey & { supplierId: number },
): Promise<Map<number, { itemDays: number | null; variantDays: number | null }>> {
  const { rows } = await sql<{ variantId: number; itemDays: number | null; variantDays: number | null }>`
    select v.variant_id as "variantId", i.lead_time_days as "itemDays", o.lead_time_days as "variantDays"
    from unnest(${variantIds}::bigint[]) as v (variant_id)
    left join supplier_variants i on i.merchant_id = ${merchantId} and i.supplier_id = ${supplierId}
      and i.variant_id = v.variant_id
    left join variant_overrides o on o.merchant_id = ${merchantId} and o.variant_id = v.variant_id
    where i.lead_time_days is not null or o.lead_time_days is not null
  `.execute(tx)
  return new Map(rows.map(({ variantId, ...typed }) => [variantId, typed]))
}
