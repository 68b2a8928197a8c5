import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { bulkUpsert, type RowOf } from '../../kernel/database/bulk-upsert.ts'
import { isAmong } from '../../kernel/database/is-among.ts'
import { markCatalogue } from '../../kernel/database/stale-marks.ts'
import { type ShopMoney, variantCosts } from '../../kernel/database/variant-costs.ts'

export type LocationRole = 'shop' | 'warehouse' | 'external'

export interface ShopLocation {
  id: number
  name: string
  role: LocationRole
  /** In the last 90 days, as known by location; null before it was first counted. */
  unitsSold: number | null
}

/** Returns the locations of the shop that are open, by name. */
export async function listLocations(tx: Tx, merchantId: number): Promise<ShopLocation[]> {
  const { rows } = await sql<ShopLocation>`
    select location_id as id, name, role, units_sold as "unitsSold" from locations
    where merchant_id = ${merchantId} and is_active
    order by name, location_id
  `.execute(tx)
  return rows
}

/** Returns only the names of the open locations, by name. */
export async function listLocationNames(tx: Tx, merchantId: number): Promise<{ id: number; name: string }[]> {
  return (await listLocations(tx, merchantId)).map(({ id, name }) => ({ id, name }))
}

/** Counts what each location has sold since a day; orders that no location is known of count nowhere. */
export async function countSales(
  tx: Tx,
  { merchantId, since }: { merchantId: number; since: string },
): Promise<void> {
  await sql`
    update locations l set units_sold = coalesce(sold.units, 0)
    from locations own
    left join (
      select location_id, sum(units) as units from order_lines
      where merchant_id = ${merchantId} and location_id is not null and day >= ${since}
      group by location_id
    ) sold on sold.location_id = own.location_id
    where l.merchant_id = ${merchantId} and own.merchant_id = ${merchantId} and own.location_id = l.location_id
  `.execute(tx)
}

/** A tracked variant at a location that keeps it. */
export interface LocationState {
  variantId: number
  locationId: number
  available: number
  incoming: number
  /** Units sold as known by location, in 30 and in 90 days. */
  units30: number
  units90: number
  outSince: string | null
}

/** Returns these variants at all open locations that keep them, by variant and location. */
export async function listLocationStates(
  tx: Tx,
  key: { merchantId: number; variantIds: readonly number[]; today: string; since30: string; since90: string },
): Promise<LocationState[]> {
  const { merchantId, variantIds, today, since30, since90 } = key
  const { rows } = await sql<LocationState>`
    with sold as materialized (
      select variant_id, location_id, to_units(sum(units)) as units_90,
        to_units(coalesce(sum(units) filter (where day >= ${since30}), 0)) as units_30
      from order_lines
      where merchant_id = ${merchantId} and variant_id = any(${variantIds}::bigint[])
        and day >= ${since90} and day < ${today} and location_id is not null
      group by variant_id, location_id
    )
    select i.variant_id as "variantId", i.location_id as "locationId", i.available, i.incoming,
      coalesce(s.units_30, 0) as "units30", coalesce(s.units_90, 0) as "units90", p.out_since as "outSince"
    from stock_at_active_locations i
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = i.variant_id and v.is_tracked
    left join sold s on s.variant_id = i.variant_id and s.location_id = i.location_id
    left join location_projections p on p.merchant_id = ${merchantId} and p.variant_id = i.variant_id
      and p.location_id = i.location_id
    where i.merchant_id = ${merchantId} and i.variant_id = any(${variantIds}::bigint[])
    order by i.variant_id, i.location_id
  `.execute(tx)
  return rows
}

export type LocationProjection = RowOf<'location_projections'>

/** Replaces the projections by location of these variants (null: of all). */
export async function replaceProjections(
  tx: Tx,
  args: { merchantId: number; variantIds: readonly number[] | null; rows: readonly LocationProjection[] },
): Promise<void> {
  const { merchantId, variantIds, rows } = args
  const { numAffectedRows: deleted = 0n } = await sql`
    delete from location_projections p
    where p.merchant_id = ${merchantId} and ${isAmong('p.variant_id', variantIds)} and not exists (
      select from unnest(${rows.map((row) => row.variant_id)}::bigint[], ${rows.map((row) => row.location_id)}::bigint[])
        as kept (variant_id, location_id)
      where kept.variant_id = p.variant_id and kept.location_id = p.location_id)
  `.execute(tx)
  if (deleted > 0n) await markCatalogue(tx, merchantId)
  await bulkUpsert(tx, {
    table: 'location_projections',
    merchantId,
    key: ['variant_id', 'location_id'],
    rows,
  })
}

export type SuggestionRow = RowOf<'transfer_suggestions'>

/** Replaces the suggestions of these variants; null: of all. */
export async function replaceSuggestions(
  tx: Tx,
  args: { merchantId: number; variantIds: readonly number[] | null; rows: readonly SuggestionRow[] },
): Promise<void> {
  const { merchantId, variantIds, rows } = args
  await sql`delete from transfer_suggestions where merchant_id = ${merchantId} and ${isAmong('variant_id', variantIds)}`.execute(
    tx,
  )
  await bulkUpsert(tx, {
    table: 'transfer_suggestions',
    merchantId,
    key: ['variant_id', 'from_location_id', 'to_location_id'],
    rows,
  })
}

