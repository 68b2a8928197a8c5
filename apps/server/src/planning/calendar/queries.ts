import type { EventRepeats, EventStatus, ShopEventKind } from '@stockcast/contract'
import type { ShopPeriod } from '@stockcast/forecasting'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { merchantLock } from '../../kernel/database/merchant-lock.ts'
import { tagKeys } from '../../kernel/database/product-groups.ts'

export interface EventKey {
  merchantId: number
  eventId: number
}

/** What a merchant may set of an event. */
export interface EventFields {
  kind: ShopEventKind
  name: string
  from: string
  to: string
  repeats: EventRepeats
  effectRatio: number | null
  variantIds: readonly number[] | null
  group: { kind: 'tag'; tag: string } | { kind: 'collection'; collectionId: number } | null
}

export interface StoredEvent extends Omit<EventFields, 'variantIds' | 'group'> {
  id: number
  tag: string | null
  collectionId: number | null
  collectionTitle: string | null
  status: EventStatus
  foundRatio: number | null
  isForAll: boolean
  /** Whether it lasts until the last day of the forecast’s data. */
  isOpen: boolean
  products: number
  /** Titles of the first few. */
  titles: string[] | null
}

const TITLES = 3

/** Selects the products of the event `e`: those that were named and those of its tag or collection. */
function eventVariants(merchantId: number) {
  return sql`(
    select s.variant_id from shop_event_variants s where s.merchant_id = ${merchantId} and s.event_id = e.id
    union
    select v.variant_id from variants v
    join products p on p.merchant_id = ${merchantId} and p.product_id = v.product_id
    where (e.tag is not null or e.collection_id is not null) and v.merchant_id = ${merchantId}
      and (lower(e.tag) = any(${tagKeys}) or e.collection_id = any(p.collection_ids))
  )`
}

/** Allows one change of a merchant's calendar at a time, until the transaction ends. */
export const lockCalendar = merchantLock('calendar')

async function readEvents(
  tx: Tx,
  merchantId: number,
  condition: RawBuilder<SqlBool>,
): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select e.id, e.kind, e.status, e.name, e.starts_on as "from", e.ends_on as "to", e.repeats,
      e.effect_ratio::float8 as "effectRatio", e.found_ratio::float8 as "foundRatio", e.is_for_all as "isForAll",
      e.tag, e.collection_id as "collectionId", c.title as "collectionTitle",
      coalesce(e.ends_on >= f.origin, false) as "isOpen", p.products, p.titles
    from shop_events e
    left join shop_forecasts f on f.merchant_id = ${merchantId}
    left join collections c on c.merchant_id = ${merchantId} and c.collection_id = e.collection_id
    cross join lateral (
      select count(*) as products,
        (array_agg(v.title order by v.title_key, v.variant_id))[1:${sql.lit(TITLES)}] as titles
      from ${eventVariants(merchantId)} s
      join variants v on v.merchant_id = ${merchantId} and v.variant_id = s.variant_id
    ) p
    where e.merchant_id = ${merchantId} and ${condition}
    order by e.status = 'proposed' desc, e.starts_on desc, e.id desc
  `.execute(tx)
  return rows
}

/** Returns the events of all products and of this one, or all events. */
export async function listEvents(
  tx: Tx,
  { merchantId, variantId }: { merchantId: number; variantId?: number | undefined },
): Promise<StoredEvent[]> {
  if (variantId === undefined) return readEvents(tx, merchantId, sql<SqlBool>`true`)
  return readEvents(
    tx,
    merchantId,
    sql<SqlBool>`(e.is_for_all or exists (
      select from ${eventVariants(merchantId)} s where s.variant_id = ${variantId}
    ))`,
  )
}

export async function findEvent(tx: Tx, { merchantId, eventId }: EventKey): Promise<StoredEvent | undefined> {
  return (await readEvents(tx, merchantId, sql<SqlBool>`e.id = ${eventId}`))[0]
}

export async function listEventVariants(
  tx: Tx,
  { merchantId, eventId }: EventKey,
): Promise<{ variantId: number; title: string }[]> {
  const { rows } = await sql<{ variantId: number; title: string }>`
    select v.variant_id as "variantId", v.title
    from shop_event_variants s
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = s.variant_id
    where s.merchant_id = ${merchantId} and s.event_id = ${eventId}
    order by v.title_key, v.variant_id
  `.execute(tx)
  return rows
}

/** Returns the one-off order of a product on this day. */
export async function findOneOff(
  tx: Tx,
  { merchantId, variantId, day }: { merchantId: number; variantId: number; day: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select e.id from shop_events e
    join shop_event_variants s on s.merchant_id = ${merchantId} and s.event_id = e.id and s.variant_id = ${variantId}
    where e.merchant_id = ${merchantId} and e.kind = 'one_off' and e.starts_on = ${day}
    limit 1
  `.execute(tx)
  return rows[0]?.id
}

