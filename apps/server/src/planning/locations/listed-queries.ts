import type { ProductDetail, StockStatus } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx, VariantKey, VariantsKey } from '../../kernel/database/app-database.ts'
import { isOffSale, noCounts, type StatusCounts } from '../catalog/totals/queries.ts'

/** Returns the number of variants of each status that a location keeps, by location; of all locations if none is given. */
export async function countByPlace(
  tx: Tx,
  { merchantId, location }: { merchantId: number; location?: number },
): Promise<Record<string, StatusCounts>> {
  const isAt = (alias: string) =>
    location === undefined ? sql`true` : sql`${sql.ref(alias)}.location_id = ${location}`
  // Few products are off sale: they are looked up, and all others are counted in the index alone.
  const { rows } = await sql<{ place: number; status: StockStatus; all: number; off_sale: number }>`
    select o.location_id as place, o.status, count(*) as all, coalesce(max(off.count), 0) as off_sale
    from location_projections o
    left join (
      select l.location_id, l.status, count(*) as count
      from variants v
      join location_projections l on l.merchant_id = ${merchantId} and l.variant_id = v.variant_id and ${isAt('l')}
      where v.merchant_id = ${merchantId} and ${isOffSale(merchantId)}
      group by 1, 2
    ) off on off.location_id = o.location_id and off.status = o.status
    where o.merchant_id = ${merchantId} and ${isAt('o')}
    group by 1, 2
  `.execute(tx)
  const places: Record<string, StatusCounts> = {}
  for (const { place, status, all, off_sale } of rows) {
    places[place] ??= noCounts()
    const counts = places[place]
    counts[status] = all - off_sale
    counts.off_sale += off_sale
  }
  return places
}

export interface PlacedFigures {
  variantId: number
  available: number
  incoming: number
  unitsSold30: number | null
  status: StockStatus
  projection_kind: string
  days_until_stockout: number | null
  days_low: number | null
  days_high: number | null
  /** Units that are known to be sold there, by how many days ago. */
  sold: { daysAgo: number; units: number }[]
}

/** Returns the figures of variants at a location. */
export async function listPlaced(
  tx: Tx,
  key: VariantsKey & { location: number; since: string; until: string },
): Promise<Map<number, PlacedFigures>> {
  const { merchantId, location, variantIds, since, until } = key
  const { rows } = await sql<PlacedFigures>`
    select o.variant_id as "variantId", o.available, o.incoming, o.units_sold_30 as "unitsSold30", o.status,
      o.projection_kind, o.days_until_stockout, o.days_low, o.days_high, coalesce(sold.days, '[]') as sold
    from location_projections o
    cross join lateral (
      select json_agg(json_build_object('daysAgo', ${until}::date - d.day, 'units', d.units)) as days from (
        select day, to_units(sum(units)) as units
        from order_lines
        where merchant_id = ${merchantId} and variant_id = o.variant_id and day >= ${since} and day < ${until}
          and location_id = ${location}
        group by day
      ) d
    ) sold
    where o.merchant_id = ${merchantId} and o.location_id = ${location} and o.variant_id = any(${variantIds}::bigint[])
  `.execute(tx)
  return new Map(rows.map((row) => [row.variantId, row]))
}

/** Returns the stock of a variant by location, with its projection there if the shop has several locations. */
export async function listStockByLocation(
  tx: Tx,
  { merchantId, variantId }: VariantKey,
): Promise<Omit<ProductDetail['locations'][number], 'leaving'>[]> {
  const { rows } = await sql<Omit<ProductDetail['locations'][number], 'leaving'>>`
    select i.location_id as id, coalesce(l.name, 'Location ' || i.location_id) as name, i.available,
      i.on_hand as "onHand", coalesce(p.incoming, i.incoming) as incoming, p.status, p.units_sold_30 / 30.0::float8 as "averageDailySales",
      p.demand_share as share, p.days_until_stockout as "daysUntilStockout"
    from stock_at_active_locations i
    left join locations l on l.merchant_id = ${merchantId} and l.location_id = i.location_id
    left join location_projections p on p.merchant_id = ${merchantId} and p.variant_id = i.variant_id
      and p.location_id = i.location_id
    where i.merchant_id = ${merchantId} and i.variant_id = ${variantId}
    order by name, i.location_id
  `.execute(tx)
  return rows
}

/** Returns what to move of a variant before anything is bought, the most units first. */
export async function listTransfersOf(
  tx: Tx,
  { merchantId, variantId }: VariantKey,
): Promise<ProductDetail['transfers']> {
  const { rows } = await sql<ProductDetail['transfers'][number]>`
    select json_build_object('id', s.from_location_id, 'name', f.name) as "from",
      json_build_object('id', s.to_location_id, 'name', t.name) as "to", s.units, s.transfer_days as days,
      s.stockout_before as "stockoutBefore", s.stockout_after as "stockoutAfter"
    from transfer_suggestions s
    join locations f on f.merchant_id = ${merchantId} and f.location_id = s.from_location_id
    join locations t on t.merchant_id = ${merchantId} and t.location_id = s.to_location_id
    where s.merchant_id = ${merchantId} and s.variant_id = ${variantId}
    order by s.units desc, s.from_location_id, s.to_location_id
  `.execute(tx)
  return rows
}