/** Returns what a unit of each variant earns, in minor units of the shop's currency, and the packs in which it is bought. */
export async function listWorths(
  tx: Tx,
  { money, variantIds }: { money: ShopMoney; variantIds: readonly number[] },
): Promise<Map<number, { marginMinor: number | null; packSize: number }>> {
  const { rows } = await sql<{ variantId: number; marginMinor: number | null; packSize: number }>`
    select c.variant_id as "variantId", c.margin_minor as "marginMinor", coalesce(q.pack_size, 1) as "packSize"
    from (${variantCosts(money, variantIds)}) c
    left join order_plans q on q.merchant_id = ${money.merchantId} and q.variant_id = c.variant_id
  `.execute(tx)
  return new Map(rows.map(({ variantId, ...worth }) => [variantId, worth]))
}

/** Units of a transfer that the store does not know of. */
export interface PlannedMove {
  variantId: number
  from: number
  to: number
  units: number
  /** Whether they are planned alone; otherwise only the way back is closed. */
  isDraft: boolean
}

/** Returns the transfers of these variants since an instant, and all drafts, except cancelled ones. */
export async function listPlannedMoves(
  tx: Tx,
  { merchantId, variantIds, since }: { merchantId: number; variantIds: readonly number[]; since: Date },
): Promise<PlannedMove[]> {
  const { rows } = await sql<PlannedMove>`
    select l.variant_id as "variantId", t.from_location_id as "from", t.to_location_id as "to", l.units,
      t.status = 'draft' as "isDraft"
    from stock_transfer_lines l
    join stock_transfers t on t.merchant_id = ${merchantId} and t.id = l.transfer_id
    where l.merchant_id = ${merchantId} and l.variant_id = any(${variantIds}::bigint[])
      and t.status <> 'cancelled' and (t.created_at >= ${since} or t.status = 'draft') and l.refused_because is null
    order by t.id
  `.execute(tx)
  return rows
}

/** A way between two locations as the merchant described it. */
export interface LaneRow {
  from: number
  to: number
  isOn: boolean
  days: number
  minimumUnits: number
  unitCostMinor: number
}

export async function listLanes(tx: Tx, merchantId: number): Promise<LaneRow[]> {
  const { rows } = await sql<LaneRow>`
    select from_location_id as "from", to_location_id as "to", is_on as "isOn", transfer_days as days,
      minimum_units as "minimumUnits", unit_cost_minor as "unitCostMinor"
    from transfer_lanes where merchant_id = ${merchantId}
    order by from_location_id, to_location_id
  `.execute(tx)
  return rows
}

export interface LocationChoices {
  alertsByLocation: boolean
  /** Less valuable transfers are not suggested. */
  leastTransferMinor: number
}

export async function findLocationChoices(tx: Tx, merchantId: number): Promise<LocationChoices> {
  const row = await tx
    .selectFrom('merchants')
    .select(['alerts_by_location as alertsByLocation', 'least_transfer_minor as leastTransferMinor'])
    .where('id', '=', merchantId)
    .executeTakeFirst()
  // The account may have been deleted meanwhile.
  return row ?? { alertsByLocation: false, leastTransferMinor: 0 }
}

export async function updateRoles(
  tx: Tx,
  merchantId: number,
  roles: readonly { id: number; role: LocationRole }[],
): Promise<void> {
  await sql`
    update locations l set role = given.role
    from unnest(${roles.map(({ id }) => id)}::bigint[], ${roles.map(({ role }) => role)}::text[]) as given (id, role)
    where l.merchant_id = ${merchantId} and l.location_id = given.id
  `.execute(tx)
}

export async function upsertLanes(tx: Tx, merchantId: number, lanes: readonly LaneRow[]): Promise<void> {
  // Of a way that is named twice the last counts.
  const rows = new Map(
    lanes.map((lane) => [
      `${lane.from}/${lane.to}`,
      {
        from_location_id: lane.from,
        to_location_id: lane.to,
        is_on: lane.isOn,
        transfer_days: lane.days,
        minimum_units: lane.minimumUnits,
        unit_cost_minor: lane.unitCostMinor,
      },
    ]),
  )
  await bulkUpsert(tx, {
    table: 'transfer_lanes',
    merchantId,
    key: ['from_location_id', 'to_location_id'],
    rows: [...rows.values()],
  })
}

export async function updateChoices(
  tx: Tx,
  merchantId: number,
  choices: { [Choice in keyof LocationChoices]: LocationChoices[Choice] | undefined },
): Promise<void> {
  await sql`
    update merchants set alerts_by_location = coalesce(${choices.alertsByLocation ?? null}::boolean, alerts_by_location),
      least_transfer_minor = coalesce(${choices.leastTransferMinor ?? null}::bigint, least_transfer_minor)
    where id = ${merchantId}
  `.execute(tx)
}