/** Adds a confirmed event; its products are written by `replaceVariants`. */
export async function insertEvent(
  tx: Tx,
  { merchantId, fields, at }: { merchantId: number; fields: EventFields; at: Date },
): Promise<number> {
  const row = await tx
    .insertInto('shop_events')
    .values({ merchant_id: merchantId, ...getValues(fields), created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Changes an event, which is confirmed from then on. */
export async function updateEvent(
  tx: Tx,
  { merchantId, eventId }: EventKey,
  { fields, at }: { fields: EventFields; at: Date },
): Promise<void> {
  await tx
    .updateTable('shop_events')
    .set({ ...getValues(fields), updated_at: at })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', eventId)
    .execute()
}

function getValues(fields: EventFields) {
  return {
    kind: fields.kind,
    status: 'confirmed' as const,
    name: fields.name,
    starts_on: fields.from,
    ends_on: fields.to,
    repeats: fields.repeats,
    // The column refuses a number that is too small for it instead of rounding it to 0.
    effect_ratio: fields.effectRatio === null ? null : Math.fround(fields.effectRatio),
    is_for_all: fields.variantIds === null && fields.group === null,
    tag: fields.group?.kind === 'tag' ? fields.group.tag : null,
    collection_id: fields.group?.kind === 'collection' ? fields.group.collectionId : null,
  }
}

/** Writes which products an event concerns, in place of the former ones. Returns how many of them exist. */
export async function replaceVariants(
  tx: Tx,
  { merchantId, eventId }: EventKey,
  variantIds: readonly number[],
): Promise<number> {
  await tx
    .deleteFrom('shop_event_variants')
    .where('merchant_id', '=', merchantId)
    .where('event_id', '=', eventId)
    .execute()
  if (variantIds.length === 0) return 0
  const { numAffectedRows } = await sql`
    insert into shop_event_variants (merchant_id, event_id, variant_id)
    select ${merchantId}::bigint, ${eventId}::bigint, v.variant_id from variants v
    where v.merchant_id = ${merchantId} and v.variant_id = any(${variantIds}::bigint[])
  `.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export async function deleteEvent(tx: Tx, { merchantId, eventId }: EventKey): Promise<void> {
  await tx.deleteFrom('shop_events').where('merchant_id', '=', merchantId).where('id', '=', eventId).execute()
}

/**
 * Stores the answer to what was found. Returns false if it was not found, or is to be a proposal again while another one begins
 * on the same day.
 */
export async function setStatus(
  tx: Tx,
  { merchantId, eventId }: EventKey,
  { status, at }: { status: EventStatus; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update shop_events e set status = ${status}, updated_at = ${at}
    where e.merchant_id = ${merchantId} and e.id = ${eventId} and e.found_ratio is not null
      and (${status} <> 'proposed' or not exists (
        select from shop_events o where o.merchant_id = ${merchantId} and o.status = 'proposed' and o.id <> e.id
          and o.kind = e.kind and o.starts_on = e.starts_on))
    returning e.id
  `.execute(tx)
  return rows.length > 0
}

export interface ToldRow {
  kind: ShopEventKind
  status: EventStatus
  name: string
  from: number
  to: number
  repeats: EventRepeats
  effectRatio: number | null
  /** null: all products. */
  variantIds: number[] | null
}

/** Returns what the merchant confirmed or denied, in epoch days. */
export async function listToldRows(tx: Tx, merchantId: number): Promise<ToldRow[]> {
  const { rows } = await sql<ToldRow>`
    select e.kind, e.status, e.name, e.starts_on - date '1970-01-01' as "from", e.ends_on - date '1970-01-01' as "to", e.repeats,
      e.effect_ratio::float8 as "effectRatio",
      case when not e.is_for_all then p.variant_ids end as "variantIds"
    from shop_events e
    cross join lateral (
      select coalesce(json_agg(s.variant_id order by s.variant_id), '[]') as variant_ids from ${eventVariants(merchantId)} s
    ) p
    where e.merchant_id = ${merchantId} and e.status <> 'proposed'
    order by e.starts_on, e.id
  `.execute(tx)
  return rows
}

/**
 * Replaces the proposals by the events that the latest forecast found. A proposal that begins on the same day keeps its id.
 * Events that overlap days that the merchant has entered since are left out.
 */
export async function replaceProposals(
  tx: Tx,
  { merchantId, found, at }: { merchantId: number; found: readonly ShopPeriod[]; at: Date },
): Promise<void> {
  const kinds = found.map(({ kind }) => kind)
  const starts = found.map(({ from }) => dayFromEpoch(from))
  await sql`
    delete from shop_events e
    where e.merchant_id = ${merchantId} and e.status = 'proposed' and not exists (
      select from unnest(${kinds}::text[], ${starts}::date[]) as f (kind, starts_on)
      where f.kind = e.kind and f.starts_on = e.starts_on)
  `.execute(tx)
  if (found.length === 0) return
  await sql`
    insert into shop_events (merchant_id, kind, status, starts_on, ends_on, found_ratio, is_for_all, created_at, updated_at)
    select ${merchantId}::bigint, f.kind, 'proposed', f.starts_on, f.ends_on, f.ratio, true, ${at}::timestamptz, ${at}::timestamptz
    from unnest(${kinds}::text[], ${starts}::date[], ${found.map(({ to }) => dayFromEpoch(to))}::date[],
      ${found.map(({ ratio }) => ratio)}::real[]) as f (kind, starts_on, ends_on, ratio)
    where not exists (
      select from shop_events o where o.merchant_id = ${merchantId} and o.status <> 'proposed' and o.is_for_all
        and o.starts_on <= f.ends_on and o.ends_on >= f.starts_on)
    on conflict (merchant_id, kind, starts_on) where status = 'proposed' do update set
      ends_on = excluded.ends_on, found_ratio = excluded.found_ratio, updated_at = excluded.updated_at
  `.execute(tx)
}
