import type { Act, NotedOrder, Silence, SilenceList } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../database/app-database.ts'

interface Selection {
  merchantId: number
  /** null: of every variant. */
  variantIds: readonly number[] | null
}

interface VariantKey {
  merchantId: number
  variantId: number
}

export interface SilenceRow {
  variant_id: number
  kind: Silence['kind']
  until: Date | null
  available_then: number
}

export interface OpenOrder {
  id: number
  variant_id: number
  units_left: number
  expected_on: string
  available_seen: number
  incoming_seen: number
}

/** Stock and transfers of one variant as the store has them; undefined when there is no such variant. */
export async function findStock(
  tx: Tx,
  { merchantId, variantId }: VariantKey,
): Promise<{ title: string; available: number; incoming: number } | undefined> {
  const { rows } = await sql<{ title: string; available: number; incoming: number }>`
    select v.title, coalesce(sum(i.available), 0) as available, coalesce(sum(i.incoming), 0) as incoming
    from variants v
    left join inventory_levels i on i.merchant_id = ${merchantId} and i.variant_id = v.variant_id and not exists (
      select from locations l
      where l.merchant_id = ${merchantId} and l.location_id = i.location_id and not l.is_active)
    where v.merchant_id = ${merchantId} and v.variant_id = ${variantId}
    group by v.title
  `.execute(tx)
  return rows[0]
}

export async function listSilenceRows(tx: Tx, { merchantId, variantIds }: Selection): Promise<SilenceRow[]> {
  let query = tx
    .selectFrom('alert_silences')
    .select(['variant_id', 'kind', 'until', 'available_then'])
    .where('merchant_id', '=', merchantId)
  if (variantIds !== null) query = query.where((e) => e('variant_id', '=', e.fn.any(e.val([...variantIds]))))
  return query.execute()
}

export async function findSilence(tx: Tx, { merchantId, variantId }: VariantKey): Promise<Silence | null> {
  const row = await tx
    .selectFrom('alert_silences')
    .select(['variant_id', 'kind', 'until', 'created_at'])
    .where('merchant_id', '=', merchantId)
    .where('variant_id', '=', variantId)
    .executeTakeFirst()
  return row ? silenceOf(row) : null
}

export async function listSilences(tx: Tx, merchantId: number): Promise<SilenceList['silences']> {
  const rows = await tx
    .selectFrom('alert_silences as silence')
    .innerJoin('variants as v', (join) =>
      join.onRef('v.variant_id', '=', 'silence.variant_id').on('v.merchant_id', '=', merchantId),
    )
    .select(['silence.variant_id', 'silence.kind', 'silence.until', 'silence.created_at', 'v.title', 'v.sku'])
    .where('silence.merchant_id', '=', merchantId)
    .orderBy('silence.created_at', 'desc')
    .orderBy('silence.variant_id')
    .execute()
  return rows.map((row) => ({ ...silenceOf(row), title: row.title, sku: row.sku }))
}

/** The latest word counts. */
export async function saveSilence(
  tx: Tx,
  silence: VariantKey & { kind: Silence['kind']; until: Date | null; availableThen: number; at: Date },
): Promise<void> {
  const values = {
    kind: silence.kind,
    until: silence.until,
    available_then: silence.availableThen,
    created_at: silence.at,
  }
  await tx
    .insertInto('alert_silences')
    .values({ merchant_id: silence.merchantId, variant_id: silence.variantId, ...values })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'variant_id']).doUpdateSet(values))
    .execute()
}

export async function deleteSilences(
  tx: Tx,
  { merchantId, variantIds }: { merchantId: number; variantIds: readonly number[] },
): Promise<number> {
  if (variantIds.length === 0) return 0
  const { numDeletedRows } = await tx
    .deleteFrom('alert_silences')
    .where('merchant_id', '=', merchantId)
    .where((e) => e('variant_id', '=', e.fn.any(e.val([...variantIds]))))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Still to come, the earliest first. */
export async function listOpenOrders(tx: Tx, { merchantId, variantIds }: Selection): Promise<OpenOrder[]> {
  let query = tx
    .selectFrom('noted_orders')
    .select(['id', 'variant_id', 'units_left', 'expected_on', 'available_seen', 'incoming_seen'])
    .where('merchant_id', '=', merchantId)
    .where('closed_at', 'is', null)
  if (variantIds !== null) query = query.where((e) => e('variant_id', '=', e.fn.any(e.val([...variantIds]))))
  return query.orderBy('expected_on').orderBy('id').execute()
}

export async function listNotedOrders(tx: Tx, { merchantId, variantId }: VariantKey): Promise<NotedOrder[]> {
  const rows = await tx
    .selectFrom('noted_orders')
    .select(['id', 'variant_id', 'units', 'units_left', 'expected_on', 'noted_at'])
    .where('merchant_id', '=', merchantId)
    .where('variant_id', '=', variantId)
    .where('closed_at', 'is', null)
    .orderBy('expected_on')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    variantId: row.variant_id,
    units: row.units,
    unitsLeft: row.units_left,
    expectedOn: row.expected_on,
    notedAt: row.noted_at.toISOString(),
  }))
}

