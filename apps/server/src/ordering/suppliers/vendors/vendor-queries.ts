import { MAX_VENDORS, type VendorList } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'

/** The vendor's name as a supplier can have it. */
const vendorName = sql`btrim(left(btrim(p.vendor), 200))`

/** Products on sale that no supplier sells. */
const unsold = (merchantId: number) => sql`
  from variants v
  join products p on p.merchant_id = ${merchantId} and p.product_id = v.product_id
    and p.status <> 'archived' and not p.is_gift_card
  where v.merchant_id = ${merchantId} and not exists (
    select from supplier_variants i where i.merchant_id = ${merchantId} and i.variant_id = v.variant_id)`

/** Returns the vendors of products that no supplier sells, those with most products first. Archived suppliers stay archived. */
export async function listUnsoldVendors(
  tx: Tx,
  { merchantId, currency }: { merchantId: number; currency: string },
): Promise<VendorList['vendors']> {
  const { rows } = await sql<VendorList['vendors'][number]>`
    select n.name, n.products, n."withCost", s.id is not null as "isSupplier"
    from (
      select min(${vendorName}) as name, lower(${vendorName}) as key, count(*)::int as products,
        (count(*) filter (where v.unit_cost_currency = ${currency}))::int as "withCost"
      ${unsold(merchantId)} and ${vendorName} <> '' group by lower(${vendorName})
    ) n
    left join suppliers s on s.merchant_id = ${merchantId} and s.name_key = n.key
    where s.archived_at is null
    order by n.products desc, n.key limit ${MAX_VENDORS}
  `.execute(tx)
  return rows
}

export async function countWithoutVendor(tx: Tx, merchantId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count ${unsold(merchantId)} and coalesce(${vendorName}, '') = ''
  `.execute(tx)
  return rows[0]?.count ?? 0
}

/** Adds a supplier for each vendor whose name none has, and returns how many. */
export async function insertVendorSuppliers(
  tx: Tx,
  args: {
    merchantId: number
    currency: string
    at: Date
    vendors: readonly { name: string; leadTimeDays: number | null }[]
  },
): Promise<number> {
  const { merchantId, currency, at, vendors } = args
  const { rows } = await sql`
    insert into suppliers (merchant_id, name, currency, stated_lead_time_days, created_at, updated_at)
    select ${merchantId}, n.name, ${currency}, n.days, ${at}::timestamptz, ${at}::timestamptz
    from unnest(${vendors.map(({ name }) => name)}::text[], ${vendors.map(({ leadTimeDays }) => leadTimeDays)}::int[]) as n (name, days)
    on conflict (merchant_id, name_key) do nothing
    returning id
  `.execute(tx)
  return rows.length
}

/** Lets the suppliers of these names sell the products of the vendors of the same name, and returns those products' ids. */
export async function insertVendorItems(
  tx: Tx,
  { merchantId, at, names }: { merchantId: number; at: Date; names: readonly string[] },
): Promise<number[]> {
  const { rows } = await sql<{ variant_id: number }>`
    insert into supplier_variants (merchant_id, supplier_id, variant_id, updated_at)
    select ${merchantId}, s.id, u.variant_id, ${at}::timestamptz
    from (
      select v.variant_id, lower(${vendorName}) as key ${unsold(merchantId)}
    ) u
    join suppliers s on s.merchant_id = ${merchantId} and s.name_key = u.key and s.archived_at is null
      and s.name_key = any(select lower(n) from unnest(${names}::text[]) n)
    returning variant_id
  `.execute(tx)
  return rows.map((row) => row.variant_id)
}
