import type { Snooze, SnoozeList } from '@stockcast/contract'
import type { Tx } from '../../kernel/database/app-database.ts'
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

export async function deleteSnoozes(
  tx: Tx,
  { merchantId, variantIds }: { merchantId: number; variantIds: readonly number[] },
): Promise<number> {
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
