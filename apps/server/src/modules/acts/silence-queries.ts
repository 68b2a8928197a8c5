import type { Silence, SilenceList } from '@stockcast/contract'
import type { Tx } from '../../database/app-database.ts'
import type { Selection, VariantKey } from './variant-key.ts'

export interface SilenceRow {
  variant_id: number
  kind: Silence['kind']
  until: Date | null
  available_then: number
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

/** Stores a snooze or mute in place of an earlier one. */
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
