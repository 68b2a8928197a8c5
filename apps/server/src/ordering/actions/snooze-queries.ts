import type { Snooze, SnoozeList } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx, VariantsKey } from '../../kernel/database/app-database.ts'
import type { Selection, VariantKey } from './queries.ts'

export interface SnoozeRow {
  variant_id: number
  kind: Snooze['kind']
  until: Date | null
  available_then: number
}

export async function listSnoozeRows(tx: Tx, { merchantId, variantIds }: Selection): Promise<SnoozeRow[]> {
  let query = tx
    .selectFrom('alert_snoozes')
    .select(['variant_id', 'kind', 'until', 'available_then'])
    .where('merchant_id', '=', merchantId)
  if (variantIds !== null) query = query.where((e) => e('variant_id', '=', e.fn.any(e.val([...variantIds]))))
  return query.execute()
}

export async function findSnooze(tx: Tx, { merchantId, variantId }: VariantKey): Promise<Snooze | null> {
  const row = await tx
    .selectFrom('alert_snoozes')
    .select(['variant_id', 'kind', 'until', 'created_at'])
    .where('merchant_id', '=', merchantId)
    .where('variant_id', '=', variantId)
    .executeTakeFirst()
  return row ? getSnooze(row) : null
}

export async function listSnoozes(tx: Tx, merchantId: number): Promise<SnoozeList['snoozes']> {
  const rows = await tx
    .selectFrom('alert_snoozes as snooze')
    .innerJoin('variants as v', (join) =>
      join.onRef('v.variant_id', '=', 'snooze.variant_id').on('v.merchant_id', '=', merchantId),
    )
    .select(['snooze.variant_id', 'snooze.kind', 'snooze.until', 'snooze.created_at', 'v.title', 'v.sku'])
    .where('snooze.merchant_id', '=', merchantId)
    .orderBy('snooze.created_at', 'desc')
    .orderBy('snooze.variant_id')
    .execute()
  return rows.map((row) => ({ ...getSnooze(row), title: row.title, sku: row.sku }))
}

/** Stores a snooze or mute in place of an earlier one. */
export async function saveSnooze(
  tx: Tx,
  snooze: VariantKey & { kind: Snooze['kind']; until: Date | null; availableThen: number; at: Date },
): Promise<void> {
  const values = {
    kind: snooze.kind,
    until: snooze.until,
    available_then: snooze.availableThen,
    created_at: snooze.at,
  }
  await tx
    .insertInto('alert_snoozes')
    .values({ merchant_id: snooze.merchantId, variant_id: snooze.variantId, ...values })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'variant_id']).doUpdateSet(values))
    .execute()
}

/** Mutes these products. Returns those that were not muted. */
export async function muteAll(tx: Tx, args: VariantsKey & { at: Date }): Promise<number[]> {
  const { merchantId, variantIds, at } = args
  const { rows } = await sql<{ variantId: number }>`
    insert into alert_snoozes as s (merchant_id, variant_id, kind, until, available_then, created_at)
    select ${merchantId}::bigint, v.variant_id, 'muted', null, to_units(coalesce(sum(i.available), 0)), ${at}::timestamptz
    from variants v
    left join stock_at_active_locations i on i.merchant_id = ${merchantId} and i.variant_id = v.variant_id
    where v.merchant_id = ${merchantId} and v.variant_id = any(${variantIds}::bigint[])
    group by v.variant_id
    on conflict (merchant_id, variant_id) do update set kind = excluded.kind, until = null,
      available_then = excluded.available_then, created_at = excluded.created_at
    where s.kind <> 'muted'
    returning variant_id as "variantId"
  `.execute(tx)
  return rows.map(({ variantId }) => variantId)
}

/** Returns which of these products are muted, and which are snoozed or muted. */
export async function listQuiet(
  tx: Tx,
  { merchantId, variantIds }: VariantsKey,
): Promise<{ muted: number; quiet: number }> {
  const { rows } = await sql<{ muted: number; quiet: number }>`
    select count(*) filter (where kind = 'muted') as muted, count(*) as quiet from alert_snoozes
    where merchant_id = ${merchantId} and variant_id = any(${variantIds}::bigint[])
  `.execute(tx)
  return rows[0]!
}

export async function deleteSnoozes(tx: Tx, { merchantId, variantIds }: VariantsKey): Promise<number> {
  if (variantIds.length === 0) return 0
  const { numDeletedRows } = await tx
    .deleteFrom('alert_snoozes')
    .where('merchant_id', '=', merchantId)
    .where((e) => e('variant_id', '=', e.fn.any(e.val([...variantIds]))))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

function getSnooze(row: {
  variant_id: number
  kind: Snooze['kind']
  until: Date | null
  created_at: Date
}): Snooze {
  return {
    variantId: row.variant_id,
    kind: row.kind,
    until: row.until?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }
}