export async function insertOrder(
  tx: Tx,
  order: VariantKey & { units: number; expectedOn: string; at: Date; available: number; incoming: number },
): Promise<number> {
  const { id } = await tx
    .insertInto('noted_orders')
    .values({
      merchant_id: order.merchantId,
      variant_id: order.variantId,
      units: order.units,
      units_left: order.units,
      expected_on: order.expectedOn,
      noted_at: order.at,
      available_seen: order.available,
      incoming_seen: order.incoming,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** When it was noted; undefined when it is not among those still to come. */
export async function removeOrder(
  tx: Tx,
  { merchantId, variantId, orderId, at }: VariantKey & { orderId: number; at: Date },
): Promise<Date | undefined> {
  const row = await tx
    .updateTable('noted_orders')
    .set({ closed_at: at, closed_because: 'removed' })
    .where('merchant_id', '=', merchantId)
    .where('variant_id', '=', variantId)
    .where('id', '=', orderId)
    .where('closed_at', 'is', null)
    .returning('noted_at')
    .executeTakeFirst()
  return row?.noted_at
}

export interface FollowedOrder extends OpenOrder {
  closed: 'arrived' | 'overdue' | null
}

export async function saveFollowedOrders(
  tx: Tx,
  { merchantId, at, orders }: { merchantId: number; at: Date; orders: readonly FollowedOrder[] },
): Promise<void> {
  if (orders.length === 0) return
  await sql`
    update noted_orders set units_left = seen.units_left, available_seen = seen.available, incoming_seen = seen.incoming,
      closed_because = seen.closed, closed_at = case when seen.closed is null then null else ${at}::timestamptz end
    from unnest(${orders.map((o) => o.id)}::bigint[], ${orders.map((o) => o.units_left)}::integer[],
      ${orders.map((o) => o.available_seen)}::integer[], ${orders.map((o) => o.incoming_seen)}::integer[],
      ${orders.map((o) => o.closed)}::text[]) as seen (id, units_left, available, incoming, closed)
    where noted_orders.merchant_id = ${merchantId} and noted_orders.id = seen.id
  `.execute(tx)
}

export interface LinkedAct {
  id: number
  alertId: number
  variantId: number
  act: Act
  expiresAt: Date
  usedAt: Date | null
}

/** One link for each act of an alert: sent again, it works as long as the new one. */
export async function keepLinks(
  tx: Tx,
  key: { merchantId: number; alertId: number; variantId: number; acts: readonly Act[]; expiresAt: Date },
): Promise<{ id: number; act: Act }[]> {
  return tx
    .insertInto('act_links')
    .values(
      key.acts.map((act) => ({
        merchant_id: key.merchantId,
        alert_id: key.alertId,
        variant_id: key.variantId,
        act,
        expires_at: key.expiresAt,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'alert_id', 'act'])
        .doUpdateSet((e) => ({ expires_at: e.ref('excluded.expires_at') })),
    )
    .returning(['id', 'act'])
    .execute()
}

/** Locked until the transaction ends, so that two taps do one act. */
export async function findLink(
  tx: Tx,
  { merchantId, linkId }: { merchantId: number; linkId: number },
): Promise<LinkedAct | undefined> {
  const row = await tx
    .selectFrom('act_links')
    .select(['id', 'alert_id', 'variant_id', 'act', 'expires_at', 'used_at'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', linkId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    alertId: row.alert_id,
    variantId: row.variant_id,
    act: row.act,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
  }
}

export async function markLinkUsed(
  tx: Tx,
  { merchantId, linkId, at }: { merchantId: number; linkId: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('act_links')
    .set({ used_at: at })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', linkId)
    .execute()
}

/** The quantity that the screen recommends, and the product's own numbers. */
export async function findOrderAdvice(
  tx: Tx,
  { merchantId, variantId }: VariantKey,
): Promise<{ orderQuantity: number | null; safetyStock: number | null; leadTimeDays: number | null }> {
  const row = await tx
    .selectFrom('stock_outlooks as outlook')
    .leftJoin('variant_overrides as own', (join) =>
      join.onRef('own.variant_id', '=', 'outlook.variant_id').on('own.merchant_id', '=', merchantId),
    )
    .select(['outlook.order_quantity', 'own.safety_stock', 'own.lead_time_days'])
    .where('outlook.merchant_id', '=', merchantId)
    .where('outlook.variant_id', '=', variantId)
    .executeTakeFirst()
  return {
    orderQuantity: row?.order_quantity ?? null,
    safetyStock: row?.safety_stock ?? null,
    leadTimeDays: row?.lead_time_days ?? null,
  }
}

/** Where the shop is: its days go by its clocks, and are written as in its country. */
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

function silenceOf(row: {
  variant_id: number
  kind: Silence['kind']
  until: Date | null
  created_at: Date
}): Silence {
  return {
    variantId: row.variant_id,
    kind: row.kind,
    until: row.until?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }
}
